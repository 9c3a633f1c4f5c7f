import type { TextRange } from '../../../text/ranges.ts';
import type { BlockKind, SpeakableBlock } from '../../block.ts';
import { type CodeReading, type CodeSpeech, createCodeSpeech } from '../codeSpeech.ts';
import { sayExpression } from '../expressions/expressions.ts';
import { endOfMarkupComment, inline, piece, sayMarkupComment, sayText, textParagraphs } from './markup.ts';

/** What people see only as a picture, or not as a text. */
const unread = /^<(svg|math|canvas|object|iframe)\b/i;
const description = /\salt\s?=\s?(?:"([^"]{1,1000})"|'([^']{1,1000})')/i;
/** Where a template has code: `{{ name }}`, `{#if it}`, `{% if it %}`. */
const holes = /\{\{.{0,500}?\}\}|\{%.{0,500}?%\}|\{[^{}]{0,500}\}/gsu;
/** A value by its name, and nothing that is worked out. */
const plainValue = /^\{{1,2}\s*([A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*){0,5})\s*\}{1,2}$/;

/** The text of a page as people read it, with its comments; elements are silent, but for what describes a picture. */
export function* sayPage(reading: CodeReading, part: TextRange): Generator<SpeakableBlock> {
  const { text, asked, language } = reading;
  let speech = createCodeSpeech(reading);
  let depth = 0;
  let kind: BlockKind = 'paragraph';
  let at = part.start;
  const hasHoles = /^(?:vue|handlebars)$/.test(language.id)
    ? /^\{[{%]/
    : /^(?:svelte|astro)$/.test(language.id)
      ? /^\{/
      : undefined;

  function* flush(): Generator<SpeakableBlock> {
    const block = speech.build(kind);
    speech = createCodeSpeech(reading);
    if (block) yield { ...block, ...(kind === 'heading' && { depth }) };
  }

  while (at < Math.min(part.end, asked.end)) {
    piece.lastIndex = at;
    const found = piece.exec(text);
    if (!found) break;
    const start = found.index;
    const end = Math.min(part.end, start + found[0].length);
    const content = text.slice(start, end);
    at = end;
    if (content === '<!--') {
      yield* flush();
      at = endOfMarkupComment(text, start, part.end);
      yield* sayMarkupComment(reading, { start, end: at });
    } else if (content.startsWith('<') && content.length > 1) {
      if (/^<br\b/i.test(content)) speech.pause();
      if (/^<br\b/i.test(content) || inline.test(content)) continue;
      const picture = unread.exec(content)?.[1];
      if (picture !== undefined && !content.endsWith('/>')) at = endOfElement(text, picture, end, part.end);
      if (sayPicture(speech, start, content)) continue;
      yield* flush();
      depth = Number(/^<h([1-6])\b/i.exec(content)?.[1] ?? 0);
      kind = depth > 0 ? 'heading' : /^<li\b/i.test(content) ? 'listItem' : 'paragraph';
    } else {
      for (const paragraph of textParagraphs(text, { start, end })) {
        if (paragraph.start > start) yield* flush();
        if (hasHoles) sayTemplate(speech, paragraph, hasHoles);
        else sayText(speech, paragraph);
      }
    }
  }
  yield* flush();
}

function endOfElement(text: string, name: string, from: number, end: number): number {
  const close = text.indexOf(`</${name}`, from);
  return close === -1 || close > end ? from : close;
}

/** Whether an element is a picture, which stands in its text. */
function sayPicture(speech: CodeSpeech, start: number, content: string): boolean {
  if (!/^<img\b/i.test(content)) return false;
  const found = description.exec(content);
  const words = found?.[1] ?? found?.[2];
  if (!found || words === undefined || words.trim() === '') return true;
  const from = start + found.index + found[0].length - 1 - words.length;
  speech.pause();
  speech.insert(speech.words.image);
  speech.colon();
  sayText(speech, { start: from, end: from + words.length });
  speech.pause();
  return true;
}

function sayTemplate(speech: CodeSpeech, range: TextRange, opening: RegExp): void {
  let at = range.start;
  for (const { index, 0: hole } of speech.text.slice(range.start, range.end).matchAll(holes)) {
    if (!opening.test(hole)) continue;
    const start = range.start + index;
    sayText(speech, { start: at, end: start });
    at = start + hole.length;
    const name = plainValue.exec(hole)?.[1];
    if (name !== undefined) {
      const from = start + hole.indexOf(name);
      sayExpression(speech, { start: from, end: from + name.length });
    }
    if (/^\s/.test(speech.text.charAt(at))) speech.space();
  }
  sayText(speech, { start: at, end: range.end });
}
