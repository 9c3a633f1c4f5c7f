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

/** `place` is a zero-based range such as "3:2-5:1". */
function symbol(
  kind: keyof typeof kinds,
  name: string,
  place: string,
  ...children: CodeSymbol[]
): CodeSymbol {
  const [line = 0, character = 0, lastLine = 0, lastCharacter = 0] = place.split(/[:-]/).map(Number);
  return {
    name,
    kind: kinds[kind],
    range: { start: { line, character }, end: { line: lastLine, character: lastCharacter } },
    children,
  };
}

interface Case {
  readonly language: string;
  readonly code: string;
  readonly symbols: readonly CodeSymbol[];
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
    symbols: [
      symbol('function', 'totalCents', '0:0-5:1', symbol('function', 'items.reduce() callback', '2:4-4:5')),
      symbol('function', 'items.forEach() callback', '6:14-8:1', symbol('function', '<function>', '7:2-7:8')),
    ],
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
    symbols: [
      symbol(
        'variable',
        'App',
        '0:13-8:1',
        symbol('variable', 'finish', '1:8-3:3'),
        symbol('variable', 'names', '4:8-6:4', symbol('function', 'items.map() callback', '4:26-6:3')),
      ),
      symbol(
        'class',
        'Cart',
        '9:0-16:1',
        symbol('property', 'handle', '10:2-12:4'),
        symbol('property', '(get) size', '13:2-15:3'),
      ),
      symbol('variable', 'Wrapped', '17:6-19:2', symbol('function', 'memo() callback', '17:21-19:1')),
      symbol('variable', 'one', '20:6-20:13'),
    ],
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
    symbols: [
      symbol(
        'class',
        'Job',
        '0:0-8:1',
        symbol(
          'method',
          'start() : void',
          '1:2-7:3',
          symbol('class', 'new Runnable() {...}', '2:13-6:5', symbol('method', 'run() : void', '3:6-5:7')),
        ),
      ),
    ],
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
    symbols: [
      symbol(
        'namespace',
        '(anonymous namespace)',
        '0:0-9:1',
        symbol('class', '(anonymous struct)', '1:0-3:5'),
        symbol('function', 'operator<=>', '4:0-8:1', symbol('function', '(lambda)', '5:11-7:3')),
      ),
    ],
    found: { 2: undefined, 6: '4-8', 9: undefined },
  },
  {
    language: 'Python: a symbol that ends where the next line begins',
    code: `def total(items):
    return reduce(
        lambda a, b: a + b, items)
total([])`,
    symbols: [symbol('function', 'total', '0:0-3:0', symbol('function', 'lambda', '2:8-2:26'))],
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
    symbols: [
      symbol('object', 'impl Show for Cart', '0:0-4:1', symbol('method', 'show', '1:2-3:3')),
      symbol('method', '(*Cart).Total', '5:0-7:1'),
    ],
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
    symbols: [
      symbol(
        'function',
        'outer',
        '0:0-6:1',
        symbol('function', '{closure}', '2:4-5:17'),
        symbol('function', ' ', '3:6-5:16'),
        symbol('function', '<anonymous>', '4:8-5:15'),
        symbol('class', 'class@anonymous', '5:10-5:12'),
        symbol('method', 'closure#1', '5:10-5:12'),
      ),
    ],
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
    symbols: [
      symbol('function', 'callback', '0:0-1:1'),
      symbol('class', 'Lambda', '2:0-3:1'),
      symbol('function', 'anonymousUser', '4:0-5:1'),
      symbol('function', 'newest', '6:0-7:1'),
    ],
    found: { 0: '0-1', 2: '2-3', 4: '4-5', 6: '6-7' },
  },
  {
    language: 'markup and data: elements and keys are not declarations',
    code: '<html>\n<body>\n</body>\n</html>',
    symbols: [
      symbol('field', 'html', '0:0-3:7', symbol('field', 'body', '1:0-2:7')),
      symbol('module', 'scripts', '0:0-3:7', symbol('property', 'build', '1:0-2:7')),
    ],
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
          const range = findNamedDeclaration(symbols, around, headOf);
          return [line, range && `${range.first}-${range.last}`];
        }),
      );
      deepStrictEqual(actual, found);
    });
  }
});
