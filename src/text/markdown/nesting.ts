/** Containers (quotes, list items, footnotes) that one line may open. More is an attack on the parser, not writing. */
const maximumContainersInLine = 48;
/** Columns that a list's item may be indented by. */
const maximumIndent = 120;

const couldBeTooDeep = new RegExp(
  `^(?:[ \\t>*+.)\\d-]{${maximumContainersInLine}}|[ \\t]{${maximumIndent}}[ \\t]*[-+*\\d]|.*\\[\\^.*\\[\\^)`,
  'm',
);
const containerMarker = /[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t])|\[\^[^\]\s]{1,1000}\]:)/y;
const thematicBreak = /^[ \t]*([-*])[ \t]*(?:\1[ \t]*)*$/;

/** Whether a text could have a line for `limitLineNesting`. */
export function mayNestTooDeep(text: string): boolean {
  return couldBeTooDeep.test(text);
}

/**
 * Puts `mark`, one character, in the place of the first container marker of a line that is nested deeper than any
 * reader could follow, since parsing them costs the square of their number. The line keeps its length, so offsets stay
 * right; and it is judged by itself, so a text in pieces comes out as the whole does.
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
