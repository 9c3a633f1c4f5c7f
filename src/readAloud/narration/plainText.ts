import type { Narrate, NarratedBlock } from './block.ts';
import { createNarrator, type Narrator } from './narrator.ts';
import { lineBefore, linesFrom, type TextRange } from './text/ranges.ts';
import { blocksFrom, bullet, numbered } from './text/sentences.ts';
import { wordsLanguageOf } from './wordsLanguage.ts';

const quoteMarks = /^(?:[ \t]*>)+[ \t]?/;
const markedHeading = /^ {0,3}(?<marks>#{1,6})[ \t]+/;

/** Narrates plain text: paragraphs with wrapped lines, list items, quotes in emails. */
export const narratePlainText: Narrate = function* narratePlainText(
  source,
  options,
): Generator<NarratedBlock> {
  const { start = 0, end = source.length } = options;
  const around = wordsLanguageOf(source);
  let wasQuote = false;
  for (const paragraph of blocksFrom(source, start, end)) {
    for (const block of splitQuotes(source, paragraph)) {
      const text = source.slice(block.start, block.end);
      const isQuote = isQuoted(source, block.start);
      const narrator = createNarrator(source, block, options.wordsLanguage ?? wordsLanguageOf(text, around));
      if (isQuote && !wasQuote) narrator.insert(narrator.words.quote);
      const heading = isQuote ? undefined : markedHeading.exec(text)?.groups?.['marks'];
      const isItem = !isQuote && (bullet.test(text) || numbered.test(text));
      copyLines(source, block, narrator);
      const kind = heading ? 'heading' : isQuote ? 'quote' : isItem ? 'listItem' : 'paragraph';
      const spoken = narrator.build(kind, heading?.length);
      if (!spoken) continue;
      wasQuote = isQuote;
      yield spoken;
    }
  }
};

/** Whether the line at an offset begins like a quote in an email. */
function isQuoted(source: string, offset: number): boolean {
  return quoteMarks.test(lineBefore(source, offset) + source.slice(offset, offset + 2));
}

/** Splits a paragraph where quoted and unquoted lines follow each other. */
function* splitQuotes(source: string, paragraph: TextRange): Generator<TextRange> {
  let open = paragraph;
  let isQuote = isQuoted(source, open.start);
  for (const { start, end } of linesFrom(source, paragraph)) {
    if (start > open.start && quoteMarks.test(source.slice(start, start + 40)) !== isQuote) {
      yield open;
      isQuote = !isQuote;
      open = { start, end };
    } else open = { start: open.start, end };
  }
  yield open;
}

/**
 * The text of a line without decoration: a line of only signs is a separator, and a heading may have signs at both
 * ends. Searches the end backwards: a pattern would start again at every sign and blank of a long line.
 */
function withoutFrame(line: string): TextRange {
  const start = /^[ \t]*[=*#~_-]{3,}[ \t]*/.exec(line)?.[0].length ?? 0;
  const skipBack = (end: number, characters: string) => {
    let at = end;
    while (at > start && characters.includes(line.charAt(at - 1))) at -= 1;
    return at;
  };
  const signs = skipBack(line.length, '=*#~_-');
  return { start, end: line.length - signs < 3 ? line.length : skipBack(signs, ' \t') };
}

function copyLines(source: string, block: TextRange, narrator: Narrator): void {
  for (const { start, end } of linesFrom(source, block)) {
    const line = source.slice(start, end);
    const isFirst = start === block.start;
    const quote = quoteMarks.exec(line)?.[0].length ?? 0;
    const marker = isFirst ? (bullet.exec(line) ?? markedHeading.exec(line))?.[0].length : undefined;
    const from = start + (quote || (marker ?? 0));
    if (!isFirst) narrator.wrap();
    const { start: first, end: last } = withoutFrame(source.slice(from, end).trimEnd());
    narrator.copy({ start: from + first, end: from + last });
  }
}
