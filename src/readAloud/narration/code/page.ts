import type { BlockKind, CodeSymbol, NarratedBlock } from '../block.ts';
import { wordMap } from '../english.ts';
import { createNarrator, type Narrator } from '../narrator.ts';
import type { TextRange } from '../text/ranges.ts';
import type { CodeReading, Token } from './codeTokens.ts';
import { type CommentGroup, ownerOf } from './commentGroups.ts';
import { narrateComments } from './comments.ts';
import { narrateInlineCode } from './inlineCode.ts';

/** Elements in the middle of a sentence. */
export const inline =
  /^<\/?(?:a|abbr|b|bdi|bdo|cite|code|data|del|dfn|em|i|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|time|u|var|wbr)\b/i;
/** What people see only as an image, or not as a text. */
const unread = /^<(svg|math|canvas|object|iframe)\b/i;
const description = /\salt\s?=\s?(?:"([^"]{1,1000})"|'([^']{1,1000})')/i;
/** Where a template has code: `{{ name }}`, `{#if it}`, `{% if it %}`; and the signs that HTML has names for. */
const holes = /\{\{.{0,500}?\}\}|\{%.{0,500}?%\}|\{[^{}]{0,500}\}|&(?:#x?)?[\da-z]{1,8};/giu;
/** A value by its name, and nothing that is worked out. */
const plainValue = /^\{{1,2}\s*([A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*){0,5})\s*\}{1,2}$/;
const entities = wordMap(`amp &, lt <, gt >, quot ", apos ', hellip …, mdash —, ndash –, copy ©`);

/** The text between elements: of templates the plain values, and what signs stand for. */
export function narratePageText(narrator: Narrator, text: string, { start, end }: TextRange): void {
  let at = start;
  for (const { index, 0: hole } of text.slice(start, end).matchAll(holes)) {
    const range = { start: start + index, end: start + index + hole.length };
    narrator.copy({ start: at, end: range.start });
    at = range.end;
    const name = plainValue.exec(hole)?.[1];
    if (hole.startsWith('&')) narrator.say(characterOf(hole), range);
    else if (name !== undefined) {
      const from = range.start + hole.indexOf(name);
      narrateInlineCode(narrator, text, { start: from, end: from + name.length });
    }
  }
  narrator.copy({ start: at, end });
}

/** The text of a page as people read it, with its comments; elements are silent, but for what describes an image. */
export function* narratePage(
  reading: CodeReading,
  items: Iterable<Token | CommentGroup>,
  symbols: readonly CodeSymbol[] | undefined,
): Generator<NarratedBlock> {
  const { text, asked, language } = reading;
  let narrator = createNarrator(text, asked, language);
  let kind: BlockKind = 'paragraph';
  let depth = 0;
  let silentUntil: string | undefined;
  let isInHead = false;

  function* flush(): Generator<NarratedBlock> {
    const block = narrator.build(kind, depth > 0 ? { depth } : {});
    narrator = createNarrator(text, asked, language);
    if (block) yield block;
  }

  for (const item of items) {
    if (item.start >= asked.end) break;
    if (item.kind === 'comments') {
      yield* flush();
      yield* narrateComments(reading, item, ownerOf(text, item, symbols));
    } else if (item.kind === 'tag') {
      const tag = text.slice(item.start, item.end);
      isInHead = /\{[^{}]*$/.test(tag);
      if (silentUntil !== undefined) {
        if (tag.startsWith(silentUntil)) silentUntil = undefined;
        continue;
      }
      const picture = unread.exec(tag)?.[1];
      if (picture !== undefined && !tag.endsWith('/>')) silentUntil = `</${picture}`;
      if (/^<br\b/i.test(tag)) narrator.pause();
      else if (/^<img\b/i.test(tag)) {
        const found = description.exec(tag);
        const words = found?.[1] ?? found?.[2] ?? '';
        if (!found || words.trim() === '') continue;
        const from = item.start + found.index + found[0].length - 1 - words.length;
        narrator.pause();
        narrator.insert(narrator.words.imageOf);
        narratePageText(narrator, text, { start: from, end: from + words.length });
        narrator.pauseBeforeMore();
      } else if (!inline.test(tag)) {
        yield* flush();
        depth = Number(/^<h([1-6])\b/i.exec(tag)?.[1] ?? 0);
        kind = depth > 0 ? 'heading' : /^<li\b/i.test(tag) ? 'listItem' : 'paragraph';
      }
    } else if (item.kind === 'text' && silentUntil === undefined) {
      // A value of a template may have the sign that ends a head.
      const rest = isInHead ? /^[^<>]*(?:>[^<>]*)*?\}\s*>/.exec(text.slice(item.start, item.end)) : null;
      isInHead = false;
      let at = item.start + (rest?.[0].length ?? 0);
      for (const part of text.slice(at, item.end).split(/(\r?\n[^\S\r\n]*\r?\n)/)) {
        narratePageText(narrator, text, { start: at, end: at + part.length });
        if (/^\r?\n\s*\n$/.test(part)) yield* flush();
        at += part.length;
      }
    }
  }
  yield* flush();
}

/** What `&lt;` or `&#39;` stands for, unless no voice could say it. */
export function characterOf(entity: string): string {
  const name = entity.slice(1, -1).toLowerCase();
  const digits = /^#(x?)([\da-f]+)$/.exec(name);
  if (!digits) return name === 'nbsp' ? ' ' : (entities.get(name) ?? '');
  const code = Number.parseInt(digits[2] ?? '', digits[1] ? 16 : 10);
  const character = code <= 0x10ffff ? String.fromCodePoint(code) : '';
  return /^[\p{L}\p{N}\p{P}\s]$/u.test(character) ? character : '';
}
