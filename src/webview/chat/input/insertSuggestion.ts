import type { SuggestionView } from '../../../protocol/protocolViews.ts';
import { shortenName } from '../shownNames.ts';
import { replaceText } from './replaceText.ts';
import type { Query } from './suggestionQuery.ts';

/** A sentence in which a longer name stands can't be read any more. */
const maximumMentionLength = 100;

/** Puts a prompt's name, or that of what is attached, in the place of what was typed for it. */
export function insertSuggestion(
  input: HTMLTextAreaElement,
  { value, mention = '' }: SuggestionView,
  { kind, text, start }: Query,
): void {
  const end = start + text.length + 1;
  const after = input.value.slice(end);
  const words = kind === 'prompt' ? `/${value}` : shortenName(mention, maximumMentionLength);
  if (words !== '') {
    // Else what is typed behind it would belong to it, and have something suggested again.
    return replaceText(input, start, end, isApart(kind, after) ? words : `${words} `);
  }
  // Where there was a space on both sides of it, one is enough.
  const isBetweenSpaces = /\s$/.test(input.value.slice(0, start)) && after.startsWith(' ');
  replaceText(input, start, isBetweenSpaces ? end + 1 : end, '');
}

function isApart(kind: Query['kind'], after: string): boolean {
  return kind === 'prompt' ? /^\s/.test(after) : /^[\s\p{P}]/u.test(after);
}
