/** A line that opens code, in a list or a quote too. */
export const fence = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(?<mark>`{3,}(?=[^`\n]*$)|~{3,})/;
const longHtml: readonly (readonly [start: RegExp, end: RegExp])[] = [
  [/^ {0,3}<(?:script|pre|style|textarea)\b/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^ {0,3}<(?:think|thinking|reasoning)>/i, /<\/(?:think|thinking|reasoning)>/i],
  [/^ {0,3}<!--/, /-->/],
  [/^ {0,3}<\?/, /\?>/],
];
/** A line that has shown what it is: no item of a list above that is not yet to be seen as one, nothing indented. */
const shown = /^(?:[^\s+*\d<[|=-]|\*\*[^\s*]|(?:[+*-]|\d+[.)])[ \t]+\S)/;

/**
 * By a look at its lines alone: before which place all blocks of a text are surely closed, and where code or a long
 * element begins that is still open.
 */
export function closedBlocks(text: string): {
  readonly closed: number;
  readonly verbatim: number | undefined;
} {
  let closed = 0;
  let at = 0;
  let isAfterBlank = false;
  let open: { readonly end: RegExp; readonly start: number; readonly isIndented: boolean } | undefined;
  for (const line of text.split(/(?<=\n)/)) {
    const content = line.replace(/\r?\n$/, '');
    const isDedented = open?.isIndented === true && /^[^\s>]/.test(content);
    if (isDedented) open = undefined;
    if (open) {
      if (open.end.test(content)) open = undefined;
    } else {
      const mark = fence.exec(content)?.groups?.['mark'];
      const html = longHtml.find(([start]) => start.test(content));
      if (isAfterBlank && (shown.test(content) || /^(?:`{3,}|~{3,}|<[a-z!?/]|\||#)/i.test(content)))
        closed = at;
      if (mark !== undefined) {
        open = {
          end: new RegExp(`^[ \\t>]*${mark}[${mark.charAt(0)}]*[ \\t]*$`),
          start: at,
          isIndented: !/^ {0,3}[`~]/.test(content),
        };
      } else if (html && !html[1].test(content.replace(/^ {0,3}<!?-?-?/, ''))) {
        open = { end: html[1], start: at, isIndented: false };
      }
    }
    isAfterBlank = content.trim() === '' && open === undefined;
    at += line.length;
  }
  return { closed, verbatim: open?.start };
}
