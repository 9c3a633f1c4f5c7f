import type { Narrator } from '../narrator.ts';
import type { CodeLanguage } from './codeLanguages.ts';

const hasPointers = /^(?:cpp|go|rust)$/;

/** What is known of a sign in the middle of a statement. */
export interface SignPlace {
  readonly before: string;
  readonly after: string;
  readonly isBinary: boolean;
  readonly isSpacedBefore: boolean;
  readonly isSpacedAfter: boolean;
  readonly isFirst: boolean;
}

export interface SignContext extends CodeLanguage {
  /** In the middle of a text. */
  readonly isInline?: boolean;
  readonly isOfImport: boolean;
}

/** The words for a sign where it stands: '' for silence, undefined where there are none. */
export function signByPlace(
  sign: string,
  narrator: Narrator,
  { form, grammar, isInline, isOfImport }: SignContext,
  place: SignPlace,
): string | undefined {
  const { before, after, isBinary, isSpacedBefore, isSpacedAfter, isFirst } = place;
  const { words } = narrator;
  const signs = form === 'commands' ? words.shellSigns : words.signs;
  if (form === 'styles') {
    if (sign === '.' || sign === '#') return sign === '.' ? words.classSelector : words.idSelector;
    if (sign === '>' || sign === '&') return '';
  }
  if (form === 'data' && (sign === '=' || sign === '-')) {
    if (sign === '=') narrator.colonBeforeMore();
    if (sign === '=' || isFirst) return '';
  }
  if (form === 'commands' && /^(?:\||&&|\|\|)$/.test(sign)) narrator.pauseBeforeMore();
  if (form === 'commands')
    return sign === '&' && after !== '' ? '' : isFirst && sign === '$' ? '' : (signs.get(sign) ?? '');
  if (isOfImport && /^(?:::|[.<>/])$/.test(sign)) return '';
  switch (sign) {
    case '!':
      return isBinary && !isSpacedBefore ? '' : words.not;
    case '-':
    case '+': {
      // In the middle of a text, `apt-get` is a name; `a-b` and `n-1` are differences there too.
      const isHyphen =
        isInline &&
        sign === '-' &&
        isBinary &&
        !isSpacedBefore &&
        !isSpacedAfter &&
        /\p{L}/u.test(before) &&
        /^\p{L}/u.test(after) &&
        (before + after).length > 2;
      if (isHyphen) return '';
      return isBinary ? signs.get(sign) : sign === '-' ? words.minus : words.plus;
    }
    case '*':
      if (!isBinary && /^(?:import|export|select|from|yield)?$/i.test(before) && !hasPointers.test(grammar)) {
        return isInline ? words.star : words.all;
      }
      if (grammar === 'sql' && !isSpacedAfter) return words.all;
      if (hasPointers.test(grammar) && !(isBinary && isSpacedBefore === isSpacedAfter)) return words.pointer;
      return isBinary ? signs.get(sign) : before === '(' && grammar === 'sql' ? words.all : words.star;
    case '--':
      // In the middle of a text an option is likelier than a step down.
      return isInline && !isBinary && !isSpacedAfter && /^\p{L}/u.test(after)
        ? `${words.dash} ${words.dash}`
        : signs.get(sign);
    case '<-':
      return grammar === 'go' && isBinary
        ? words.receives
        : grammar === 'python'
          ? signs.get(':=')
          : signs.get(sign);
    case '**':
      return isBinary ? signs.get(sign) : words.doubleStar;
    case '&':
      if (hasPointers.test(grammar)) return isBinary && isSpacedBefore ? signs.get(sign) : words.reference;
      return grammar === 'typescript' && isBinary ? signs.get('&&') : signs.get(sign);
    case '|':
      // Between alternatives, or around what a closure takes.
      if (/^(?:typescript|python)$/.test(grammar)) return isBinary ? words.or : '';
      if (!/^(?:rust|ruby)$/.test(grammar)) return signs.get(sign);
      narrator.pauseBeforeMore();
      return '';
    case '...':
    case '..':
      return isBinary && sign === '..' ? signs.get(sign) : words.spread;
    case '::':
      return before === 'std' || before === '' || after === '<' ? '' : signs.get(sign);
    case '<>':
      return grammar === 'sql' ? signs.get('!=') : '';
    case '//':
      return grammar === 'python' || grammar === 'lua' ? signs.get(sign) : '';
    case "'":
      return grammar === 'rust' ? words.lifetime : '';
    case '#':
    case '$':
    case '`':
    case '\\':
    case '"':
      return '';
    default:
      return signs.get(sign);
  }
}
