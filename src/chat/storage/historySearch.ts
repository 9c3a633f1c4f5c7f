import { firstFitting } from '../../text/firstFitting.ts';
import type { Conversation } from '../model/conversation.ts';
import type { Answer, Prompt, Turn } from '../model/message.ts';
import { textOf } from '../model/message.ts';

const snippetLength = 80;
const ascii = /^[\0-\x7f]*$/;

/**
 * Normalizes text for comparison: upper and lower case, full and half width, composed and decomposed characters are
 * equal.
 */
export function foldText(text: string): string {
  // Normalizing is by far the slowest step and does not change ASCII. The form of a sigma depends on what follows.
  return (ascii.test(text) ? text : text.normalize('NFKC')).toLowerCase().replaceAll('ς', 'σ');
}

/** The text around the first match in a conversation, on any of its branches: one line, about 80 characters. */
export function findSnippet({ title = '', messages }: Conversation, folded: string): string | undefined {
  for (const message of [undefined, ...messages.values()]) {
    const text = message ? searchedText(message) : title;
    const at = foldText(text).indexOf(folded);
    if (at >= 0) return snippetAround(text, at, folded.length);
  }
  return undefined;
}

/** The searched text of a message: all that is visible without expanding anything. */
export function searchedText(message: Prompt | Answer): string {
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
  const foldedText = foldText(text);
  let count = 0;
  for (let at = foldedText.indexOf(folded); at >= 0; at = foldedText.indexOf(folded, at + folded.length))
    count += 1;
  return count;
}

function snippetAround(text: string, foldedStart: number, length: number): string {
  const start = originalPlace(text, foldedStart);
  const room = Math.max(16, snippetLength - length) >> 1;
  const [from, to] = [Math.max(0, start - room), start + length + room];
  const shown = text.slice(from, to).replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '');
  return `${from > 0 ? '…' : ''}${shown}${to < text.length ? '…' : ''}`
    .replace(/[\p{Control}\u2028\u2029]/gu, ' ')
    .toWellFormed();
}

/** The offset in a text for an offset in its folded form. */
function originalPlace(text: string, foldedPlace: number): number {
  // A longer prefix never has a shorter folded form.
  const end = firstFitting(text, (_, length) => foldText(text.slice(0, length)).length > foldedPlace);
  return Math.max(0, end - 1);
}
