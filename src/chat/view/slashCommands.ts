import type { SuggestionView } from '../../protocol/suggestedView.ts';
import type { Translate } from '../../text/translate.ts';
import { matchPrompts } from '../context/prompts/promptText.ts';

/** Commands that can be typed in place of a message; `/image` also before a prompt for an image model. */
const slashCommands = ['image', 'new', 'clear', 'compact', 'help'] as const;
export type SlashCommand = (typeof slashCommands)[number];

/** The command that a text is. A text with more words is a message. */
export function readSlashCommand(text: string): SlashCommand | undefined {
  return slashCommands.find((name) => text.trim() === `/${name}`);
}

/** Suggestions for text after the slash. */
export function suggestCommands(typed: string, t: Translate): SuggestionView[] {
  const details: Readonly<Record<SlashCommand, string>> = {
    image: t('Generate an image, or edit attached images, with the image model'),
    new: t('Start a new chat'),
    clear: t('Start a new chat'),
    compact: t('Replace the conversation with a summary in later requests'),
    help: t('Show keyboard shortcuts and features of the chat'),
  };
  const listed = slashCommands.map((name) => ({ name }));
  return matchPrompts(listed, typed).map(({ name }) => ({
    value: name,
    label: `/${name}`,
    detail: details[name],
  }));
}
