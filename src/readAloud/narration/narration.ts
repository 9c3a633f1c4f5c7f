import { isMarkdown } from '../../text/languages.ts';
import { blockInSource, joinLines, type Narrate, type NarratedBlock } from './block.ts';
import { narrateCode } from './code/narrateCode.ts';
import { type ChunkLengths, chunksOf } from './markdown/chunks.ts';
import { narrateNode } from './markdown/narrateBlocks.ts';
import type { Reading } from './markdown/narrateInline.ts';
import { narratePlainText } from './plainText.ts';
import { applyPronunciations, listPronunciations } from './pronunciations.ts';
import { markdownLanguageOf } from './wordsLanguage.ts';

/** The narration for a VS Code language; that of plain text for an unknown one. */
export function narrationFor(languageId: string): Narrate {
  const speak = makerFor(languageId);
  return function* narrateAsWanted(text, options) {
    const pronunciations = listPronunciations(options.pronunciations);
    for (const block of speak(text, options)) {
      const wanted = applyPronunciations(block, pronunciations);
      if (/[\p{L}\p{N}]/u.test(wanted.text)) yield wanted;
    }
  };
}

function makerFor(languageId: string): Narrate {
  if (isMarkdown(languageId)) {
    return createNarrateMarkdown(languageId === 'mdx' ? { dialect: 'mdx' } : {});
  }
  return narrateCode(languageId) ?? narratePlainText;
}

interface MarkdownOptions {
  readonly dialect?: 'mdx';
  readonly lengths?: ChunkLengths;
}

/** Narrates Markdown by its tree, some top-level blocks at a time. */
export function createNarrateMarkdown({ dialect, lengths }: MarkdownOptions = {}): Narrate {
  return function* narrateMarkdown(source, options): Generator<NarratedBlock> {
    const start = Math.max(0, options.start ?? 0);
    const end = Math.min(source.length, options.end ?? source.length);
    const language = options.wordsLanguage ?? markdownLanguageOf(source);
    const howToCut = { ...(dialect && { dialect }), ...(lengths && { lengths }), from: start };
    for (const chunk of chunksOf(source, howToCut)) {
      if (chunk.start >= end) return;
      if (chunk.end <= start) continue;
      const { parsed } = chunk;
      if (!parsed) {
        const joined = joinLines(source, [chunk]);
        const part = joined.fromSource({
          start: Math.max(start, chunk.start),
          end: Math.min(end, chunk.end),
        });
        for (const block of narratePlainText(joined.text, { ...options, wordsLanguage: language, ...part })) {
          yield blockInSource(block, joined);
        }
        continue;
      }
      const reading: Reading = { source, chunk, parsed, part: { start, end }, options, language };
      yield* narrateNode(parsed.root, { reading, kind: 'paragraph', leads: [] });
    }
  };
}
