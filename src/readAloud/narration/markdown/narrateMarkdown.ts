import type { Narrate, NarratedBlock } from '../block.ts';
import { blockInSource, joinLines } from '../joined.ts';
import { narratePlainText } from '../plainText.ts';
import { markdownLanguageOf } from '../wordsLanguage.ts';
import { type ChunkLengths, chunksOf } from './chunks.ts';
import { narrateNode } from './narrateBlocks.ts';
import type { Reading } from './narrateInline.ts';

export interface MarkdownOptions {
  readonly dialect?: 'mdx';
  readonly lengths?: ChunkLengths;
}

/** Makes Markdown speakable by its tree, some top-level blocks at a time. */
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
