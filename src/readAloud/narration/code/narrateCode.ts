import type { Narrate, NarratedBlock, WordsLanguage } from '../block.ts';
import { createNarrator } from '../narrator.ts';
import type { TextRange } from '../text/ranges.ts';
import { wordsLanguageOf } from '../wordsLanguage.ts';
import { type CodeLanguage, languageOf } from './codeLanguages.ts';
import { type CodeReading, inlineTokens, type Token, tokensFrom } from './codeTokens.ts';
import { type CommentGroup, groupComments, ownerOf } from './commentGroups.ts';
import { paragraphsOf } from './commentParagraphs.ts';
import { narrateComments } from './comments.ts';
import { narrateTokens } from './narrateTokens.ts';
import { inline, narratePage, narratePageText } from './page.ts';

/** Number of characters that are checked to detect the language of the comments. */
const sampleLength = 30_000;

/**
 * The narration for source code, by VS Code language id or the name on a code fence; undefined if the language is
 * unknown or not code.
 */
export function narrateCode(languageId: string): Narrate | undefined {
  const code = languageOf(languageId);
  if (!code) return undefined;
  return function* narrate(text, options): Generator<NarratedBlock> {
    const { start = 0, end = text.length } = options;
    if (end <= start) return;
    const asked = { start, end };
    const language = options.wordsLanguage ?? languageOfComments(text, code);
    const reading: CodeReading = { text, code, language, asked };
    const items = groupComments(text, tokensFrom(text, code), asked.end);
    const comments = (group: CommentGroup) =>
      narrateComments(reading, group, ownerOf(text, group, options.symbols));
    const isPage = (code.form === 'markup' && languageId !== 'xml') || code.grammar === 'php';
    if (options.code === 'everything') {
      yield* narrateStatements(reading, items);
    } else if (isPage) {
      const start = () => createNarrator(text, asked, language);
      yield* narratePage({ text, items, kind: 'paragraph', start, toSource: (range) => range, comments });
    } else {
      // XML counts as data: as in code, only its comments are narrated.
      for (const item of items) if (item.kind === 'comments') yield* comments(item);
    }
  };
}

/** The comments of a source file that contain text, each from its first word on. */
export function* commentsIn(languageId: string, text: string): Generator<TextRange> {
  const code = languageOf(languageId);
  if (!code) return;
  for (const item of groupComments(text, tokensFrom(text, code), text.length)) {
    if (item.kind !== 'comments' || paragraphsOf(text, item).next().done) continue;
    const start = item.lines.find((line) => line.end > line.start)?.start ?? item.start;
    yield { start, end: item.end };
  }
}

/** The language of the comments and, for a page, of its text. */
function languageOfComments(text: string, code: CodeLanguage): WordsLanguage {
  const isPage = code.form === 'markup';
  const sample = text.slice(0, sampleLength);
  let said = '';
  for (const { kind, start, end } of groupComments(sample, tokensFrom(sample, code), sample.length))
    if (kind === 'comments' || (isPage && kind === 'text')) said += text.slice(start, end);
  return wordsLanguageOf(said);
}

/** Longer lines were not written by a person and are only announced. */
const longestLine = 2000;
/** A longer statement is narrated in parts of this many tokens. */
const mostTokens = 240;

/** Narrates every statement of a source file and its comments. A statement is a line, or several if it continues. */
function* narrateStatements(
  reading: CodeReading,
  items: Iterable<Token | CommentGroup>,
): Generator<NarratedBlock> {
  const { text, asked, code } = reading;
  let tokens: Token[] = [];
  let depth = 0;
  let isNewLine = true;
  let longEnd = 0;
  let isPage = false;

  function* flush(): Generator<NarratedBlock> {
    const block = narrateStatement(reading, tokens);
    tokens = [];
    depth = 0;
    if (block) yield block;
  }

  for (const item of items) {
    if (item.start < longEnd && item.kind !== 'newline') continue;
    if (item.kind === 'comments') {
      yield* flush();
      yield* narrateComments(reading, item);
      continue;
    }
    if (item.kind === 'newline') {
      isNewLine = true;
      continue;
    }
    if (isNewLine) {
      isNewLine = false;
      if (!goesOn(reading, tokens, depth, item)) yield* flush();
      const length = lengthOfLine(text, item.start);
      // A whole page may be one long line: its text is narrated piece by piece.
      if (length > longestLine && item.kind !== 'tag' && item.kind !== 'text') {
        yield* flush();
        longEnd = item.start + length;
        const narrator = createNarrator(text, asked, reading.language);
        narrator.say(narrator.words.longLine(length), { start: item.start, end: longEnd });
        const notice = narrator.build('notice');
        if (notice) yield notice;
        continue;
      }
    }
    if (item.kind === 'tag') {
      const tag = text.slice(item.start, item.end);
      if (inline.test(tag) && !/^<img\b/i.test(tag)) continue;
      yield* flush();
      if (!tag.startsWith('</')) tokens.push(...inlineTokens(text, item));
      isPage = true;
      continue;
    }
    if (isPage && item.kind !== 'text') yield* flush();
    isPage = item.kind === 'text';
    tokens.push(item);
    const sign = item.kind === 'sign' ? text.slice(item.start, item.end) : '';
    if (/^[([]$/.test(sign)) depth += 1;
    else if (/^[)\]]$/.test(sign)) depth = Math.max(0, depth - 1);
    if ((code.form === 'styles' && /[;{}]/.test(sign)) || tokens.length > mostTokens) yield* flush();
  }
  yield* flush();
}

function narrateStatement(reading: CodeReading, tokens: readonly Token[]): NarratedBlock | undefined {
  const { text, asked, code, language } = reading;
  const [first, last] = [tokens[0], tokens.at(-1)];
  if (!first || !last || last.end <= asked.start) return undefined;
  // Skip words that only close a block.
  if (/^(?:end|fi|done|esac)$/.test(text.slice(first.start, Math.min(last.end, first.start + 9))))
    return undefined;
  const narrator = createNarrator(text, asked, language);
  const texts = tokens.findIndex(({ kind }) => kind === 'text');
  narrateTokens(narrator, { text, form: code.form }, tokens.slice(0, texts < 0 ? tokens.length : texts));
  for (const token of tokens)
    if (token.kind === 'text') narratePageText(narrator, { text, toSource: (range) => range }, token);
  return narrator.build('code');
}

/** The length of the rest of the line. */
function lengthOfLine(text: string, at: number): number {
  const newline = /[\r\n]/g;
  newline.lastIndex = at;
  return (newline.exec(text)?.index ?? text.length) - at;
}

const openEnd = /^(?:[,=([.]|=>|&&|\|\||\?\?|\?|[-+*/%|&^]|==|===|!=|!==|\+=|->)$/;
const goingOn = /^(?:\.|\?\.|&&|\|\||\?\?|\||\?|:|=>|\|>|\)|\]|and|or)$/;

/** Whether a statement continues with the first token of the next line. */
function goesOn({ text, code }: CodeReading, tokens: readonly Token[], depth: number, next: Token): boolean {
  const last = tokens.at(-1);
  if (!last) return true;
  const end = last.kind === 'sign' ? text.slice(last.start, last.end) : '';
  if (code.form === 'commands') return end === '\\';
  if (code.form === 'data') return false;
  if (code.form === 'styles') return true;
  if (depth > 0 || openEnd.test(end)) return true;
  return next.kind !== 'string' && goingOn.test(text.slice(next.start, Math.min(next.end, next.start + 4)));
}
