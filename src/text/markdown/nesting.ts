/** Containers (quotes, list items, footnotes) that one line may open. More is an attack on the parser, not writing. */
const maximumContainersInLine = 48;
/** Maximum indentation of a list item, in columns. */
const maximumIndent = 120;

const couldBeTooDeep = new RegExp(
  `^(?:[ \\t>*+.)\\d-]{${maximumContainersInLine}}|[ \\t]{${maximumIndent}}[ \\t]*[-+*\\d]|.*\\[\\^.*\\[\\^)`,
  'm',
);
const containerMarker = /[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t])|\[\^[^\]\s]{1,1000}\]:)/y;
const thematicBreak = /^[ \t]*([-*])[ \t]*(?:\1[ \t]*)*$/;

/** Whether a text may contain a line for `limitLineNesting`. */
export function mayNestTooDeep(text: string): boolean {
  return couldBeTooDeep.test(text);
}

/**
 * Replaces the first container marker of a line that is nested deeper than any reader could follow with `mark`, one
 * character, because parsing takes quadratic time in the number of markers. The line keeps its length, so offsets
 * stay valid; and each line is judged by itself, so a text in chunks gives the same result as the whole.
 */
export function limitLineNesting(line: string, mark: string): string {
  if (thematicBreak.test(line.trimEnd())) return line;
  let containers = 0;
  containerMarker.lastIndex = 0;
  for (;;) {
    const start = containerMarker.lastIndex;
    const match = containerMarker.exec(line);
    if (!match) return line;
    containers += 1;
    const indent = match[0].length - match[0].trimStart().length;
    if (containers <= maximumContainersInLine && indent < maximumIndent) continue;
    return `${line.slice(0, start + indent)}${mark}${line.slice(start + indent + 1)}`;
  }
}
