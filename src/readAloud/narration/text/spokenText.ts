import { firstFitting } from '../../../text/firstFitting.ts';
import { wideCharacter } from '../../../text/scripts.ts';
import type { TextRange } from './ranges.ts';

/** The spoken text, with a map back to its source. */
export interface SpokenText {
  /** As it is sent: single spaces, no line ends, no white space at either edge. */
  readonly text: string;
  /** In order, without overlaps. Text between two spans (a space, an added word) has no source. */
  readonly spans: readonly SpokenSpan[];
}

/** A range of the spoken text, and the range of the source that it stands for. */
export interface SpokenSpan {
  readonly spokenStart: number;
  readonly spokenEnd: number;
  readonly source: TextRange;
  /** Whether the text is identical to the source, so that a part of the span is the same part of the source. */
  readonly isVerbatim: boolean;
}

/** Soft hyphens, zero-width spaces and lone surrogates are dropped; a zero-width joiner holds emoji together. */
const runs =
  /[\u00AD\u200B\u2060\uFEFF\p{Cs}]+|(?<space>[\s\p{Cc}]+)|(?<word>[^\s\p{Cc}\u00AD\u200B\u2060\uFEFF\p{Cs}]+)/gu;

/** Builds a spoken text, from the start to the end of its source. */
export function createSpokenText(source: string) {
  // An array, because reading the end of a string after each append would copy the string each time.
  const parts: string[] = [];
  let length = 0;
  let lastUnit = '';
  const spans: SpokenSpan[] = [];

  function append(words: string): void {
    if (words === '') return;
    parts.push(words);
    length += words.length;
    lastUnit = words.charAt(words.length - 1);
  }

  function add(words: string, range: TextRange, isVerbatim: boolean): void {
    const spokenStart = length;
    append(words);
    const last = spans.at(-1);
    if (isVerbatim && last?.isVerbatim && last.spokenEnd === spokenStart && last.source.end === range.start) {
      spans[spans.length - 1] = {
        ...last,
        spokenEnd: length,
        source: { start: last.source.start, end: range.end },
      };
    } else {
      spans.push({ spokenStart, spokenEnd: length, source: range, isVerbatim });
    }
  }

  function addSpace(): void {
    if (lastUnit !== '' && lastUnit !== ' ') append(' ');
  }

  return {
    /** Adds a part of the source as it is; white space becomes single spaces. */
    copy({ start, end }: TextRange) {
      const part = source.slice(start, end);
      for (const { index, 0: run, groups } of part.matchAll(runs)) {
        const behind = index + run.length;
        if (groups?.['word'] !== undefined) add(run, { start: start + index, end: start + behind }, true);
        if (groups?.['space'] === undefined) continue;
        // Chinese lines are wrapped without a space.
        const isWrap =
          /[\r\n]/.test(run) && wideCharacter.test(lastUnit) && wideCharacter.test(part.charAt(behind));
        if (!isWrap) addSpace();
      }
    },
    /** Adds words for a part of the source: "not equal to" for "!=". */
    say(words: string, range: TextRange) {
      if (words !== '') add(words, range, false);
    },
    /** Adds words that stand for nothing in the source: "quote", a comma for a pause. */
    insert(words: string) {
      append(lastUnit === '' || lastUnit === ' ' ? words.trimStart() : words);
    },
    build() {
      const text = parts.join('').trimEnd();
      // Copied parts end with a word, so only added words can extend past the trimmed end.
      const said = spans.filter(({ spokenStart }) => spokenStart < text.length);
      const last = said.pop();
      if (last) said.push({ ...last, spokenEnd: Math.min(last.spokenEnd, text.length) });
      return { text, spans: said };
    },
  };
}

/**
 * The source range of a range of the spoken text, or undefined if it contains only added words. A part of a span that
 * is not verbatim stands for all of it.
 */
export function locateSource({ spans }: SpokenText, { start, end }: TextRange): TextRange | undefined {
  const first = spans[firstSpanBehind(spans, start)];
  if (!first || first.spokenStart >= end) return undefined;
  const at = firstSpanBehind(spans, end - 1);
  const touched = spans[at];
  const last = touched && touched.spokenStart < end ? touched : (spans[at - 1] ?? first);
  const from = first.isVerbatim
    ? first.source.start + Math.max(0, start - first.spokenStart)
    : first.source.start;
  const to = last.isVerbatim ? last.source.end - Math.max(0, last.spokenEnd - end) : last.source.end;
  return { start: from, end: to };
}

/** The source range of added words: between their neighbors. Undefined if the whole text is added. */
export function locateBetween({ spans }: SpokenText, { start }: TextRange): TextRange | undefined {
  const at = firstSpanBehind(spans, start);
  const before = spans[at - 1]?.source;
  const behind = spans[at]?.source;
  const from = before?.end ?? behind?.start;
  const to = behind?.start ?? before?.end;
  return from === undefined || to === undefined ? undefined : { start: from, end: Math.max(from, to) };
}

/** Maps spans whose source is itself a spoken text to the source of that text; added words map to nothing. */
export function traceSpans(spans: readonly SpokenSpan[], origin: SpokenText): SpokenSpan[] {
  const traced: SpokenSpan[] = [];
  for (const span of spans) {
    for (const part of span.isVerbatim ? partsOf(span, origin) : [span]) {
      const source = locateSource(origin, part.source);
      if (!source) continue;
      const last = traced.at(-1);
      if (!last || source.start >= last.source.end) traced.push({ ...part, source });
      // A word within a span that isn't verbatim has no source range of its own: merge it into that span.
      else
        traced[traced.length - 1] = {
          ...last,
          spokenEnd: part.spokenEnd,
          source: { start: last.source.start, end: Math.max(last.source.end, source.end) },
          isVerbatim: false,
        };
    }
  }
  return traced;
}

/** Splits a verbatim span at the spans of the text that it is part of. */
function* partsOf({ spokenStart, source }: SpokenSpan, { spans }: SpokenText): Generator<SpokenSpan> {
  const shift = spokenStart - source.start;
  for (let at = firstSpanBehind(spans, source.start); ; at += 1) {
    const within = spans[at];
    if (!within || within.spokenStart >= source.end) return;
    const start = Math.max(within.spokenStart, source.start);
    const end = Math.min(within.spokenEnd, source.end);
    const { isVerbatim } = within;
    yield { spokenStart: start + shift, spokenEnd: end + shift, source: { start, end }, isVerbatim };
  }
}

/** Index of the first span that ends after an offset of the spoken text. */
function firstSpanBehind(spans: readonly SpokenSpan[], place: number): number {
  return firstFitting(spans, ({ spokenEnd }) => spokenEnd > place);
}
