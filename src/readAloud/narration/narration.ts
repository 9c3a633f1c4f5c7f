import { isMarkdown } from '../../text/languages.ts';
import type { Narrate, NarratedBlock } from './block.ts';
import { narrateCode } from './code/narrateCode.ts';
import { type ChunkLengths, chunksOf } from './markdown/chunks.ts';
import { narrateNode } from './markdown/narrateBlocks.ts';
import type { Reading } from './markdown/narrateInline.ts';
import { narratePlainText } from './plainText.ts';
import { locateSource, type SpokenSpan } from './text/spokenText.ts';
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
        const part = { start: Math.max(start, chunk.start), end: Math.min(end, chunk.end) };
        yield* narratePlainText(source, { ...options, wordsLanguage: language, ...part });
        continue;
      }
      const reading: Reading = { source, chunk, parsed, part: { start, end }, options, language };
      yield* narrateNode(parsed.root, { reading, kind: 'paragraph', leads: [] });
    }
  };
}

/** A person's own pronunciations, ready to be looked for. */
interface PronunciationList {
  /** Whole words, the longest first. Chinese has no edges of words. */
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

/** The block as a person wants it said. Its map is kept: what is said for a word stands for that word. */
function applyPronunciations(block: NarratedBlock, list: PronunciationList | undefined): NarratedBlock {
  const found = list ? findWords(block.text, list) : [];
  if (found.length === 0) return block;
  let text = '';
  const spans: SpokenSpan[] = [];
  let at = 0;
  let nextSpan = 0;

  /** A word within what isn't verbatim can't be told apart in the source: all of that is one with it. */
  function add(span: SpokenSpan): void {
    const last = spans.at(-1);
    if (!last || span.source.start >= last.source.end) return void spans.push(span);
    const end = Math.max(last.source.end, span.source.end);
    const source = { start: last.source.start, end };
    spans[spans.length - 1] = { ...last, spokenEnd: span.spokenEnd, source, isVerbatim: false };
  }

  function keepTo(end: number): void {
    const shift = text.length - at;
    for (let span = block.spans[nextSpan]; span && span.spokenStart < end; span = block.spans[nextSpan]) {
      const kept = partOf(span, at, end);
      if (kept) add({ ...kept, spokenStart: kept.spokenStart + shift, spokenEnd: kept.spokenEnd + shift });
      if (span.spokenEnd > end) break;
      nextSpan += 1;
    }
    text += block.text.slice(at, end);
    at = end;
  }

  for (const { start, end, said } of found) {
    keepTo(start);
    const source = locateSource(block, { start, end });
    // Where nothing is said, one of the spaces around it goes as well.
    const words = said === '' && (text === '' || text.endsWith(' ')) ? '' : said;
    at = words === '' && block.text.charAt(end) === ' ' ? end + 1 : end;
    if (source && words !== '') {
      add({
        spokenStart: text.length,
        spokenEnd: text.length + words.length,
        source,
        isVerbatim: false,
      });
    }
    text += words;
    while (nextSpan < block.spans.length && (block.spans[nextSpan]?.spokenEnd ?? 0) <= at) nextSpan += 1;
  }
  keepTo(block.text.length);
  const length = text.trimEnd().length;
  return { ...block, text: text.slice(0, length), spans };
}

interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly said: string;
}

/** A word with capitals is meant as it is written. */
function findWords(text: string, { pattern, said }: PronunciationList): Replacement[] {
  return Array.from(text.matchAll(pattern), ({ index, 0: word }) => ({
    start: index,
    end: index + word.length,
    said: said.get(word) ?? said.get(word.toLowerCase()) ?? word,
  })).filter((found) => found.said !== text.slice(found.start, found.end));
}

function partOf(span: SpokenSpan, start: number, end: number): SpokenSpan | undefined {
  const from = Math.max(span.spokenStart, start);
  const to = Math.min(span.spokenEnd, end);
  if (to <= from) return undefined;
  if (!span.isVerbatim) return { ...span, spokenStart: from, spokenEnd: to };
  return {
    ...span,
    spokenStart: from,
    spokenEnd: to,
    source: {
      start: span.source.start + from - span.spokenStart,
      end: span.source.end - (span.spokenEnd - to),
    },
  };
}
