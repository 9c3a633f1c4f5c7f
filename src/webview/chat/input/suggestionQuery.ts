/** What is typed to have something suggested for it: a file after `#`, a prompt after `/`. */
export interface Query {
  readonly kind: 'file' | 'prompt';
  /** Without the sign before it. */
  readonly text: string;
  /** Place of the sign in the whole text. */
  readonly start: number;
}

/** Nobody types more than this to find something, and what was pasted is not searched for. */
const maximumLength = 100;

/**
 * A `#` counts at the begin of a word, and not within one (C#, an address with a fragment, a second heading sign).
 * Chinese, Japanese and Korean have no spaces between words, so there it counts after any sign.
 */
const fileQuery = /(?:^|[\s([{"'“‘,;\u3000-\u9fff\uac00-\ud7af\uff00-\uffef])#([^\s#]*)$/u;

/** A `/` counts only as the first sign of all, and not where a path follows. */
const promptQuery = /^\/([^\s/]*)$/;

export function findQuery(text: string, caret: number): Query | undefined {
  const before = text.slice(Math.max(0, caret - maximumLength - 2), caret);
  const name = caret <= maximumLength ? promptQuery.exec(before)?.[1] : undefined;
  if (name !== undefined) return { kind: 'prompt', text: name, start: 0 };
  const file = fileQuery.exec(before)?.[1];
  if (file === undefined || file.length > maximumLength) return undefined;
  return { kind: 'file', text: file, start: caret - file.length - 1 };
}

/** Whether both are about the same sign in the text. */
export function isSamePlace(one: Query | undefined, other: Query): boolean {
  return one?.kind === other.kind && one.start === other.start;
}

/** A number or a colour is rarely a file: "issue #12", "#fff". */
const otherThanFile = /^(\d+|[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i;

interface Suggested {
  readonly value: string;
  readonly label: string;
}

/** Whether what is suggested has what was typed, and was not only found to be like it. */
export function matches({ text }: Query, { value, label }: Suggested): boolean {
  const wanted = text.toLowerCase();
  return label.toLowerCase().includes(wanted) || value.toLowerCase().includes(wanted);
}

/**
 * Whether Enter is to take the first of these with nobody having gone to it. Enter sends where a plain text was
 * likely meant, and where a prompt's name is there in full already.
 */
export function isFirstMeant(query: Query, suggestions: readonly Suggested[]): boolean {
  const first = suggestions[0];
  if (!first) return false;
  if (query.kind === 'prompt') return suggestions.every(({ value }) => value !== query.text);
  return !otherThanFile.test(query.text) && matches(query, first);
}
