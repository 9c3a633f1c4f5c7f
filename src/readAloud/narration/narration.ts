import { isMarkdown } from '../../text/languages.ts';
import { unspacedLetter } from '../../text/scripts.ts';
import { blockInSource, joinLines, type Narrate, type NarratedBlock } from './block.ts';
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

/** A word and what is said for it. */
interface Pronunciation {
  readonly word: string;
  readonly said: string;
  /** A word with capitals is meant as it is written. */
  readonly isExact: boolean;
}

/** A person's own pronunciations, ready to be looked for. */
type PronunciationList = ReadonlyMap<string, readonly Pronunciation[]>;

const partOfWord = /[\p{L}\p{N}\p{M}_]/u;

/** Sorts pronunciations by the first letter, the longest word first. */
function listPronunciations(pronunciations: Readonly<Record<string, string>>): PronunciationList {
  const list = new Map<string, Pronunciation[]>();
  for (const [key, value] of Object.entries(pronunciations)) {
    const word = key.replaceAll(/\s+/g, ' ').trim();
    if (word === '') continue;
    const said = value.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
    const first = word.charAt(0).toLowerCase();
    const others = list.get(first) ?? [];
    others.push({ word, said, isExact: word !== word.toLowerCase() });
    list.set(first, others);
  }
  for (const words of list.values()) words.sort((one, other) => other.word.length - one.word.length);
  return list;
}

/** The block as a person wants it said. Its map is kept: what is said for a word stands for that word. */
function applyPronunciations(block: NarratedBlock, pronunciations: PronunciationList): NarratedBlock {
  const found = pronunciations.size === 0 ? [] : findWords(block.text, pronunciations);
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

function findWords(text: string, pronunciations: PronunciationList): Replacement[] {
  const found: Replacement[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const candidates = pronunciations.get(text.charAt(at).toLowerCase());
    const match = candidates?.find((candidate) => standsAt(text, at, candidate));
    if (!match) continue;
    found.push({ start: at, end: at + match.word.length, said: match.said });
    at += match.word.length - 1;
  }
  return found;
}

function standsAt(text: string, at: number, { word, isExact }: Pronunciation): boolean {
  const end = at + word.length;
  const there = text.slice(at, end);
  if (isExact ? there !== word : there.toLowerCase() !== word) return false;
  return !isWithinWord(text, at, word.charAt(0), -1) && !isWithinWord(text, end - 1, word.slice(-1), 1);
}

/** Whether the word there goes on behind the edge of what was found. Chinese has no such edges. */
function isWithinWord(text: string, at: number, edge: string, direction: 1 | -1): boolean {
  const neighbour = text.charAt(at + direction);
  if (!partOfWord.test(edge) || unspacedLetter.test(edge)) return false;
  return partOfWord.test(neighbour) && !unspacedLetter.test(neighbour);
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
