import { isMarkdown } from '../../text/languages.ts';
import type { Narrate, NarratedBlock } from './block.ts';
import { narrateCode } from './code/narrateCode.ts';
import { type ChunkLengths, chunksOf } from './markdown/chunks.ts';
import { narrateNode } from './markdown/narrateBlocks.ts';
import type { Reading } from './markdown/narrateInline.ts';
import { narratePlainText } from './plainText.ts';
import { createSpokenText, traceSpans } from './text/spokenText.ts';
import { proseLanguageOf } from './wordsLanguage.ts';

export { commentsIn } from './code/narrateCode.ts';

/** The narration for a VS Code language; that of plain text for an unknown one. */
export function narrationFor(languageId: string): Narrate {
  const speak = isMarkdown(languageId)
    ? createNarrateMarkdown()
    : (narrateCode(languageId) ?? narratePlainText);
  return function* narrateAsWanted(text, options) {
    const pronunciations = listPronunciations(options.pronunciations);
    for (const block of speak(text, options)) {
      const wanted = applyPronunciations(block, pronunciations);
      if (/[\p{L}\p{N}]/u.test(wanted.text)) yield wanted;
    }
  };
}

/** Narrates Markdown by its syntax tree, a few top-level blocks at a time. */
export function createNarrateMarkdown(lengths?: ChunkLengths): Narrate {
  return function* narrateMarkdown(source, options): Generator<NarratedBlock> {
    const { start = 0, end = source.length } = options;
    const language = options.wordsLanguage ?? proseLanguageOf(source);
    for (const chunk of chunksOf(source, start, lengths)) {
      if (chunk.start >= end) return;
      if (chunk.end <= start) continue;
      const { parsed } = chunk;
      if (!parsed) {
        const part = { start: Math.max(start, chunk.start), end: Math.min(end, chunk.end) };
        yield* narratePlainText(source, { ...options, wordsLanguage: language, ...part });
        continue;
      }
      const reading: Reading = { source, parsed, part: { start, end }, options, language };
      yield* narrateNode(parsed.root, { reading, kind: 'paragraph', leads: [] });
    }
  };
}

/** The person's own pronunciations, compiled for searching. */
interface PronunciationList {
  /** Matches whole words, the longest first. Chinese has no word boundaries. */
  readonly pattern: RegExp;
  readonly said: ReadonlyMap<string, string>;
}

const edgeless = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]`;
const partOfWord = String.raw`[[\p{L}\p{N}\p{M}_]--${edgeless}]`;
const beginsWord = new RegExp(`^${partOfWord}`, 'v');
const endsWord = new RegExp(`${partOfWord}$`, 'v');

function listPronunciations(pronunciations: Readonly<Record<string, string>>): PronunciationList | undefined {
  const said = new Map<string, string>();
  for (const [key, value] of Object.entries(pronunciations)) {
    const word = key.replaceAll(/\s+/g, ' ').trim();
    if (word !== '') said.set(word, value.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim());
  }
  if (said.size === 0) return undefined;
  const words = [...said.keys()]
    .toSorted((one, other) => other.length - one.length)
    .map((word) => {
      const escaped = word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
      return `${beginsWord.test(word) ? `(?<!${partOfWord})` : ''}${escaped}${endsWord.test(word) ? `(?!${partOfWord})` : ''}`;
    });
  return { pattern: new RegExp(words.join('|'), 'giv'), said };
}

/** Applies the person's pronunciations. The spans stay valid: a replacement maps to the original word. */
function applyPronunciations(block: NarratedBlock, list: PronunciationList | undefined): NarratedBlock {
  if (!list) return block;
  const spoken = createSpokenText(block.text);
  let at = 0;
  for (const { index, 0: word } of block.text.matchAll(list.pattern)) {
    // A key with capitals applies only to that spelling, a lowercase key to any.
    const said = list.said.get(word) ?? list.said.get(word.toLowerCase()) ?? word;
    if (said === word) continue;
    spoken.copy({ start: at, end: index });
    at = index + word.length;
    spoken.say(said, { start: index, end: at });
  }
  if (at === 0) return block;
  spoken.copy({ start: at, end: block.text.length });
  const { text, spans } = spoken.build();
  return { ...block, text, spans: traceSpans(spans, block) };
}
