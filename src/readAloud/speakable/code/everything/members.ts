import type { SpeakableBlock } from '../../block.ts';
import { type CodeReading, type CodeSpeech, createCodeSpeech } from '../codeSpeech.ts';
import { sayComments } from '../comments/commentBlocks.ts';
import type { CommentGroup } from '../comments/commentGroups.ts';
import { sayNumber, sayString } from '../expressions/literals.ts';
import type { Token } from '../lexer/token.ts';
import { sayName } from '../names/names.ts';

/** So many values of a list are said, then how many more there are. */
const mostValues = 12;

/**
 * JSON as names and values, one a block, however its lines are: "name: value", "in scripts", and a list of values in
 * one block with its name.
 */
export function* sayMembers(
  reading: CodeReading,
  items: Iterable<Token | CommentGroup>,
): Generator<SpeakableBlock> {
  const { text, asked } = reading;
  const open: ('object' | 'array')[] = [];
  let speech: CodeSpeech | undefined;
  let key: Token | undefined;
  let waiting: Token | undefined;
  /** A name whose object or list has just begun, and may be empty. */
  let opened: { readonly key: Token; readonly isList: boolean } | undefined;
  let values = 0;
  let lastValue: Token | undefined;

  function* flush(): Generator<SpeakableBlock> {
    if (speech && lastValue && values > mostValues) {
      speech.pause();
      speech.say(speech.words.more(values - mostValues), lastValue);
    }
    const block = speech?.build('code');
    speech = undefined;
    lastValue = undefined;
    values = 0;
    if (block) yield block;
  }

  function sayKeyOf({ key: name, isList }: { readonly key: Token; readonly isList: boolean }): void {
    speech = createCodeSpeech(reading);
    if (!isList && !isEmptyBehind(text, name)) {
      speech.insert(speech.words.inside);
      speech.space();
    }
    sayKey(speech, name);
  }

  function sayValue(token: Token): void {
    speech ??= createCodeSpeech(reading);
    if (key) sayKey(speech, key);
    key = undefined;
    values += 1;
    lastValue = token;
    if (values > mostValues) return;
    if (values > 1) speech.pause();
    if (token.kind === 'string') sayString(speech, token);
    else if (token.kind === 'number') sayNumber(speech, token);
    else saySingleWord(speech, token);
  }

  for (const item of items) {
    if (item.start >= asked.end) break;
    if (item.kind === 'newline') continue;
    if (item.kind === 'comments') {
      // What waits for its value stands before the comment, and is said before it.
      if (opened) sayKeyOf(opened);
      if (waiting) sayValue(waiting);
      if (key) {
        speech ??= createCodeSpeech(reading);
        sayKey(speech, key);
      }
      opened = undefined;
      waiting = undefined;
      key = undefined;
      yield* flush();
      yield* sayComments(reading, item);
      continue;
    }
    const sign = item.kind === 'sign' ? text.slice(item.start, item.end) : '';
    if (opened && sign !== '}' && sign !== ']') {
      sayKeyOf(opened);
      if (!opened.isList) yield* flush();
      opened = undefined;
    }
    if (waiting && sign !== ':') {
      sayValue(waiting);
      waiting = undefined;
    }
    if (sign === ':') {
      yield* flush();
      key = waiting;
      waiting = undefined;
    } else if (sign === '{' || sign === '[') {
      if (key || sign === '{') yield* flush();
      if (key) {
        opened = { key, isList: sign === '[' };
      } else if (open.at(-1) === 'array' && sign === '{') {
        speech = createCodeSpeech(reading);
        speech.say(speech.words.item, item);
        yield* flush();
      }
      key = undefined;
      open.push(sign === '{' ? 'object' : 'array');
      // However deep it is, what matters is where this bracket stands.
      if (open.length > 1000) open.splice(0, 500);
    } else if (sign === '}' || sign === ']') {
      if (opened) {
        sayKeyOf(opened);
        speech?.say(sign === '}' ? speech.words.emptyObject : speech.words.emptyArray, item);
      }
      opened = undefined;
      open.pop();
      yield* flush();
    } else if (sign === ',') {
      if (open.at(-1) !== 'array') yield* flush();
    } else if (sign === '-' || sign === '+') {
      if (sign === '-') {
        speech ??= createCodeSpeech(reading);
        if (key) sayKey(speech, key);
        key = undefined;
        speech.say(speech.words.minus, item);
        speech.space();
      }
    } else if (item.kind === 'string' || item.kind === 'word') {
      waiting = item;
    } else {
      sayValue(item);
    }
  }
  if (waiting) sayValue(waiting);
  yield* flush();
}

/** Whether `{}` stands behind a name. */
function isEmptyBehind(text: string, { end }: Token): boolean {
  return /^\s{0,20}:\s{0,20}\{\s{0,200}\}/.test(text.slice(end, end + 250));
}

function sayKey(speech: CodeSpeech, key: Token): void {
  const range = key.content ?? key;
  const name = speech.text.slice(range.start, range.end);
  if (/^[\p{L}\p{N}_$@./:-]+$/u.test(name)) {
    const said = name
      .split(/[./:]/)
      .map(sayName)
      .filter((part) => part !== '')
      .join(' ');
    if (said.toLowerCase() === name.toLowerCase()) speech.copy(range);
    else speech.say(said, range);
  } else {
    sayString(speech, key);
  }
  speech.colon();
}

function saySingleWord(speech: CodeSpeech, token: Token): void {
  const word = speech.text.slice(token.start, token.end);
  const keyword = /^(?:true|false|null)$/.test(word) ? speech.words.keywords.get(word) : undefined;
  if (keyword === undefined) speech.copy(token);
  else speech.say(keyword, token);
}
