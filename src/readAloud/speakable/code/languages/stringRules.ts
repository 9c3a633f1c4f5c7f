import type { StringRule } from './codeLanguage.ts';

const dollarBrace = { open: '${', close: '}' };
const hashBrace = { open: '#{', close: '}' };
const brace = { open: '{', close: '}' };

type Holes = NonNullable<StringRule['holes']>;

function quoted(
  open: RegExp,
  close: string,
  escaping: StringRule['escaping'],
  holes: Holes = [],
): StringRule {
  return { open, close, escaping, isMultiline: false, holes };
}

function long(open: RegExp, close: StringRule['close'], escaping: StringRule['escaping'], holes: Holes = []) {
  return {
    open,
    ...(close !== undefined && { close }),
    escaping,
    isMultiline: true,
    holes,
  } satisfies StringRule;
}

const double = quoted(/"/y, '"', 'backslash');
const single = quoted(/'/y, "'", 'backslash');
const tripleDouble = long(/"""/y, '"""', 'backslash');
const rawBacktick = long(/`/y, '`', 'none');
/** A character, so that a lifetime or a quote mark alone opens nothing. */
const character: StringRule = {
  open: /b?'(?:\\u\{[\da-fA-F]{1,6}\}|\\[xu][\da-fA-F]{2,4}|\\[^\r\n]|[^'\\\r\n])'/uy,
  escaping: 'none',
  isMultiline: false,
};

const sameAsOpened = (opening: RegExpExecArray) => opening[1] ?? '';

export const stringRules = {
  c: [
    long(/(?:u8|[uUL])?R"([^()\\\s]{0,16})\(/y, (opening) => `)${opening[1] ?? ''}"`, 'none'),
    quoted(/(?:u8|[uUL])?"/y, '"', 'backslash'),
    quoted(/[uUL]?'/y, "'", 'backslash'),
  ],
  java: [tripleDouble, double, single],
  javascript: [double, single, long(/`/y, '`', 'backslash', [dollarBrace])],
  csharp: [
    long(/[$@]{0,4}("{3,})/y, sameAsOpened, 'none'),
    long(/@\$?"|\$@"/y, '"', 'doubled'),
    quoted(/\$"/y, '"', 'backslash', [brace]),
    double,
    single,
  ],
  python: [
    long(/(?:[fFtT][rR]?|[rR][fFtT])("""|''')/y, sameAsOpened, 'backslash', [brace]),
    long(/[rRbBuU]{0,2}("""|''')/y, sameAsOpened, 'backslash'),
    quoted(/(?:[fFtT][rR]?|[rR][fFtT])"/y, '"', 'backslash', [brace]),
    quoted(/(?:[fFtT][rR]?|[rR][fFtT])'/y, "'", 'backslash', [brace]),
    quoted(/[rRbBuU]{0,2}"/y, '"', 'backslash'),
    quoted(/[rRbBuU]{0,2}'/y, "'", 'backslash'),
  ],
  go: [double, rawBacktick, single],
  rust: [
    long(/b?r(#{0,16})"/y, (opening) => `"${opening[1] ?? ''}`, 'none'),
    long(/[bc]?"/y, '"', 'backslash'),
    character,
  ],
  characters: [tripleDouble, double, character],
  swift: [
    long(/#"/y, '"#', 'none'),
    long(/"""/y, '"""', 'backslash', [{ open: '\\(', close: ')' }]),
    quoted(/"/y, '"', 'backslash', [{ open: '\\(', close: ')' }]),
  ],
  kotlin: [long(/"""/y, '"""', 'none', [dollarBrace]), quoted(/"/y, '"', 'backslash', [dollarBrace]), single],
  dart: [
    long(/r?("""|''')/y, sameAsOpened, 'backslash', [dollarBrace]),
    quoted(/r?"/y, '"', 'backslash', [dollarBrace]),
    quoted(/r?'/y, "'", 'backslash', [dollarBrace]),
  ],
  groovy: [
    long(/("""|''')/y, sameAsOpened, 'backslash', [dollarBrace]),
    quoted(/"/y, '"', 'backslash', [dollarBrace]),
    single,
  ],
  php: [long(/"/y, '"', 'backslash'), long(/'/y, "'", 'backslash'), long(/`/y, '`', 'backslash')],
  ruby: [
    long(/"""/y, '"""', 'backslash', [hashBrace]),
    quoted(/"/y, '"', 'backslash', [hashBrace]),
    single,
    quoted(/`/y, '`', 'backslash', [hashBrace]),
  ],
  quotes: [double, single],
  double: [long(/"/y, '"', 'backslash')],
  doubleLong: [tripleDouble, long(/"/y, '"', 'backslash')],
  basic: [quoted(/"/y, '"', 'doubled')],
  lua: [long(/\[(={0,16})\[/y, (opening) => `]${opening[1] ?? ''}]`, 'none'), double, single],
  sql: [
    long(/\$([A-Za-z_]\w{0,40})?\$/y, (opening) => opening[0], 'none'),
    long(/[EeNnBbXx]?'/y, "'", 'doubled'),
    quoted(/"/y, '"', 'doubled'),
    quoted(/`/y, '`', 'doubled'),
  ],
  shell: [
    long(/\$?"/y, '"', 'backslash', [{ open: '$(', close: ')' }, dollarBrace]),
    long(/\$'/y, "'", 'backslash'),
    long(/'/y, "'", 'none'),
    long(/`/y, '`', 'backslash'),
  ],
  powershell: [
    long(/@"/y, '\n"@', 'none'),
    long(/@'/y, "\n'@", 'none'),
    long(/"/y, '"', 'doubled', [{ open: '$(', close: ')' }]),
    long(/'/y, "'", 'doubled'),
  ],
  // Their lines end with them: an apostrophe in a text that is not quoted must not take the file with it.
  yaml: [double, quoted(/'/y, "'", 'doubled')],
  toml: [
    tripleDouble,
    long(/'''/y, "'''", 'none'),
    quoted(/"/y, '"', 'backslash'),
    quoted(/'/y, "'", 'none'),
  ],
  nix: [long(/''/y, "''", 'none', [dollarBrace]), long(/"/y, '"', 'backslash', [dollarBrace])],
  json: [double],
  none: [],
} satisfies Record<string, readonly StringRule[]>;
