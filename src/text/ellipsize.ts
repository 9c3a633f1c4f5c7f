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

/** The beginning of a prompt, on one line. */
export function shortenPrompt(prompt: string, length = 100): string {
  return ellipsize(prompt.replace(/\s+/g, ' ').trim(), length);
}
