import type { TextRange } from '../../../text/ranges.ts';
import type { SpeakableBlock } from '../../block.ts';
import { type CodeReading, type CodeSpeech, createCodeSpeech } from '../codeSpeech.ts';
import { sayComments } from '../comments/commentBlocks.ts';
import { groupComments } from '../comments/commentGroups.ts';
import { sayString } from '../expressions/literals.ts';
import { tokensFrom } from '../lexer/tokens.ts';
import { sayName } from '../names/names.ts';
import { sayProse } from '../prose.ts';

const longestLine = 2000;
/** A comment, an element with whatever its attributes hold, a text. */
export const piece =
  /<!--|<[/!?]?[A-Za-z](?:"[^"]{0,2000}"|'[^']{0,2000}'|\{[^{}]{0,2000}\}|[^<>])*>?|[^<]+|</g;
const attribute = /([^\s"'<>/=]{1,100})(?:\s?=\s?(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+)))?/g;
const entities = /&(?:amp|lt|gt|quot|apos|nbsp|copy|hellip|mdash|ndash|#\d{1,7}|#[xX][\da-fA-F]{1,6});/g;
const characters = new Map<string, string>([
  ...([
    ['&amp;', '&'],
    ['&lt;', '<'],
    ['&gt;', '>'],
    ['&quot;', '"'],
    ['&apos;', "'"],
  ] as const),
  ...([
    ['&hellip;', '…'],
    ['&mdash;', '—'],
    ['&ndash;', '–'],
    ['&copy;', '©'],
  ] as const),
]);
/** Elements in the middle of a sentence. */
export const inline =
  /^<\/?(?:a|abbr|b|bdi|bdo|cite|code|data|del|dfn|em|i|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|time|u|var|wbr)\b/i;

/** Pages and XML: an element by its name and attributes, then its text; what closes it is silent. */
export function* sayMarkup(reading: CodeReading, part: TextRange): Generator<SpeakableBlock> {
  const { text, asked } = reading;
  let speech = createCodeSpeech(reading);
  let at = part.start;

  function* flush(): Generator<SpeakableBlock> {
    const block = speech.build('code');
    speech = createCodeSpeech(reading);
    if (block) yield block;
  }

  while (at < Math.min(part.end, asked.end)) {
    piece.lastIndex = at;
    const found = piece.exec(text);
    if (!found) break;
    const start = found.index;
    const end = Math.min(part.end, start + found[0].length);
    const content = text.slice(start, end);
    if (content === '<!--') {
      yield* flush();
      at = endOfMarkupComment(text, start, part.end);
      yield* sayMarkupComment(reading, { start, end: at });
      continue;
    }
    at = end;
    if (content.startsWith('<') && content.length > 1) {
      if (inline.test(content)) continue;
      yield* flush();
      sayElement(speech, { start, end }, content);
    } else {
      for (const paragraph of textParagraphs(text, { start, end })) {
        if (paragraph.start > start) yield* flush();
        sayText(speech, paragraph);
      }
    }
  }
  yield* flush();
}

export function endOfMarkupComment(text: string, start: number, end: number): number {
  const close = text.indexOf('-->', start);
  return close === -1 ? end : Math.min(end, close + 3);
}

export function* sayMarkupComment(reading: CodeReading, range: TextRange): Generator<SpeakableBlock> {
  const { text, language } = reading;
  for (const item of groupComments(text, language, tokensFrom(text, language, range))) {
    if (item.kind === 'comments') yield* sayComments(reading, item);
  }
}

function sayElement(speech: CodeSpeech, { start, end }: TextRange, content: string): void {
  const name = /^<([A-Za-z][\w:.-]{0,80})/.exec(content)?.[1];
  if (name === undefined) return;
  speech.space();
  sayMarkupName(speech, start + 1, name);
  if (content.length > longestLine) {
    speech.pause();
    speech.say(speech.words.longText(content.length), { start: start + 1 + name.length, end });
    return;
  }
  const from = 1 + name.length;
  for (const found of content.slice(from).matchAll(attribute)) {
    const at = start + from + found.index;
    const key = found[1] ?? '';
    const value = found[2] ?? found[3] ?? found[4];
    speech.pause();
    sayMarkupName(speech, at, key);
    if (value === undefined || value === '') continue;
    speech.colon();
    const quoted = found[4] === undefined ? 1 : 0;
    const valueEnd = at + found[0].length - quoted;
    const range = { start: valueEnd - value.length, end: valueEnd };
    sayString(speech, { kind: 'string', ...range, content: range });
  }
  speech.pause();
}

function sayMarkupName(speech: CodeSpeech, start: number, name: string): void {
  const said = name.split(/[:.@]/).map(sayName).join(' ').trim();
  const range = { start, end: start + name.length };
  if (said.toLowerCase() === name.toLowerCase()) speech.copy(range);
  else speech.say(said, range);
}

/** The paragraphs of a text: a blank line ends what is said in one breath, any other line's end is a space. */
export function* textParagraphs(text: string, range: TextRange): Generator<TextRange> {
  const blank = /\r?\n[^\S\r\n]*\r?\n/g;
  let at = range.start;
  while (at < range.end) {
    blank.lastIndex = at;
    const found = blank.exec(text);
    const end = found && found.index < range.end ? found.index : range.end;
    yield { start: at, end };
    at = found && end < range.end ? end + found[0].length : range.end;
  }
}

export function sayText(speech: CodeSpeech, range: TextRange): void {
  const sample = speech.text.slice(range.start, range.end).trim().slice(0, longestLine);
  if (sample.length === longestLine && !/\s/.test(sample)) {
    speech.say(speech.words.longText(range.end - range.start), range);
    return;
  }
  let at = range.start;
  for (const { index, 0: entity } of speech.text.slice(range.start, range.end).matchAll(entities)) {
    const start = range.start + index;
    sayProse(speech, { start: at, end: start });
    at = start + entity.length;
    const character = characters.get(entity) ?? characterOf(entity);
    speech.say(character, { start, end: at });
    if (/^&(?:nbsp|#160);$/.test(entity)) speech.space();
  }
  sayProse(speech, { start: at, end: range.end });
}

/** `&#39;`, unless no voice could say it. */
function characterOf(entity: string): string {
  const digits = /^&#(x?)([\da-f]+);$/i.exec(entity);
  const code = Number.parseInt(digits?.[2] ?? '', digits?.[1] ? 16 : 10);
  const character = code <= 0x10ffff ? String.fromCodePoint(code) : '';
  return /^[\p{L}\p{N}\p{P}]$/u.test(character) ? character : '';
}
