import { deepStrictEqual } from 'node:assert/strict';
import { type CodeSymbol, findNamedDeclaration } from '../../../../src/editing/prompts/namedDeclaration.ts';

const kinds = {
  module: 1,
  namespace: 2,
  class: 4,
  method: 5,
  property: 6,
  field: 7,
  constructor: 8,
  function: 11,
  variable: 12,
  constant: 13,
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
    language: 'Java: an anonymous class and its method',
    code: `class Job {
  void start() {
    pool.run(new Runnable() {
      public void run() {
        go();
      }
    });
  }
}`,
    symbols: `class 0:0-8:1 Job
  method 1:2-7:3 start() : void
    class 2:13-6:5 new Runnable() {...}
      method 3:6-5:7 run() : void`,
    found: { 2: '1-7', 4: '3-5' },
  },
  {
    language: 'C++: lambdas, anonymous structs, operators, and a namespace, which does not count',
    code: `namespace {
struct {
  int x;
} one;
bool operator<=>(const A& a) {
  auto f = [] {
    go();
  };
}
}`,
    symbols: `namespace 0:0-9:1 (anonymous namespace)
  class 1:0-3:5 (anonymous struct)
  function 4:0-8:1 operator<=>
    function 5:11-7:3 (lambda)`,
    found: { 2: undefined, 6: '4-8', 9: undefined },
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
    language: 'Rust and Go: methods in an impl block, names with their receiver',
    code: `impl Show for Cart {
  fn show(&self) {
    go();
  }
}
func (c *Cart) Total() int {
  return 1
}`,
    symbols: `object 0:0-4:1 impl Show for Cart
  method 1:2-3:3 show
method 5:0-7:1 (*Cart).Total`,
    found: { 0: undefined, 2: '1-3', 5: '5-7' },
  },
  {
    language: 'PHP, Lua, Kotlin and Dart: closures by the names from their language servers',
    code: `function outer() {
  one(
    two(
      three(
        four(
          five())));
}`,
    symbols: `function 0:0-6:1 outer
  function 2:4-5:17 {closure}
  function 3:6-5:16
  function 4:8-5:15 <anonymous>
  class 5:10-5:12 class@anonymous
  method 5:10-5:12 closure#1`,
    found: { 2: '0-6', 5: '0-6' },
  },
  {
    language: 'real names that look like those',
    code: `function callback() {
}
class Lambda {
}
function anonymousUser() {
}
function newest() {
}`,
    symbols: `function 0:0-1:1 callback
class 2:0-3:1 Lambda
function 4:0-5:1 anonymousUser
function 6:0-7:1 newest`,
    found: { 0: '0-1', 2: '2-3', 4: '4-5', 6: '6-7' },
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

describe('the declaration around the cursor', () => {
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
