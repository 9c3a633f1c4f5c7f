/** A code fence that a text can't end: longer than any in it. */
export function fenceAround(text: string): string {
  let longest = 2;
  for (const [ticks] of text.matchAll(/`{3,}/g)) longest = Math.max(longest, ticks.length);
  return '`'.repeat(longest + 1);
}
