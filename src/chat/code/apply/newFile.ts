import type { Hunk } from './patch.ts';

/** No path of a file that people work on is longer. */
const longestPath = 300;

/**
 * A path below a folder, as an answer names it for a file that is to be; undefined for all that could lead elsewhere, or
 * look as if it did.
 */
export function readNewPath(path: string): string | undefined {
  const plain = path
    .trim()
    .replaceAll('\\', '/')
    .replace(/^(?:\.\/+)+/, '');
  if (plain.length > longestPath || /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}:*?"<>|]/u.test(plain)) return undefined;
  // A name that ends with a dot or a space is another one on some disks.
  const isName = (name: string) => name !== '' && !/[. ]$/.test(name);
  return plain.split('/').every(isName) ? plain : undefined;
}

/** The text of a file that a diff makes; undefined where the diff is about a file that is there. */
export function readNewText(hunks: readonly Hunk[]): string | undefined {
  const lines = hunks.flatMap((hunk) => hunk.lines);
  // An empty line may lack its sign.
  if (!lines.some(({ kind }) => kind === '+')) return undefined;
  if (!lines.every(({ kind, text }) => kind === '+' || (kind === ' ' && text === ''))) return undefined;
  return `${lines
    .map(({ text }) => text)
    .join('\n')
    .trimEnd()}\n`;
}
