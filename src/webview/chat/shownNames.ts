import { ellipsize } from '../../text/ellipsize.ts';
import { t } from '../ui/l10n.ts';

/**
 * A name that others gave, to stand among our words: in one line, no longer than is of use, and without marks that
 * would turn around the words after it.
 */
export function shortenName(name: string, maximumLength: number): string {
  const shortened = ellipsize(name, maximumLength);
  return shortened.replace(/\p{Bidi_Control}/gu, '').replace(/\p{Cc}+/gu, ' ');
}

/** So much of a prompt tells it from others. */
const maximumPromptStart = 40;

/** A name with the first words of the prompt that it belongs to, so that a list of such names tells them apart. */
export function nameWithPrompt(name: string, prompt: string): string {
  const firstLine = /\S[^\n]{0,100}/.exec(prompt)?.[0].trimEnd() ?? '';
  return firstLine === '' ? name : t('{0}: {1}', name, shortenName(firstLine, maximumPromptStart));
}

/** Relays call their models as they like; no honest name is longer than this. */
const maximumModelLength = 100;

/** The name of a model, as far as there is room for it. */
export function shortenModel(model: string): string {
  return shortenName(model, maximumModelLength);
}
