import type { SuggestionView } from '../../../protocolViews.ts';
import { replaceText } from '../replaceText.ts';
import type { Query } from './query.ts';

/** Puts a prompt's name in the place of what was typed for it, or takes away what was typed for a file. */
export function insertSuggestion(
  input: HTMLTextAreaElement,
  { value }: SuggestionView,
  { kind, text, start }: Query,
): void {
  const end = start + text.length + 1;
  if (kind === 'prompt') {
    return replaceText(input, start, end, /^\s/.test(input.value.slice(end)) ? `/${value}` : `/${value} `);
  }
  // Where there was a space on both sides of it, one is enough.
  const isBetweenSpaces = /\s$/.test(input.value.slice(0, start)) && input.value[end] === ' ';
  replaceText(input, start, isBetweenSpaces ? end + 1 : end, '');
}
