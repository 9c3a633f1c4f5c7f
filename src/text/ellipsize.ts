/**
 * The beginning and end of a text with … between them, or the whole text if it is short enough. Never splits a
 * character.
 */
export function ellipsize(text: string, first: number, last = 0): string {
  if (text.length <= first + last) return text;
  const start = text.slice(0, first).replace(/[\uD800-\uDBFF]$/, '');
  const end = text.slice(text.length - last).replace(/^[\uDC00-\uDFFF]/, '');
  return `${start}…${end}`;
}
