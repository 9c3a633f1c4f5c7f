import type { BlockKind, NarratedBlock } from '../block.ts';
import { wordMap } from '../english.ts';
import type { Narrator } from '../narrator.ts';
import type { TextRange } from '../text/ranges.ts';

/** What nobody sees as text, a tag, or the text between tags. */
const parts =
  /<!--[\s\S]*?(?:-->|$)|<(?<silent>script|style|svg|math|canvas|object|iframe|noscript)\b[\s\S]*?(?:<\/\k<silent>\s*>|$)|(?<tag><[!?/]?[a-z][^<>]*>)|(?<text>[^<]+|<)/gi;
/** Inline elements; all others end the sentence. */
const inline =
  /^<\/?(?:a|abbr|b|bdi|bdo|big|br|cite|code|data|del|dfn|em|font|i|img|ins|kbd|label|mark|picture|q|s|samp|small|source|span|strike|strong|sub|sup|time|tt|u|var|wbr)\b/i;
const description = /\salt\s?=\s?(?:"([^"]{1,1000})"|'([^']{1,1000})')/i;
const entities = wordMap(`amp &, lt <, gt >, quot ", apos ', hellip …, mdash —, ndash –, copy ©`);

/** HTML: a file, or a part of Markdown, whose lines map to other offsets of the source. */
interface Page {
  readonly text: string;
  /** The kind of its paragraphs. */
  readonly kind: BlockKind;
  readonly start: () => Narrator;
  readonly toSource: (range: TextRange) => TextRange;
}

/** Narrates the visible text of a page; elements are silent, except for image descriptions. */
export function* narratePage({ text, kind, start, toSource }: Page): Generator<NarratedBlock> {
  let narrator = start();
  let depth: number | undefined;
  let isItem = false;
  for (const { index, 0: written, groups } of text.matchAll(parts)) {
    if (groups?.['text'] !== undefined) narrateText(narrator, written, index, toSource);
    if (groups?.['tag'] === undefined) continue;
    narrateTag(written, narrator, toSource({ start: index, end: index + written.length }));
    if (inline.test(written)) continue;
    yield* narrator.build(depth ? 'heading' : isItem ? 'listItem' : kind, depth);
    narrator = start();
    depth = Number(/^<h([1-6])\b/i.exec(written)?.[1]) || undefined;
    isItem = /^<li\b/i.test(written);
  }
  yield* narrator.build(kind);
}

/** Narrates the text between elements, with entities decoded. */
function narrateText(narrator: Narrator, text: string, offset: number, toSource: Page['toSource']): void {
  let at = 0;
  for (const part of text.split(/(&(?:#x?)?[\da-z]{1,8};|\r?\n)/i)) {
    const range = toSource({ start: offset + at, end: offset + at + part.length });
    at += part.length;
    if (part.endsWith('\n')) narrator.wrap();
    else if (/^&.*;$/.test(part)) narrator.say(characterOf(part), range);
    else if (part !== '') narrator.copy(range);
  }
}

/** Narrates a tag within text: only line breaks and image descriptions are audible. */
export function narrateTag(tag: string, narrator: Narrator, range: TextRange): void {
  if (/^<br\b/i.test(tag)) narrator.pause();
  const [, double, single = ''] = (/^<img\b/i.test(tag) && description.exec(tag)) || [];
  const words = (double ?? single).trim();
  if (words === '') return;
  const { imageOf } = narrator.words;
  narrator.pause();
  narrator.say(`${imageOf}${imageOf.endsWith('：') ? '' : ' '}${words}`, range);
  narrator.pauseBeforeMore();
}

/** The character for `&lt;` or `&#39;`, unless no voice can pronounce it. */
function characterOf(entity: string): string {
  const name = entity.slice(1, -1).toLowerCase();
  const digits = /^#(x?)([\da-f]+)$/.exec(name);
  if (!digits) return name === 'nbsp' ? ' ' : (entities.get(name) ?? '');
  const code = Number.parseInt(digits[2] ?? '', digits[1] ? 16 : 10);
  const character = code <= 0x10ffff ? String.fromCodePoint(code) : '';
  return /^[\p{L}\p{N}\p{P}\s]$/u.test(character) ? character : '';
}
