import type { BlockKind, NarratedBlock } from '../block.ts';
import { wordMap } from '../english.ts';
import type { Narrator } from '../narrator.ts';
import type { TextRange } from '../text/ranges.ts';
import type { Token } from './codeTokens.ts';
import type { CommentGroup } from './commentGroups.ts';
import { inlineCodeInWords } from './inlineCode.ts';

/** Inline elements; all others end the sentence. */
export const inline =
  /^<\/?(?:a|abbr|b|bdi|bdo|big|br|cite|code|data|del|dfn|em|font|i|img|ins|kbd|label|mark|picture|q|s|samp|small|source|span|strike|strong|sub|sup|time|tt|u|var|wbr)\b/i;
/** Elements that people see as an image, or not as text. */
const unread = /^<(svg|math|canvas|object|iframe|noscript)\b/i;
const description = /\salt\s?=\s?(?:"([^"]{1,1000})"|'([^']{1,1000})')/i;
/** Code in templates: `{{ name }}`, `{#if it}`, `{% if it %}`; HTML entities; line ends. */
const holes = /\{\{.{0,500}?\}\}|\{%.{0,500}?%\}|\{[^{}]{0,500}\}|&(?:#x?)?[\da-z]{1,8};|\r?\n/giu;
/** A plain variable, not an expression. */
const plainValue = /^\{{1,2}\s*([A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*){0,5})\s*\}{1,2}$/;
const entities = wordMap(`amp &, lt <, gt >, quot ", apos ', hellip …, mdash —, ndash –, copy ©`);

/** The text of a page: a file, or HTML in Markdown, whose lines map to other offsets of the source. */
interface Page {
  readonly text: string;
  readonly items: Iterable<Token | CommentGroup>;
  /** The kind of its paragraphs. */
  readonly kind: BlockKind;
  readonly start: () => Narrator;
  readonly toSource: (range: TextRange) => TextRange;
  readonly comments?: (group: CommentGroup) => Iterable<NarratedBlock>;
}

/** Narrates the text between elements, with the plain variables of templates and with entities decoded. */
export function narratePageText(
  narrator: Narrator,
  { text, toSource }: Pick<Page, 'text' | 'toSource'>,
  { start, end }: TextRange,
): void {
  let at = start;
  const copyTo = (to: number) => {
    if (to > at) narrator.copy(toSource({ start: at, end: to }));
  };
  for (const { index, 0: hole } of text.slice(start, end).matchAll(holes)) {
    copyTo(start + index);
    at = start + index + hole.length;
    const place = toSource({ start: start + index, end: at });
    const name = plainValue.exec(hole)?.[1];
    if (hole.endsWith('\n')) narrator.wrap();
    else if (hole.startsWith('&')) narrator.say(characterOf(hole), place);
    else if (name !== undefined) narrator.say(inlineCodeInWords(name, narrator.language), place);
  }
  copyTo(end);
}

/** Narrates the visible text of a page and its comments; elements are silent, except for image descriptions. */
export function* narratePage(page: Page): Generator<NarratedBlock> {
  const { text, items, toSource } = page;
  let narrator = page.start();
  let { kind } = page;
  let depth: number | undefined;
  let silentUntil: string | undefined;
  let isInHead = false;

  function* flush(): Generator<NarratedBlock> {
    const block = narrator.build(kind, depth);
    if (block) yield block;
    narrator = page.start();
  }

  for (const item of items) {
    if (item.kind === 'comments' && page.comments) {
      yield* flush();
      yield* page.comments(item);
    } else if (item.kind === 'tag') {
      const tag = text.slice(item.start, item.end);
      isInHead = /\{[^{}]*$/.test(tag);
      if (silentUntil !== undefined) {
        if (tag.startsWith(silentUntil)) silentUntil = undefined;
        continue;
      }
      const picture = unread.exec(tag)?.[1];
      if (picture !== undefined && !tag.endsWith('/>')) silentUntil = `</${picture}`;
      narrateTag(tag, narrator, toSource(item));
      if (inline.test(tag)) continue;
      yield* flush();
      const level = /^<h([1-6])\b/i.exec(tag)?.[1];
      depth = level === undefined ? undefined : Number(level);
      kind = level !== undefined ? 'heading' : /^<li\b/i.test(tag) ? 'listItem' : page.kind;
    } else if (item.kind === 'text' && silentUntil === undefined) {
      // A template expression within a tag may contain a `>` that does not end the tag.
      const rest = isInHead ? /^[^<>]*(?:>[^<>]*)*?\}\s*>/.exec(text.slice(item.start, item.end)) : null;
      isInHead = false;
      let at = item.start + (rest?.[0].length ?? 0);
      for (const part of text.slice(at, item.end).split(/(\r?\n[^\S\r\n]*\r?\n)/)) {
        narratePageText(narrator, page, { start: at, end: at + part.length });
        if (/^\r?\n\s*\n$/.test(part)) yield* flush();
        at += part.length;
      }
    }
  }
  yield* flush();
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
