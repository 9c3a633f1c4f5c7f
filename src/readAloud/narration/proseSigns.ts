import { heldKeysInWords } from './keyPresses.ts';
import type { Vocabulary } from './vocabulary.ts';

/** What a sign between words is: words for it, or a short pause. */
export type SpokenSign = string | 'pause';

const modifier = 'Ctrl|Control|Shift|Alt|Option|Opt|Cmd|Command|Meta|Win|Super';
/** Signs that voices name, skip or take for something else, and keys that are pressed together: "Ctrl+C". */
export const signPattern = [
  String.raw`(?<keys>(?<![\w+])(?:(?:${modifier})\+){1,4}(?:[A-Za-z][A-Za-z0-9]{0,11}|[0-9]|[\x21-\x2F\x3A-\x40\x5B-\x60])(?![\w]))`,
  String.raw`(?<arrow>(?<![^\s])(?:->|=>|-->|==>)(?![^\s])|[\u2190-\u2193\u21D0-\u21D3\u27F5\u27F6\u27F8\u27F9\u2794\u279C\u279D\u279E])`,
  String.raw`(?<times>\u00D7)`,
  String.raw`(?<about>(?<![^\s\(（\u4E00-\u9FFF])[~\u2248](?=\s?\d))`,
  String.raw`(?<other>[\u00A7\u2264\u2265\u2260\u00B1])`,
].join('|');

export const mayHoldSigns = new RegExp(
  String.raw`(?:${modifier})\+|[-=]>|~ ?\d|[\u00A7\u00B1\u00D7\u2190-\u21FF\u2248\u2260\u2264\u2265\u2794-\u279E\u27F5-\u27FF]`,
);

/** What is said for a sign, by what stands before and behind it; undefined where nothing of `signPattern` was found. */
export function signInWords(
  groups: Readonly<Record<string, string | undefined>>,
  { before, behind }: { readonly before: string; readonly behind: string },
  { prose: words }: Vocabulary,
): SpokenSign | undefined {
  const { keys, arrow, times, about, other } = groups;
  if (keys !== undefined) return heldKeysInWords(keys);
  if (arrow !== undefined) {
    const key = words.keys[arrow];
    const isForward = !/[\u2190\u2191\u2193\u21D0\u21D1\u21D3\u27F5\u27F8]/.test(arrow);
    if (isForward && /\d\S{0,3}\s*$/.test(before) && /^\s*\S?\d/.test(behind)) return words.to;
    if (
      isForward &&
      /[\p{L}\p{N})\]"'”’`）」…]\s*$/u.test(before) &&
      /^\s*["'“‘`(（「[]?[\p{L}\p{N}]/u.test(behind)
    ) {
      // "press → to go on": the key, and no way from one word to another.
      return key !== undefined && /(?:\b(?:press|hit|the|or|and|key)|按|或|和)\s*$/i.test(before)
        ? key
        : 'pause';
    }
    return key ?? 'pause';
  }
  if (times !== undefined) return /^\s*\d/.test(behind) ? words.by : words.times;
  if (about !== undefined) return words.about;
  return other === undefined ? undefined : words.others[other];
}
