import type { Conversation } from '../model/conversation.ts';
import type { Answer, Prompt, Turn } from '../model/message.ts';
import { textOf } from '../model/message.ts';
import { graphemesOf } from '../model/titles.ts';

/** A search result in a conversation. */
export interface FoundText {
  /** Number of matches in its title, prompts and responses. */
  readonly matchCount: number;
  /** The message of the first match; absent when that is in the title. */
  readonly messageId?: string;
  /** The text around the first match, on one line, about 80 characters. */
  readonly snippet: string;
  /** Where the match is in the snippet: from the first character to behind the last. */
  readonly range: readonly [start: number, end: number];
}

const snippetLength = 80;
const ascii = /^[\0-\x7f]*$/;

/**
 * Text in the form in which it is compared: upper and lower case, full and half width, composed and decomposed
 * characters are the same.
 */
export function foldText(text: string): string {
  // Normalizing is by far the slowest part, and does nothing to ASCII. A final sigma depends on what follows it.
  return (ascii.test(text) ? text : text.normalize('NFKC')).toLowerCase().replaceAll('ς', 'σ');
}

/** Finds folded text in a conversation, on all of its branches. */
export function findText(conversation: Conversation, folded: string): FoundText | undefined {
  const { title = '', messages } = conversation;
  let matchCount = 0;
  let first: { text: string; at: number; messageId?: string } | undefined;
  const look = (text: string, messageId?: string) => {
    const foldedText = foldText(text);
    for (let at = foldedText.indexOf(folded); at >= 0; at = foldedText.indexOf(folded, at + folded.length)) {
      matchCount += 1;
      first ??= { text, at, ...(messageId !== undefined && { messageId }) };
    }
  };
  look(title);
  for (const message of messages.values()) look(searchedText(message), message.id);
  if (!first) return undefined;
  const { text, at, messageId } = first;
  const match = originalRange(text, at, at + folded.length);
  return { matchCount, ...(messageId !== undefined && { messageId }), ...snippetAround(text, match) };
}

/** The searched text of a message: what is visible without unfolding. */
export function searchedText(message: Prompt | Answer): string {
  return message.type === 'prompt' ? message.text : textOf(message);
}

/** The turns whose prompt or response has the text, with their indexes and numbers of matches. */
export function findInTurns(turns: readonly Turn[], text: string) {
  const folded = foldText(text);
  if (!folded) return [];
  return turns.flatMap(({ prompt, answer }, place) => {
    const count = countText(searchedText(prompt), folded) + countText(searchedText(answer), folded);
    return count > 0 ? [{ turnId: answer.id, place, count }] : [];
  });
}

/** How often folded text is in a text. */
function countText(text: string, folded: string): number {
  const foldedText = foldText(text);
  let count = 0;
  for (let at = foldedText.indexOf(folded); at >= 0; at = foldedText.indexOf(folded, at + folded.length))
    count += 1;
  return count;
}

/** Which part of the text a part of its folded form comes from, in whole characters. */
function originalRange(text: string, foldedStart: number, foldedEnd: number): [start: number, end: number] {
  // The folded form of a longer beginning is never shorter, so that the place can be searched by halves.
  const lengthAt = (length: number) => foldText(text.slice(0, length)).length;
  const shortestWith = (isEnough: (foldedLength: number) => boolean) => {
    let [low, high] = [0, text.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isEnough(lengthAt(middle))) high = middle;
      else low = middle + 1;
    }
    return low;
  };
  const start = Math.max(0, shortestWith((length) => length > foldedStart) - 1);
  return toWholeCharacters(
    text,
    start,
    shortestWith((length) => length >= foldedEnd),
  );
}

/** The same part of the text without a character cut in two, at either end. */
function toWholeCharacters(text: string, start: number, end: number): [start: number, end: number] {
  // Characters are short: so far before the start, one certainly begins.
  const from = Math.max(0, start - snippetLength);
  let [wholeStart, wholeEnd, at] = [from, end, from];
  for (const grapheme of graphemesOf(text.slice(from, end + snippetLength))) {
    if (at <= start) wholeStart = at;
    at += grapheme.length;
    if (at >= end) {
      wholeEnd = at;
      break;
    }
  }
  return [wholeStart, wholeEnd];
}

function snippetAround(
  text: string,
  [start, end]: readonly [number, number],
): Pick<FoundText, 'snippet' | 'range'> {
  const room = Math.max(16, snippetLength - (end - start));
  const [from] = toWholeCharacters(text, Math.max(0, start - (room >> 1)), start);
  const [, to] = toWholeCharacters(text, end, Math.min(text.length, end + (room >> 1)));
  const before = `${from > 0 ? '…' : ''}${text.slice(from, start)}`;
  const after = `${text.slice(end, to)}${to < text.length ? '…' : ''}`;
  // Each replaced by exactly one, so that the range stays where it is.
  const snippet = `${before}${text.slice(start, end)}${after}`.replace(/[\p{Control}\u2028\u2029]/gu, ' ');
  return { snippet: snippet.toWellFormed(), range: [before.length, before.length + end - start] };
}
