/**
 * A mark that occurs in none of these texts, so that none of them can end the section between two such marks. Numbers
 * start at 1.
 */
export function findMark(texts: readonly string[], createMark: (number: number) => string): string {
  for (let number = 1; ; number += 1) {
    const mark = createMark(number);
    if (!texts.some((text) => text.includes(mark))) return mark;
  }
}
