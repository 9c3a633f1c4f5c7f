import { CodeFollower } from '../../text/codeFence.ts';
import { limitLineNesting, mayNestTooDeep } from '../../text/markdown/nesting.ts';

/**
 * The text of a response, as every part of the Markdown view wants it: line feeds only, no byte order mark, no
 * NUL. Doing this once on the way in lets offsets, lines and slices be taken at face value afterwards.
 */

/** Turns chunks, cut anywhere, into normalized text. Call with `last` to get what was held back. */
export type Normalize = (chunk: string, last?: boolean) => string;

/** A normalizer for one text. A carriage return at the end of a chunk is held until its line feed may come. */
export function createNormalizer(): Normalize {
  let held = '';
  let atStart = true;
  return (chunk, last = false) => {
    let text = held + chunk;
    held = '';
    if (atStart && text !== '') {
      atStart = false;
      if (text.startsWith('\uFEFF')) text = text.slice(1);
    }
    if (!last && text.endsWith('\r')) {
      held = '\r';
      text = text.slice(0, -1);
    }
    return text.includes('\r') || text.includes('\0')
      ? text.replace(/\r\n?/g, '\n').replaceAll('\0', '\uFFFD')
      : text;
  };
}

/** A whole text, normalized at once. */
export function normalize(text: string): string {
  return createNormalizer()(text, true);
}

/** A footnote within a footnote or an item: nobody writes it, and parsing costs the cube of their number. */
const indentedFootnote = /^([ \t>*+.)\d-]{1,1000})(\[\^[^\]\s]{1,1000}\]):/;
const mayHaveIndentedFootnote = new RegExp(indentedFootnote, 'm');

function limitFootnote(line: string): string {
  return line.replace(indentedFootnote, (definition, before: string, label: string) =>
    /\t| {4}/.test(before) ? `${before}${label}·` : definition,
  );
}

/** Takes the meaning from container markers that are nested too deep, line by line. Code is left as it is. */
export function limitNesting(source: string): string {
  if (!mayNestTooDeep(source) && !mayHaveIndentedFootnote.test(source)) return source;
  const follower = new CodeFollower();
  return source
    .split('\n')
    .map((line) => (follower.isCode(line) ? line : limitFootnote(limitLineNesting(line, '·'))))
    .join('\n');
}
