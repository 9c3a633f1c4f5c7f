import type { Narrate, NarratedBlock } from './block.ts';
import { createNarrator } from './narrator.ts';
import { linesFrom } from './text/ranges.ts';
import { blocksFrom, bullet, numbered } from './text/sentences.ts';
import { wordsLanguageOf } from './wordsLanguage.ts';

/** The marks of a heading, an item, a quote in an email, a title between rules. */
const openingMarks = /^(?:\s*[-*+•‣◦▪●○]\s+| {0,3}#{1,6}[ \t]+|(?:[ \t]*>)+[ \t]?|[ \t]*[=*#~_-]{3,}[ \t]*)?/;
const closingRule = /[ \t]*[=*#~_-]{3,}\s*$/;
/** Longer lines are not searched for a rule at their end, which would be slow. */
const longestTitle = 500;

/** Narrates plain text: paragraphs with wrapped lines, list items, headings. */
export const narratePlainText: Narrate = function* narratePlainText(
  source,
  options,
): Generator<NarratedBlock> {
  const { start = 0, end = source.length } = options;
  const around = wordsLanguageOf(source);
  for (const block of blocksFrom(source, start, end)) {
    const text = source.slice(block.start, block.end);
    const narrator = createNarrator(source, block, options.wordsLanguage ?? wordsLanguageOf(text, around));
    for (const { start: lineStart, end: lineEnd } of linesFrom(source, block)) {
      const line = source.slice(lineStart, lineEnd);
      const opening = openingMarks.exec(line)?.[0].length ?? 0;
      const closing = line.length > longestTitle ? undefined : closingRule.exec(line)?.index;
      narrator.wrap();
      narrator.copy({
        start: lineStart + opening,
        end: closing === undefined ? lineEnd : lineStart + closing,
      });
    }
    const depth = /^ {0,3}(#{1,6})[ \t]/.exec(text)?.[1]?.length;
    const isItem = bullet.test(text) || numbered.test(text);
    yield* narrator.build(depth ? 'heading' : isItem ? 'listItem' : 'paragraph', depth);
  }
};
