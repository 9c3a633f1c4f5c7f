import type { TextRange } from '../../../text/ranges.ts';
import type { SpeakableBlock } from '../../block.ts';
import { type CodeReading, createCodeSpeech } from '../codeSpeech.ts';
import { sayComments } from '../comments/commentBlocks.ts';
import type { CommentGroup } from '../comments/commentGroups.ts';
import { sayTokens } from '../expressions/expressions.ts';
import type { Token } from '../lexer/token.ts';
import { isImport, sayImport } from './imports.ts';
import { sayMarkup } from './markup.ts';
import { sayMembers } from './members.ts';
import { saySetting } from './settings.ts';
import { sayCommand } from './shell.ts';
import { sayStyle } from './styles.ts';

/** Longer lines were written by no person, and are said to be there. */
const longestLine = 2000;
/** A statement over many lines is said in parts of about as many tokens. */
const mostTokens = 60;

/** Every line of a part of a file. */
export function* sayStatements(
  reading: CodeReading,
  part: TextRange,
  items: Iterable<Token | CommentGroup>,
): Generator<SpeakableBlock> {
  const { form } = reading.language;
  if (form === 'members') {
    yield* sayMembers(reading, items);
    return;
  }
  if (form === 'markup') {
    yield* sayMarkup(reading, part);
    return;
  }
  for (const statement of statementsFrom(reading, items)) {
    if (statement.kind === 'comments') {
      yield* sayComments(reading, statement);
      continue;
    }
    const block = sayStatement(reading, statement);
    if (block) yield block;
  }
}

interface Statement extends TextRange {
  readonly kind: 'statement' | 'longLine';
  readonly tokens: readonly Token[];
}

function sayStatement(reading: CodeReading, statement: Statement): SpeakableBlock | undefined {
  const { asked, language } = reading;
  if (statement.end <= asked.start) return undefined;
  const speech = createCodeSpeech(reading);
  const { tokens } = statement;
  if (statement.kind === 'longLine') {
    speech.say(speech.words.longLine(statement.end - statement.start), statement);
    return speech.build('notice');
  }
  if (isClosing(reading, tokens)) return undefined;
  if (language.form === 'settings') saySetting(speech, statement);
  else if (language.form === 'commands') sayCommand(speech, tokens);
  else if (language.form === 'styles') sayStyle(speech, tokens);
  else if (isImport(speech, tokens)) sayImport(speech, tokens);
  else sayTokens(speech, tokens);
  return speech.build('code');
}

/** Words that only close what was opened. */
function isClosing({ text, language }: CodeReading, tokens: readonly Token[]): boolean {
  return tokens.every((token) => {
    const written = text.slice(token.start, Math.min(token.end, token.start + 8));
    if (token.kind === 'word') return language.form !== 'settings' && /^(?:end|fi|done|esac)$/.test(written);
    return token.kind === 'sign' && language.form !== 'settings' && /^[{}()[\];,]+$/.test(written);
  });
}

/** Statements and comments in order, up to the end of what is asked for. */
function* statementsFrom(
  reading: CodeReading,
  items: Iterable<Token | CommentGroup>,
): Generator<Statement | CommentGroup> {
  const { text, asked, language } = reading;
  let tokens: Token[] = [];
  let depth = 0;
  let lineStart = -1;
  let longEnd = -1;
  let isNewLine = true;

  function* flush(): Generator<Statement> {
    const first = tokens[0];
    const last = tokens.at(-1);
    if (first && last) yield { kind: 'statement', tokens, start: first.start, end: last.end };
    tokens = [];
    depth = 0;
  }

  for (const item of items) {
    if (item.start >= asked.end) break;
    if (item.kind === 'comments') {
      yield* flush();
      yield item;
      continue;
    }
    if (item.start < longEnd && item.kind !== 'newline') continue;
    if (item.kind === 'newline') {
      isNewLine = true;
      if (language.form !== 'statements' && !endsWithBackslash(text, tokens)) yield* flush();
      continue;
    }
    if (isNewLine) {
      if (tokens.length > 0 && !goesOn(reading, tokens, depth, item)) yield* flush();
      isNewLine = false;
      const length = lengthOfLine(text, item.start, lineStart);
      lineStart = item.start;
      if (length > longestLine) {
        yield* flush();
        longEnd = item.start + length;
        yield { kind: 'longLine', tokens: [], start: item.start, end: longEnd };
        continue;
      }
    }
    tokens.push(item);
    const sign = item.kind === 'sign' ? text.slice(item.start, Math.min(item.end, item.start + 3)) : '';
    if (sign === '(' || sign === '[') depth += 1;
    else if (sign === ')' || sign === ']') depth = Math.max(0, depth - 1);
    const isEnd =
      language.form === 'styles'
        ? /^[;{}]$/.test(sign)
        : sign === ';' && depth === 0 && !isHead(reading, tokens);
    if (
      (isEnd && language.form !== 'settings' && language.form !== 'commands') ||
      tokens.length > mostTokens * 4
    ) {
      yield* flush();
    }
  }
  yield* flush();
}

function endsWithBackslash(text: string, tokens: readonly Token[]): boolean {
  const last = tokens.at(-1);
  return last?.kind === 'sign' && text.charAt(last.end - 1) === '\\';
}

/** Of the rest of the line, with a look no further than it takes to call it long. */
function lengthOfLine(text: string, at: number, previous: number): number {
  // Within a line that was found short, nothing needs to be looked for.
  if (at === previous) return 0;
  const newline = /[\r\n]/g;
  newline.lastIndex = at;
  return (newline.exec(text)?.index ?? text.length) - at;
}

const openEnd = /^(?:[,=([.]|=>|&&|\|\||\?\?|\?|[-+*/%|&^]|==|===|!=|!==|\+=|->)$/;
const goingOn = /^(?:\.|\?\.|&&|\|\||\?\?|\||\?|:|=>|\|>|\)|\]|and|or)$/;

/** Whether a statement goes on in a line that begins with this token. */
function goesOn({ text }: CodeReading, tokens: readonly Token[], depth: number, next: Token): boolean {
  if (tokens.length > mostTokens) return false;
  const last = tokens.at(-1);
  const end = last?.kind === 'sign' ? text.slice(last.start, Math.min(last.end, last.start + 4)) : '';
  if (/^[{};]$/.test(end)) return isImportOf(text, tokens) && end === '{';
  if (isImportOf(text, tokens) && tokens.some(({ start }) => text.charAt(start) === '{')) {
    return !tokens.some(({ start }) => text.charAt(start) === '}');
  }
  if (depth > 0) return true;
  return (
    openEnd.test(end) ||
    (next.kind !== 'string' && goingOn.test(text.slice(next.start, Math.min(next.end, next.start + 4))))
  );
}

function isImportOf(text: string, [first, second]: readonly Token[]): boolean {
  if (first?.kind !== 'word') return false;
  const word = text.slice(first.start, first.end);
  if (word === 'export') return second !== undefined && /[{*]/.test(text.charAt(second.start));
  return word === 'import' || word === 'use';
}

/** `if x := f(); x > 0 {` is one statement. */
function isHead({ text, language }: CodeReading, [first]: readonly Token[]): boolean {
  if (language.condition !== 'brace' || first?.kind !== 'word') return false;
  return /^(?:if|for|switch)$/.test(text.slice(first.start, first.end));
}
