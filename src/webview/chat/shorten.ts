/** The beginning of a text that may be of any length, where no more than this is of use. */
export function shorten(text: string, maximumLength: number): string {
  return text.length > maximumLength ? `${text.slice(0, maximumLength)}…` : text;
}
