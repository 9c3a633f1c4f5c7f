import type { CodeSpeech } from '../codeSpeech.ts';
import type { Token } from '../lexer/token.ts';

/** What is known in the middle of a statement. */
export interface SignPlace {
  readonly speech: CodeSpeech;
  readonly tokens: readonly Token[];
  readonly index: number;
  readonly sign: string;
  /** The token before and behind, as text; empty at the edges. */
  readonly before: string;
  readonly after: string;
  /** Whether white space stands before and behind. */
  readonly isSpacedBefore: boolean;
  readonly isSpacedAfter: boolean;
  /** Whether an operand ends before the sign, so that it stands between two. */
  readonly isBinary: boolean;
}

/**
 * The words for a sign by where it stands: undefined where its own words in the table hold, '' for silence. Signs
 * of structure are pauses, and have no words here.
 */
export function saySignByPlace(place: SignPlace): string | undefined {
  const { speech, sign, before, after, isSpacedBefore, isSpacedAfter, isBinary } = place;
  const { words, language } = speech;
  const { id, traits } = language;
  switch (sign) {
    case '!':
      return isBinary && !isSpacedBefore ? '' : words.not;
    case '-':
    case '+':
      if (isHyphen(place)) return '';
      return isBinary ? undefined : sign === '-' ? words.minus : words.plus;
    case '--':
      // In the middle of a text an option is likelier than a step down.
      return speech.isLowerCase && !isBinary && !isSpacedAfter && /^\p{L}/u.test(after)
        ? `${words.dash} ${words.dash}`
        : undefined;
    case '*':
      if (before === 'function' && !isSpacedBefore) return words.generator;
      if (id === 'sql' || (!isBinary && /^(?:import|export|select|type|from|yield)$/i.test(before))) {
        return isBinary && after !== '' && after !== 'from' && !/^(?:select|distinct)$/i.test(before)
          ? undefined
          : words.all;
      }
      if (!traits.has('pointers')) return isBinary ? undefined : words.star;
      return isBinary && isSpacedBefore === isSpacedAfter && !isTypeName(place) ? undefined : words.pointer;
    case '**':
      return isBinary ? undefined : words.doubleStar;
    case '&':
      if (!traits.has('pointers'))
        return id.startsWith('typescript') && isBinary ? words.signs['&&'] : undefined;
      return isBinary && isSpacedBefore === isSpacedAfter ? undefined : words.reference;
    case '&&':
      return isBinary || !traits.has('pointers') ? undefined : words.reference;
    case '|':
      return traits.has('alternatives') ? (isBinary ? words.or : '') : undefined;
    case '...':
      return /^(?:python|c|cpp|haskell)$/.test(id) && after === '' ? undefined : words.spread;
    case '..':
      return isBinary ? undefined : words.spread;
    case '->':
      return traits.has('returnArrow') ? words.returns : undefined;
    case '::':
      return before === 'std' || before === '' || after === '<' ? '' : undefined;
    case '<-':
      if (id === 'go') return isBinary ? words.receives : undefined;
      return id === 'r' ? words.signs[':='] : undefined;
    case "'":
      return id === 'rust' ? words.lifetime : '';
    case '||':
      return id === 'rust' && !isBinary ? '' : undefined;
    case '<>':
      return /^(?:sql|vb|pascal|ocaml|fsharp|graphql)$/.test(id) ? words.signs['!='] : '';
    case '//':
      return traits.has('floorDivision') || id === 'lua' ? undefined : '';
    case '/=':
      return id === 'haskell' || id === 'elixir' ? words.signs['!='] : undefined;
    case '#':
      return after === '[' || after === '!' ? words.attribute : '';
    case '$':
    case '`':
    case '\\':
    case '"':
      return '';
    default:
      return undefined;
  }
}

/** In the middle of a text, `apt-get` is a name; `a-b` and `n-1` are differences there too. */
function isHyphen(place: SignPlace): boolean {
  const { speech, sign, before, after, isSpacedBefore, isSpacedAfter, isBinary } = place;
  if (!speech.isLowerCase || sign !== '-' || !isBinary || isSpacedBefore || isSpacedAfter) return false;
  return /\p{L}/u.test(before) && /^\p{L}/u.test(after) && /\p{L}{2}/u.test(`${before} ${after}`);
}

/** `char * name` and `Foo* name` are declarations, more often than products. */
function isTypeName({ before }: SignPlace): boolean {
  return /^(?:char|int|void|float|double|long|short|unsigned|struct|const|size_t|u?int\d+_t)$/.test(before);
}

const genericInside = /^[\w\s,.:&|?[\]<>'"*(){}=$-]$/;

/** Whether a `<` behind a name opens the types of a generic, by the `>` that closes it nearby. */
export function opensTypes(text: string, at: number): boolean {
  if (!/[\w:$]/.test(text.charAt(at - 1)) || !/[\p{L}_'"[({&*>?]/u.test(text.charAt(at + 1))) return false;
  let depth = 0;
  for (let place = at; place < Math.min(text.length, at + 200); place += 1) {
    const character = text.charAt(place);
    if (character === '<') depth += 1;
    else if (character === '>' && !/[=-]/.test(text.charAt(place - 1))) {
      depth -= 1;
      if (depth === 0) return true;
    } else if (character === ';' || !genericInside.test(character) || text.startsWith('&&', place)) {
      return false;
    }
  }
  return false;
}
