const titleGraphemes = 60;
/** As much of a text is looked at for its first words: a text of one endless character must not cost more. */
const lookedAtLength = 1000;

/** What would break a line, or turn the direction of the text around it. */
const lineBreakers = /[\p{Control}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;

let segmenter: Intl.Segmenter | undefined;

/** The text's characters as people see them. The segmenter costs milliseconds to make, so it is made on first use. */
export function* graphemesOf(text: string): Generator<string> {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  for (const { segment } of segmenter.segment(text)) yield segment;
}

/** The text on one line, without anything that could break it. */
export function toOneLine(text: string): string {
  return text.slice(0, lookedAtLength).toWellFormed().replace(lineBreakers, ' ').replace(/\s+/g, ' ').trim();
}

/** The first words of a text, as a title: about 60 characters, on one line. */
export function firstWords(text: string): string {
  const start = text.trimStart().slice(0, lookedAtLength);
  const graphemes = [...graphemesOf(toOneLine(start))];
  if (graphemes.length <= titleGraphemes) return graphemes.join('');
  const cut = graphemes.slice(0, titleGraphemes).join('');
  const lastSpace = cut.lastIndexOf(' ');
  return `${lastSpace > cut.length / 2 ? cut.slice(0, lastSpace) : cut}…`;
}
