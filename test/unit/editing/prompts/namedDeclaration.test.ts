import { deepStrictEqual } from 'node:assert/strict';
import { type CodeSymbol, findNamedDeclaration } from '../../../../src/editing/prompts/namedDeclaration.ts';

const kinds = {
  module: 1,
  class: 4,
  method: 5,
  property: 6,
  field: 7,
  function: 11,
  variable: 12,
  object: 18,
};

/** Each line is a kind, a zero-based range such as "3:2-5:1", and a name; symbols inside of another are indented. */
function readSymbols(outline: string): readonly CodeSymbol[] {
  const found: CodeSymbol[] = [];
  const open: CodeSymbol[][] = [found];
  for (const row of outline.split('\n')) {
    const depth = row.search(/\S/) / 2;
    const [kind = '', place = '', ...name] = row.trim().split(' ');
    const [line = 0, character = 0, lastLine = 0, lastCharacter = 0] = place.split(/[:-]/).map(Number);
    const children: CodeSymbol[] = [];
    open[depth]?.push({
      name: name.join(' '),
      kind: kinds[kind as keyof typeof kinds],
      range: { start: { line, character }, end: { line: lastLine, character: lastCharacter } },
      children,
    });
    open[depth + 1] = children;
  }
  return found;
}

interface Case {
  readonly language: string;
  readonly code: string;
  readonly symbols: string;
  /** By the cursor's line: the lines of the declaration, if any. */
  readonly found: Readonly<Record<number, string | undefined>>;
}

const cases: readonly Case[] = [
  {
    language: 'TypeScript: a callback is part of its function',
    code: `export function totalCents(items) {
  return items.reduce(
    (sum, item) => {
      return sum + item.cents;
    }, 0);
}
items.forEach(() => {
  run();
});`,
    symbols: `function 0:0-5:1 totalCents
  function 2:4-4:5 items.reduce() callback
function 6:14-8:1 items.forEach() callback
  function 7:2-7:8 <function>`,
    found: { 0: '0-5', 3: '0-5', 7: undefined },
  },
  {
    language: 'TypeScript: functions in variables and fields',
    code: `export const App = ({ onDone }: Props) => {
  const finish = async (): Promise<void> => {
    await save();
  };
  const names = items.map((item) => {
    return item.name;
  });
  return names;
};
class Cart {
  handle = () => {
    go();
  };
  get size() {
    return 1;
  }
}
const Wrapped = memo(() => {
  return 1;
});
const one = 1;`,
    symbols: `variable 0:13-8:1 App
  variable 1:8-3:3 finish
  variable 4:8-6:4 names
    function 4:26-6:3 items.map() callback
class 9:0-16:1 Cart
  property 10:2-12:4 handle
  property 13:2-15:3 (get) size
variable 17:6-19:2 Wrapped
  function 17:21-19:1 memo() callback
variable 20:6-20:13 one`,
    found: { 0: '0-8', 2: '1-3', 5: '0-8', 11: '10-12', 14: '13-15', 18: '17-19', 20: undefined },
  },
  {
    language: 'Python: a symbol that ends where the next line begins',
    code: `def total(items):
    return reduce(
        lambda a, b: a + b, items)
total([])`,
    symbols: `function 0:0-3:0 total
  function 2:8-2:26 lambda`,
    found: { 2: '0-2', 3: undefined },
  },
  {
    language: 'Rust: methods in an impl block',
    code: `impl Show for Cart {
  fn show(&self) {
    go();
  }
}`,
    symbols: `object 0:0-4:1 impl Show for Cart
  method 1:2-3:3 show`,
    found: { 0: undefined, 2: '1-3' },
  },
  {
    language: 'markup and data: elements and keys are not declarations',
    code: '<html>\n<body>\n</body>\n</html>',
    symbols: `field 0:0-3:7 html
  field 1:0-2:7 body
module 0:0-3:7 scripts
  property 1:0-2:7 build`,
    found: { 1: undefined },
  },
];

const unnamed = [
  ...['', 'items.map() callback', '<function>', '(lambda)', 'lambda', 'new Runnable() {...}', '{closure}'],
  ...['<anonymous>', '(anonymous struct)', 'class@anonymous', 'closure#1'],
];
const named = ['operator<=>', 'callback', 'Lambda', 'anonymousUser', 'newest', '(*Cart).Total'];

describe('the declaration around the cursor', () => {
  it('is never one without a name, as language servers call it', () => {
    const foundIn = (name: string) =>
      findNamedDeclaration(
        readSymbols(`function 0:0-6:1 outer\n  function 2:4-4:5 ${name}`),
        { first: 3, last: 3 },
        () => '',
      )?.first;
    deepStrictEqual(
      [unnamed, named].map((names) => names.map(foundIn)),
      [unnamed.map(() => 0), named.map(() => 2)],
    );
  });

  for (const { language, code, symbols, found } of cases) {
    it(language, () => {
      const lines = code.split('\n');
      const headOf = ({ range: { start } }: CodeSymbol) =>
        [lines[start.line]?.slice(start.character), ...lines.slice(start.line + 1)].join('\n');
      const actual = Object.fromEntries(
        Object.keys(found).map((line) => {
          const around = { first: Number(line), last: Number(line) };
          const range = findNamedDeclaration(readSymbols(symbols), around, headOf);
          return [line, range && `${range.first}-${range.last}`];
        }),
      );
      deepStrictEqual(actual, found);
    });
  }
});
