import type { Vocabulary } from '../english.ts';
import { hexInWords, opaqueInWords, optionInWords, splitName } from '../names.ts';
import type { Narrator } from '../narrator.ts';
import type { CodeLanguage } from './codeLanguages.ts';
import type { Token } from './codeTokens.ts';

/** Words that never end an operand: a sign after them is a prefix. */
const beforeOperand =
  /^(?:return|case|in|and|or|not|if|elif|while|for|switch|match|catch|await|yield|throw|import|export|select)$/i;
/** After these names, brackets contain type arguments, not an index. */
const nameOfType = /^(?:\p{Lu}\p{Ll}|(?:list|dict|tuple|set|type|map)$)/u;
/** The type arguments of a generic, up to a closing `>` nearby. */
const types = /^<(?:(?!&&)[\w\s,.:&|?[\]'"*(){}=$<-]|(?<=[=-])>){0,200}>/;

/**
 * The tokens of one statement: names split, signs in words, structure as pauses. In `inline` code in prose, a hyphen
 * belongs to the name.
 */
export function narrateTokens(
  narrator: Narrator,
  text: string,
  tokens: readonly Token[],
  form: CodeLanguage['form'] | 'inline',
): void {
  const { words } = narrator;
  const isCommand = form === 'commands';
  const isMarkup = form === 'markup';
  const isCode = form === 'code' || form === 'inline' || isMarkup;
  let ternaries = 0;
  let openTypes = 0;

  const written = (index: number): string => {
    const token = tokens[index];
    return token ? text.slice(token.start, Math.min(token.end, token.start + 40)) : '';
  };

  /** The words for a sign in its context, or the pause or colon that replaces it. */
  function signInWords(token: Token, index: number): string | 'pause' | 'colon' | undefined {
    const [before, sign, after] = [written(index - 1), written(index), written(index + 1)];
    const previous = tokens[index - 1];
    const isSpacedBefore = previous !== undefined && previous.end < token.start;
    const isSpacedAfter = (tokens[index + 1]?.start ?? token.end) > token.end;
    const isBehindOperand =
      previous?.kind === 'sign'
        ? /^(?:[)\]}]|\+\+|--)$/.test(before)
        : previous && !beforeOperand.test(before);
    // A prefix: `-1`, `&value`, `*args`. No prefix: `a - b`, `a-b`.
    const isPrefix = !isBehindOperand || (isCode && isSpacedBefore && !isSpacedAfter);
    const isEven = isSpacedBefore === isSpacedAfter;
    const said = words.signs.get(sign);

    if (/^(?:[{)\]},;]|<\/.*|\/>)$/.test(sign)) return 'pause';
    if (sign === '(') return beforeOperand.test(before) ? undefined : 'pause';
    if (sign === '[' && isCommand) return undefined;
    if (sign === '[')
      return isCode && isBehindOperand && !isSpacedBefore && !nameOfType.test(before) ? words.at : 'pause';
    if (sign === '{}') return /^(?:[=:(,]|return|\?\?|\|\|)?$/.test(before) ? words.emptyObject : 'pause';
    if (sign === '[]') {
      const isOfType = (before !== '' && !isSpacedBefore) || /^[\p{L}_]/u.test(isSpacedAfter ? '' : after);
      return isOfType && previous?.kind !== 'sign' ? words.array : words.emptyArray;
    }
    if (sign === '?' && (!isSpacedBefore || after === ':')) return words.questionMark;
    if (sign === '?') {
      ternaries += 1;
      return words.thenWord;
    }
    if (sign === ':' && (ternaries === 0 || !isSpacedBefore)) return 'colon';
    if (sign === ':') {
      ternaries -= 1;
      return words.elseWord;
    }
    if (isCommand) {
      if (sign === '&' && after !== '') return undefined;
      if (/^(?:\||&&|\|\|)$/.test(sign)) narrator.pauseBeforeMore();
      return words.shellSigns.get(sign) ?? said;
    }
    switch (sign) {
      case '<': {
        const isType = !isMarkup && isBehindOperand;
        if (isSpacedAfter || !/^[\p{L}_'>]/u.test(after)) return said;
        if (isType && (isSpacedBefore || !types.test(text.slice(token.start, token.start + 200))))
          return said;
        openTypes += 1;
        narrator.pauseBeforeMore();
        return isType || before === '::' ? 'pause' : words.tag;
      }
      case '>':
      case '>>':
        if (form === 'data') return undefined;
        if (openTypes === 0) return said;
        openTypes = Math.max(0, openTypes - sign.length);
        return 'pause';
      case '=':
        return form === 'data' ? 'colon' : said;
      case '!':
        return isPrefix ? words.not : undefined;
      case '-':
        if (isPrefix) return words.minus;
        if (form !== 'inline' || !isEven || !/\p{L}/u.test(before)) return said;
        // Inline in prose, `apt-get` is a name; `a-b` and `n-1` are subtractions there, too.
        if (after === '') return words.dash;
        return !isSpacedBefore && /^\p{L}/u.test(after) && (before + after).length > 2 ? undefined : said;
      case '--':
        // Inline in prose, an option is more likely than a decrement.
        return form === 'inline' && isPrefix && /^\p{L}/u.test(after) ? `${words.dash} ${words.dash}` : said;
      case '*':
      case '**':
        return isPrefix || !isEven ? sign.replaceAll('*', ` ${words.star}`) : said;
      case '&':
        return isPrefix ? words.reference : said;
      case '|':
        // A pair of them encloses the parameters of a closure.
        return isPrefix || !isEven ? 'pause' : said;
      case '<>':
        return isSpacedBefore ? words.signs.get('!=') : undefined;
      case '//':
        return isBehindOperand ? said : undefined;
      default:
        return said;
    }
  }

  for (const [index, token] of tokens.entries()) {
    const { kind, start } = token;
    if (kind === 'sign') {
      const said = signInWords(token, index);
      if (said === 'pause') narrator.pauseBeforeMore();
      else if (said === 'colon') narrator.colonBeforeMore();
      else if (said !== undefined) narrator.sayWord(said, token);
      else if (/[\p{L}\p{N}]/u.test(written(index))) narrator.copyAsIs(token);
    } else if (kind === 'word') {
      const word = text.slice(start, token.end);
      const option = isCommand ? optionInWords(word, words.dash) : undefined;
      const keyword = /^(?:\.|\?\.|->|::)$/.test(written(index - 1)) ? undefined : words.keywords.get(word);
      narrator.sayWord(option ?? keyword ?? wordOfCodeInWords(word, words), token);
    } else if (kind === 'string') {
      const first = text.charAt(start);
      if (token.isContinued && /^[,.:;!?)\]}"'，。：；！？）]/.test(first)) narrator.join();
      else if (!token.isContinued || /\s/.test(first)) narrator.space();
      narrateString(narrator, text, token);
      narrator.space();
    } else if (kind === 'regularExpression') narrator.sayWord(words.regularExpression, token);
  }
}

/** Maximum number of characters of a string that are narrated. */
const longestText = 400;
/** The same for one without a space. */
const longestWord = 60;

/** A name in parts, a number without its type suffix, a path such as `dist/*.js` in parts and signs. */
function wordOfCodeInWords(word: string, words: Vocabulary): string {
  const whole = opaqueInWords(word, words) ?? numberInWords(word, words);
  if (whole !== undefined) return whole;
  const between: Readonly<Record<string, string>> = { '/': words.slash, '.': words.dot, '*': words.star };
  return word
    .split(/([/.*])/)
    .map((part) => (/^[/.*]$/.test(part) ? between[part] : splitName(part)))
    .filter((part) => part !== '')
    .join(' ');
}

/** A number in words: base, separators, unit and type suffix are replaced, the rest stays. */
function numberInWords(word: string, words: Vocabulary): string | undefined {
  const [, sign = '', number = ''] = /^(-?)(\d.*)$/.exec(word.replaceAll('_', '')) ?? [];
  if (number === '') return undefined;
  const hex = hexInWords(number, words.hex);
  if (hex !== undefined) return hex;
  const [, value = number, suffix = ''] =
    /^(\d[\d.,:-]*(?:[eE][+-]?\d+)?)([\p{L}][\p{L}\d]*)?%?$/u.exec(number) ?? [];
  const isType = /^(?:n|[uUlLfFdD]{1,3}|[iuf](?:8|16|32|64|128|size))$/.test(suffix);
  const unit = suffix === '' || isType ? '' : ` ${words.units.get(suffix) ?? splitName(suffix)}`;
  return `${sign && `${words.minus} `}${value}${unit}`;
}

const escapes =
  /\\(?:u\{[\da-fA-F]{1,6}\}|[ux][\da-fA-F]{2,4}|[0-7]{1,3}|\r?\n|[\s\S])|\$[A-Za-z_]\w{0,80}|&#?\w{1,8};/gu;
const onlyEscapes = /^(?:\\(?:u\{[\da-fA-F]{1,6}\}|[ux][\da-fA-F]{2,4}|[0-7]{1,3}|[a-z])){1,4}$/;

/** Narrates a string as prose, or announces that it is long. */
function narrateString(narrator: Narrator, text: string, token: Token): void {
  const { words } = narrator;
  const range = token.content ?? token;
  const content = text.slice(range.start, range.end);
  if (content === '' && token.end - token.start > 1 && !token.isContinued)
    narrator.say(words.emptyText, token);
  const word = /^\S+$/.test(content) ? content : '';
  const opaque =
    opaqueInWords(word, words) ?? (word.length > longestWord ? words.longText(word.length) : undefined);
  if (opaque !== undefined) return narrator.say(opaque, range);
  // A line break as a value, not one within a text.
  if (onlyEscapes.test(content)) return narrator.sayWord(content, range);
  const isLong = content.length > longestText;
  const end = isLong ? range.start + longestText : range.end;
  let at = range.start;
  for (const { index, 0: found } of text.slice(at, end).matchAll(escapes)) {
    const start = range.start + index;
    narrator.copy({ start: at, end: start }, true);
    at = start + found.length;
    if (found.startsWith('$')) narrator.sayWord(splitName(found), { start, end: at });
    else if (/^\\["'`\\/]$/.test(found)) narrator.copyAsIs({ start: start + 1, end: at });
    else if (found.startsWith('&')) narrator.space();
    else narrator.pauseBeforeMore();
  }
  narrator.copy({ start: at, end }, true);
  if (!isLong) return;
  narrator.pauseBeforeMore();
  narrator.say(words.longText(content.length), { start: end, end: range.end });
}
