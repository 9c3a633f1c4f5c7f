/** A table of words: `px pixels, ms milliseconds`. An entry without words is silent. */
export function wordMap(table: string): ReadonlyMap<string, string> {
  return new Map(
    table.split(/,\s+/).map((entry): [string, string] => {
      const [word = '', ...said] = entry.trim().split(' ');
      return [word, said.join(' ')];
    }),
  );
}

const lines = (count: number): string => (count === 1 ? '1 line' : `${count} lines`);

/** The words that narration adds, in one language. They are spoken, never shown. */
export type Vocabulary = typeof english;

export const english = {
  quote: 'quote:',
  deleted: 'deleted:',
  done: 'done:',
  toDo: 'to do:',
  yes: 'yes',
  no: 'no',
  formula: 'formula',
  image: 'image',
  imageOf: 'image:',
  comma: ',',
  colon: ':',
  table: 'table:',
  linkTo: (host: string) => `link to ${host}`,
  hash: (start: string) => `hash ${start}`,
  line: (number: string) => `line ${number}`,
  row: (number: number) => `row ${number}:`,
  moreRows: (count: number) => (count === 1 ? 'and 1 more row' : `and ${count} more rows`),
  footnote: (label: string) => (label === '' ? 'footnote:' : `footnote ${label}:`),
  codeBlock: (language: string | undefined, count: number) =>
    ['code block', ...(language ? [language] : []), lines(count)].join(', '),
  diff: (count: number) => `diff, ${lines(count)}`,
  diagram: (count: number) => `diagram, ${lines(count)}`,
  dot: 'dot',
  slash: 'slash',
  dash: 'dash',
  thenWord: 'then',
  elseWord: 'else',
  at: 'at',
  array: 'array',
  not: 'not',
  minus: 'minus',
  star: 'star',
  reference: 'reference',
  questionMark: 'question mark',
  tag: 'tag',
  emptyText: 'empty text',
  emptyObject: 'empty object',
  emptyArray: 'empty array',
  regularExpression: 'regular expression',
  version: 'version',
  hex: 'hex',
  longText: (length: number) => `long text of ${length.toLocaleString('en-US')} characters`,
  longLine: (length: number) => `long line of ${length.toLocaleString('en-US')} characters`,
  signs: wordMap(
    `= equals, == equal to, === equal to, != not equal to, !== not equal to, /= divide equals,
     ~= not equal to, < less than, > greater than, <= less than or equal to,
     >= greater than or equal to, <=> compared to, && and, || or, ?? or else, ??= or else equals,
     &&= and equals, ||= or equals, ?. optional dot, => arrow, -> arrow, <- gets, |> pipe to,
     := becomes, + plus, - minus, * times, × times, / divided by, % modulo,
     ** to the power of, // floor divided by, ++ plus plus, -- minus minus, += plus equals,
     -= minus equals, *= times equals, %= modulo equals, **= power equals, |= or equals, &= and equals,
     ^= xor equals, & and, | or, ^ xor, ~ bitwise not, << shift left, >> shift right,
     >>> unsigned shift right, <<= shift left equals, >>= shift right equals, .. to, ..= through,
     ..< up to, ... dot dot dot, =~ matches, !~ does not match, @ at, . dot`,
  ),
  /** Signs that mean something else in shell commands. */
  shellSigns: wordMap(
    '| pipe to, || or else, && and then, > into, >> appended to, < from, <<, & in the background, ! not',
  ),
  keywords: wordMap(
    `const constant, constexpr constant expression, def define, defn define function, defp define private,
     elif else if, elsif else if, elseif else if, fun function, impl implement, mut mutable, pub public, mod module, ref reference, var variable,
     del delete, typeof type of, instanceof instance of, isinstance is instance, readonly read-only, sizeof size of,
     typedef type definition, typename type name, chan channel, nullptr null pointer, println print line,
     printf print format`,
  ),
  tags: wordMap(
    `param parameter, parameter parameter, arg parameter, argument parameter,
     property property, prop property, typeparam type parameter, template type parameter,
     key key, keyword parameter, return returns, returns returns,      yields yields, yield yields, throws throws, throw throws, exception throws,
     raises raises, raise raises, example example, deprecated deprecated, see see,
     seealso see, since since, todo to do, default default, defaultvalue default,
     remarks remarks, note note, warning warning, brief, summary, description, desc,
     classdesc, legacy legacy, usage usage, usagenotes usage, caution caution, important important,
     details, file, fileoverview, privateremarks private remarks`,
  ),
  marks: wordMap(
    `TODO to do, FIXME fix me, XXX attention, HACK hack, BUG bug, NOTE note, INFO info,
     WARNING warning, OPTIMIZE optimize`,
  ),
  units: wordMap(
    `px pixels, ms milliseconds, s seconds, deg degrees, vh percent of the height,
     vw percent of the width, em em, rem rem, fr fraction, pt points`,
  ),
  prose: {
    to: 'to',
    by: 'by',
    times: 'times',
    about: 'about',
    keys: wordMap('← left arrow, ↑ up arrow, → right arrow, ↓ down arrow'),
    others: wordMap('§ section, ≤ at most, ≥ at least, ≠ is not, ± plus or minus'),
  },
  formulas: {
    signs: wordMap(
      String.raw`= equals, + plus, - minus, / over, < is less than, > is greater than, \times times, \cdot times,
      \le is at most, \leq is at most, \ge is at least, \geq is at least, \ne is not equal to,
      \neq is not equal to, \approx is about, \to to, \infty infinity, \in in, \log log, \ln ln,
      \sin sine, \cos cosine`,
    ),
    squared: 'squared',
    cubed: 'cubed',
    power: (exponent: string) => `to the power of ${exponent}`,
  },
  /** Alerts as on GitHub; an alert without an entry is spoken by its name. */
  alerts: wordMap(''),
  /** Kinds of symbols that a comment can belong to; a kind without an entry is spoken by its name. */
  kinds: wordMap(''),
};
