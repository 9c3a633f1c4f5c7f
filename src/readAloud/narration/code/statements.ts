import type { NarratedBlock } from '../block.ts';
import { createNarrator } from '../narrator.ts';
import type { CodeReading } from './codeReading.ts';
import type { Token } from './codeTokens.ts';
import type { CommentGroup } from './commentGroups.ts';
import { narrateComments } from './comments.ts';
import { isImport, narrateTokens } from './narrateTokens.ts';

/** Longer lines were written by no person, and are said to be there. */
const longestLine = 2000;
/** A statement over many lines is said in parts of as many tokens. */
const mostTokens = 240;

/** Every statement of a source file, with its comments: a line, or the lines that one expression goes on over. */
export function* narrateStatements(
  reading: CodeReading,
  items: Iterable<Token | CommentGroup>,
): Generator<NarratedBlock> {
  const { text, asked, code } = reading;
  let tokens: Token[] = [];
  let depth = 0;
  let isNewLine = true;
  let longEnd = 0;

  function* flush(): Generator<NarratedBlock> {
    const block = narrateStatement(reading, tokens);
    tokens = [];
    depth = 0;
    if (block) yield block;
  }

  for (const item of items) {
    if (item.start >= asked.end) break;
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
      if (length > longestLine) {
        yield* flush();
        longEnd = item.start + length;
        const narrator = createNarrator(text, asked, reading.language);
        narrator.say(narrator.words.longLine(length), { start: item.start, end: longEnd });
        const notice = narrator.build('notice');
        if (notice) yield notice;
        continue;
      }
    }
    tokens.push(item);
    const sign = item.kind === 'sign' ? text.charAt(item.start) : '';
    if (/[([]/.test(sign) || (sign === '{' && isImport(text, tokens))) depth += 1;
    else if (/[)\]]/.test(sign) || (sign === '}' && isImport(text, tokens))) depth = Math.max(0, depth - 1);
    if ((code.form === 'styles' && /[;{}]/.test(sign)) || tokens.length > mostTokens) yield* flush();
  }
  yield* flush();
}

function narrateStatement(reading: CodeReading, tokens: readonly Token[]): NarratedBlock | undefined {
  const { text, asked, code, language } = reading;
  const [first, last] = [tokens[0], tokens.at(-1)];
  if (!first || !last || last.end <= asked.start) return undefined;
  // Words that only close what was opened.
  if (/^(?:end|fi|done|esac)$/.test(text.slice(first.start, Math.min(last.end, first.start + 9))))
    return undefined;
  const narrator = createNarrator(text, asked, language);
  // A name with its values in the lines below.
  if (
    code.form === 'data' &&
    tokens.length > 1 &&
    tokens.length < 4 &&
    /[:{]$/.test(text.slice(first.start, last.end))
  ) {
    narrator.insert(narrator.words.inside);
    narrator.space();
  }
  narrateTokens(narrator, { text, ...code }, tokens);
  return narrator.build('code');
}

/** Of the rest of the line, with a look no further than it takes to call it long. */
function lengthOfLine(text: string, at: number): number {
  const newline = /[\r\n]/g;
  newline.lastIndex = at;
  return (newline.exec(text)?.index ?? text.length) - at;
}

const openEnd = /^(?:[,=([.]|=>|&&|\|\||\?\?|\?|[-+*/%|&^]|==|===|!=|!==|\+=|->)$/;
const goingOn = /^(?:\.|\?\.|&&|\|\||\?\?|\||\?|:|=>|\|>|\)|\]|and|or)$/;

/** Whether a statement goes on with the first token of the next line. */
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
