/**
 * So much of a text's beginning and end, with … for what is between them; all of it, where that is all. No character is cut
 * in two.
 */
export function ellipsize(text: string, first: number, last = 0): string {
  if (text.length <= first + last) return text;
  const start = text.slice(0, first).replace(/[\uD800-\uDBFF]$/, '');
  const end = text.slice(text.length - last).replace(/^[\uDC00-\uDFFF]/, '');
  return `${start}…${end}`;
}
