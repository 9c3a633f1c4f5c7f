/** A mark that is in none of these texts, so that none of them can end what stands between two of it. Numbers go from 1 on. */
export function findMark(texts: readonly string[], createMark: (number: number) => string): string {
  for (let number = 1; ; number += 1) {
    const mark = createMark(number);
    if (!texts.some((text) => text.includes(mark))) return mark;
  }
}
