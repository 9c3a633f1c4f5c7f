import { firstFitting } from '../../text/firstFitting.ts';
import type { Conversation } from '../model/conversation.ts';
import type { Answer, Prompt, Turn } from '../model/message.ts';
import { textOf } from '../model/message.ts';

const snippetLength = 80;
const ascii = /^[\0-\x7f]*$/;

/** Makes full and half width, composed and decomposed characters equal. */
function normalize(text: string): string {
  // By far the slowest step, which does not change ASCII.
  return ascii.test(text) ? text : text.normalize('NFKC');
}

/** Makes upper and lower case equal, too. The result is as long as the normalized text. */
function foldCase(normalized: string): string {
  // The form of a sigma depends on what follows; İ is the only letter that is longer in lower case.
  return normalized.replaceAll('İ', 'i').toLowerCase().replaceAll('ς', 'σ');
}

/** Text for comparison, in which case, width and composition of characters make no difference. */
export function foldText(text: string): string {
  return foldCase(normalize(text));
}

/** The text around the first match in a conversation, on any of its branches: one line, about 80 characters. */
export function findSnippet({ title = '', messages }: Conversation, folded: string): string | undefined {
  for (const message of [undefined, ...messages.values()]) {
    const text = message ? searchedText(message) : title;
    const normalized = normalize(text);
    const at = foldCase(normalized).indexOf(folded);
    if (at >= 0) return snippetAround(text, originalOffset(text, normalized, at), folded.length);
  }
  return undefined;
}

/** The offset in a text for one in its normalized form, which would be shown with half-width punctuation. */
function originalOffset(text: string, normalized: string, at: number): number {
  if (text === normalized) return at;
  // A longer beginning is never shorter in its normalized form.
  const end = firstFitting(text, (_, length) => normalize(text.slice(0, length)).length > at);
  return Math.max(0, end - 1);
}

/** The searched text of a message: all that is visible without expanding anything. */
function searchedText(message: Prompt | Answer): string {
  return message.type === 'prompt' ? message.text : textOf(message);
}

/** The turns whose prompt or response contains the text, with their indexes and numbers of matches. */
export function findInTurns(turns: readonly Turn[], text: string) {
  const folded = foldText(text);
  if (!folded) return [];
  return turns.flatMap(({ prompt, answer }, place) => {
    const count = countText(searchedText(prompt), folded) + countText(searchedText(answer), folded);
    return count > 0 ? [{ turnId: answer.id, place, count }] : [];
  });
}

/** How often a text contains the folded text. */
function countText(text: string, folded: string): number {
  return foldText(text).split(folded).length - 1;
}

function snippetAround(text: string, start: number, length: number): string {
  const room = Math.max(16, snippetLength - length) >> 1;
  const [from, to] = [Math.max(0, start - room), start + length + room];
  const shown = text.slice(from, to).replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '');
  return `${from > 0 ? '…' : ''}${shown}${to < text.length ? '…' : ''}`
    .replace(/[\p{Control}\u2028\u2029]/gu, ' ')
    .toWellFormed();
}
