import type { Narrate, NarratedBlock, WordsLanguage } from '../block.ts';
import { createNarrator } from '../narrator.ts';
import type { TextRange } from '../text/ranges.ts';
import { proseLanguageOf, wordsLanguageOf } from '../wordsLanguage.ts';
import { type CodeLanguage, languageOf } from './codeLanguages.ts';
import { type CodeReading, type Token, tokensFrom } from './codeTokens.ts';
import { type CommentGroup, groupComments, ownerOf } from './commentGroups.ts';
import { narrateComments, paragraphsOf } from './narrateComments.ts';
import { narrateTokens } from './narrateTokens.ts';
import { narratePage } from './page.ts';

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
    const asked = { start: options.start ?? 0, end: options.end ?? text.length };
    if (asked.end <= asked.start) return;
    if (isPage(languageId) && options.code !== 'everything') {
      const language = options.wordsLanguage ?? proseLanguageOf(text);
      const start = () => createNarrator(text, asked, language);
      return yield* narratePage({ text, kind: 'paragraph', start, toSource: (range) => range });
    }
    const language = options.wordsLanguage ?? languageOfComments(text, code);
    const reading: CodeReading = { text, code, language, asked };
    const items = groupComments(text, tokensFrom(text, code), asked.end);
    if (options.code === 'everything') return yield* narrateStatements(reading, items);
    for (const item of items) {
      if (item.kind === 'comments')
        yield* narrateComments(reading, item, ownerOf(text, item, options.symbols));
    }
  };
}

/** Whether a file is read as people see it; templates of pages are code. */
function isPage(languageId: string): boolean {
  return languageId === 'html';
}

/** The comments of a source file that contain text, each from its first word on. */
export function* commentsIn(languageId: string, text: string): Generator<TextRange> {
  const code = languageOf(languageId);
  if (!code || isPage(languageId)) return;
  for (const item of groupComments(text, tokensFrom(text, code), text.length)) {
    if (item.kind !== 'comments' || paragraphsOf(text, item).next().done) continue;
    const start = item.lines.find((line) => line.end > line.start)?.start ?? item.start;
    yield { start, end: item.end };
  }
}

function languageOfComments(text: string, code: CodeLanguage): WordsLanguage {
  const sample = text.slice(0, sampleLength);
  let said = '';
  for (const { kind, start, end } of groupComments(sample, tokensFrom(sample, code), sample.length))
    if (kind === 'comments') said += text.slice(start, end);
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
  const { text, asked } = reading;
  let tokens: Token[] = [];
  let depth = 0;
  let isNewLine = true;
  let longEnd = 0;

  function* flush(): Generator<NarratedBlock> {
    yield* narrateStatement(reading, tokens);
    tokens = [];
    depth = 0;
  }

  for (const item of items) {
    if (item.kind === 'newline') isNewLine = true;
    if (item.kind === 'newline' || item.start < longEnd) continue;
    if (item.kind === 'comments') {
      yield* flush();
      yield* narrateComments(reading, item);
      continue;
    }
    if (isNewLine && !goesOn(reading, tokens, depth, item)) yield* flush();
    const length = isNewLine ? lengthOfLine(text, item.start) : 0;
    isNewLine = false;
    if (length > longestLine) {
      yield* flush();
      longEnd = item.start + length;
      const narrator = createNarrator(text, asked, reading.language);
      narrator.say(narrator.words.longLine(length), { start: item.start, end: longEnd });
      yield* narrator.build('notice');
      continue;
    }
    tokens.push(item);
    const sign = item.kind === 'sign' ? text.slice(item.start, item.end) : '';
    if (/^[([]$/.test(sign)) depth += 1;
    else if (/^[)\]]$/.test(sign)) depth = Math.max(0, depth - 1);
    if (tokens.length > mostTokens) yield* flush();
  }
  yield* flush();
}

function narrateStatement(reading: CodeReading, tokens: readonly Token[]): readonly NarratedBlock[] {
  const { text, asked, code, language } = reading;
  const [first, last] = [tokens[0], tokens.at(-1)];
  if (!first || !last || last.end <= asked.start) return [];
  // Skip words that only close a block.
  if (/^(?:end|fi|done|esac)$/.test(text.slice(first.start, Math.min(last.end, first.start + 9)))) return [];
  const narrator = createNarrator(text, asked, language);
  narrateTokens(narrator, text, tokens, code.form);
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
  if (code.form === 'data' || code.form === 'markup') return false;
  if (depth > 0 || openEnd.test(end)) return true;
  return next.kind !== 'string' && goingOn.test(text.slice(next.start, Math.min(next.end, next.start + 4)));
}
