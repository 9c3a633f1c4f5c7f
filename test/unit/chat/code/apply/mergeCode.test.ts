import { deepStrictEqual } from 'node:assert/strict';
import { type MergeTask, mergeCode } from '../../../../../src/chat/code/apply/mergeCode.ts';

const style = { insertSpaces: true, tabSize: 2 };
const cart = `import { round } from './round.ts';

const rate = 0.19;

/** What the items cost. */
export function total(items: Item[]): number {
  return items.reduce((sum, { price }) => sum + price, 0);
}

export class Cart {
  items: Item[] = [];

  /** Adds one. */
  add(item: Item): void {
    this.items.push(item);
  }

  total(): number {
    return round(total(this.items));
  }
}
`;

/** The cart with some of its texts replaced. */
const changed = (...pairs: readonly (readonly [old: string, fresh: string])[]) =>
  pairs.reduce((text, [old, fresh]) => text.replace(old, () => fresh), cart);
const twoClasses = ['A', 'B'].map((name) => `class ${name} {\n  f() {\n    return 1;\n  }\n}\n`).join('\n');
const fourLines = 'a();\na();\nb();\nc();\n';
const oldTotal = `  return items.reduce((sum, { price }) => sum + price, 0);`;

interface Case {
  readonly what: string;
  readonly text?: string;
  readonly code: string;
  readonly task?: Partial<MergeTask>;
  readonly result: string;
  /** The code is for any file: it replaces none of this one's lines. */
  readonly isNew?: true;
}

const cases: readonly Case[] = [
  {
    what: 'a function replaces the one with its name, whose comment stays',
    code: 'export function total(items: Item[], tax = 0): number {\n  return items.length + tax;\n}\n',
    result: changed(
      ['(items: Item[]): number', '(items: Item[], tax = 0): number'],
      [oldTotal, '  return items.length + tax;'],
    ),
  },
  {
    what: 'a comment in the code replaces the old one',
    code: '/** The sum. */\nexport function total(items: Item[]): number {\n  return 1;\n}',
    result: changed(['What the items cost', 'The sum'], [oldTotal, '  return 1;']),
  },
  {
    what: 'a method without its class is indented as in the file',
    code: 'add(item: Item): void {\n  this.items = [...this.items, item];\n}',
    result: changed(['this.items.push(item);', 'this.items = [...this.items, item];']),
  },
  {
    what: 'several functions, a new one next to its neighbor, and their imports',
    code: `import { round } from './round.ts';
import { tax } from './tax.ts';

export function total(items: Item[]): number {
  return tax(items);
}

export function average(items: Item[]): number {
  return total(items) / items.length;
}`,
    result: changed(
      ["'./round.ts';\n", "'./round.ts';\nimport { tax } from './tax.ts';\n"],
      [oldTotal, '  return tax(items);'],
      [
        '}\n\nexport class',
        '}\n\nexport function average(items: Item[]): number {\n  return total(items) / items.length;\n}\n\nexport class',
      ],
    ),
  },
  {
    what: 'names are added to an existing import',
    code: "import { ceil } from './round.ts';\n\nexport function total(items: Item[]): number {\n  return ceil(items.length);\n}",
    result: changed(['{ round }', '{ round, ceil }'], [oldTotal, '  return ceil(items.length);']),
  },
  ...(
    [
      ["import A, {\n  b,\n} from 'a';", 'import A, { c } from "a";', "import A, {\n  b, c\n} from 'a';"],
      ["import A, { b } from 'a';", "import { c } from 'a';", "import A, { b, c } from 'a';"],
      ["import { b, c } from 'a';", "import { c } from 'a';", "import { b, c } from 'a';"],
      ...[
        ["import { b } from 'a';", "import type { C } from 'a';"],
        ["import { b } from 'a';", "import C, { c } from 'a';"],
        ["import {\n  b, // first\n} from 'a';", "import { c } from 'a';"],
      ].map(([own, wanted]) => [own, wanted, `${own}\n${wanted}`]),
    ] as const
  ).map(([own, wanted, both]) => ({
    what: `${wanted} joins ${own}`,
    text: `${own}\n\nfunction f() {\n  b();\n}\n`,
    code: `${wanted}\n\nfunction f() {\n  c();\n}`,
    result: `${both}\n\nfunction f() {\n  c();\n}\n`,
  })),
  {
    what: 'a new function alone goes after the last one',
    code: 'export function isEmpty(cart: Cart): boolean {\n  return cart.items.length === 0;\n}',
    isNew: true,
    result: `${cart}\nexport function isEmpty(cart: Cart): boolean {\n  return cart.items.length === 0;\n}\n`,
  },
  {
    what: 'a class that leaves members out, marked by a comment',
    code: `export class Cart {
  // ... existing code ...

  total(): number {
    return 0;
  }
}`,
    result: changed(['return round(total(this.items));', 'return 0;']),
  },
  {
    what: 'a new function whose import has the module of another',
    code: "import { ceil } from './round.ts';\n\nexport function isEmpty(cart: Cart): boolean {\n  return !ceil(cart.items.length);\n}",
    isNew: true,
    result: `${changed(['{ round }', '{ round, ceil }'])}\nexport function isEmpty(cart: Cart): boolean {\n  return !ceil(cart.items.length);\n}\n`,
  },
  {
    what: 'a new method before omitted members',
    code: `export class Cart {
  items: Item[] = [];

  clear(): void {
    this.items = [];
  }

  // ... rest of the class stays the same
}`,
    result: changed([
      '  /** Adds one. */',
      '  clear(): void {\n    this.items = [];\n  }\n\n  /** Adds one. */',
    ]),
  },
  {
    what: 'a new method after omitted members',
    code: 'export class Cart {\n  // …\n\n  clear(): void {\n    this.items = [];\n  }\n}',
    result: changed([
      '    return round(total(this.items));\n  }\n',
      '    return round(total(this.items));\n  }\n\n  clear(): void {\n    this.items = [];\n  }\n',
    ]),
  },
  {
    what: 'members omitted before an existing method stay, even without a comment for them',
    code: 'export class Cart {\n  add(item: Item): void {\n    this.items.unshift(item);\n  }\n  // ... existing code ...\n}',
    result: changed(['push', 'unshift']),
  },
  {
    what: 'a new line between two existing ones, within a function',
    text: 'function f() {\n  a();\n  b();\n  c();\n}\n',
    code: 'function f() {\n  // ... existing code ...\n  b();\n  x();\n  c();\n}',
    result: 'function f() {\n  a();\n  b();\n  x();\n  c();\n}\n',
  },
  {
    what: 'two functions with omitted code between them',
    text: 'function a() {\n  1;\n}\n\nlet x;\n\nfunction b() {\n  2;\n}\n',
    code: 'function a() {\n  10;\n}\n\n// ...\n\nfunction b() {\n  20;\n}',
    result: 'function a() {\n  10;\n}\n\nlet x;\n\nfunction b() {\n  20;\n}\n',
  },
  {
    what: 'a function and a line further below it',
    text: 'function a() {\n  1;\n}\n\nlet x;\nf(x);\n\ng();\n',
    code: 'function a() {\n  10;\n}\n\ng();',
    result: 'function a() {\n  10;\n}\n\nlet x;\nf(x);\n\ng();\n',
  },
  {
    what: 'lines within a function, with those around them',
    text: 'function f() {\n  a();\n  if (x) {\n    b();\n  }\n  c();\n}\n',
    code: '  a();\n  if (y) {\n    b();\n    b();\n  }\n  c();',
    result: 'function f() {\n  a();\n  if (y) {\n    b();\n    b();\n  }\n  c();\n}\n',
  },
  {
    what: 'a new line that occurs elsewhere in the file',
    text: 'function f() {\n  if (a) {\n    x();\n  }\n  y();\n  if (z) {\n    return;\n  }\n}\n',
    code: 'if (a) {\n  return;\n}',
    result: 'function f() {\n  if (a) {\n    return;\n  }\n  y();\n  if (z) {\n    return;\n  }\n}\n',
  },
  {
    what: 'the whole file',
    code: changed(['0.19', '0.2'], ['this.items.push(item)', 'this.items.unshift(item)']),
    result: changed(['0.19', '0.2'], ['this.items.push(item)', 'this.items.unshift(item)']),
  },
  {
    what: 'the whole file with a new line near its top',
    text: "// Old words.\nstart('a');\n\nfunction f() {\n  a();\n}\n",
    code: "// Old words.\nprepare();\nstart('a');\n\nfunction f() {\n  b();\n}\n",
    result: "// Old words.\nprepare();\nstart('a');\n\nfunction f() {\n  b();\n}\n",
  },
  {
    what: 'an empty file',
    text: ' \n',
    code: 'const a = 1;',
    isNew: true,
    result: 'const a = 1;\n',
  },
  {
    what: 'code that is there already',
    code: `export function total(items: Item[]): number {\n${oldTotal}\n}`,
    result: cart,
  },
  {
    what: 'of two methods with the same name, the one at the cursor is replaced',
    text: twoClasses,
    code: 'f() {\n  return 2;\n}',
    task: { cursor: 8 },
    result: twoClasses.replace(/1(?!.*1)/s, '2'),
  },
  {
    what: 'a function does not replace a method with its name',
    code: 'export function add(a: number, b: number): number {\n  return a + b;\n}',
    isNew: true,
    result: `${cart}\nexport function add(a: number, b: number): number {\n  return a + b;\n}\n`,
  },
  {
    what: 'Python, by indentation alone',
    text: 'import os\n\n\ndef first(a):\n    return a\n\n\nclass Both:\n    def second(self):\n        return 2\n\n\nif __name__ == "__main__":\n    first(1)\n',
    code: 'def second(self):\n    # Three.\n    return 3\n',
    result:
      'import os\n\n\ndef first(a):\n    return a\n\n\nclass Both:\n    def second(self):\n        # Three.\n        return 3\n\n\nif __name__ == "__main__":\n    first(1)\n',
  },
  {
    what: 'Python with other indentation, a new line above omitted ones',
    text: 'def f():\n  x = 1\n',
    code: 'def f():\n    y = 1\n    # ... existing code ...',
    result: 'def f():\n  y = 1\n  x = 1\n',
  },
  {
    what: 'Python with other indentation, a new method behind another one',
    text: 'class A:\n  def f(self):\n    return 1\n',
    code: 'class A:\n    # ... existing code ...\n\n    def f(self):\n        return 2\n\n    def g(self):\n        return 3',
    result: 'class A:\n  def f(self):\n      return 2\n\n  def g(self):\n      return 3\n',
  },
  {
    what: 'Go, with a receiver',
    text: 'package a\n\nfunc (c *Cart) Add(i Item) {\n\tc.items = append(c.items, i)\n}\n\nfunc New() *Cart {\n\treturn &Cart{}\n}\n',
    code: 'func (c *Cart) Add(i Item) error {\n\treturn nil\n}',
    task: { style: { insertSpaces: false, tabSize: 4 } },
    result:
      'package a\n\nfunc (c *Cart) Add(i Item) error {\n\treturn nil\n}\n\nfunc New() *Cart {\n\treturn &Cart{}\n}\n',
  },
  {
    what: 'Go, with tabs and a new line behind omitted ones',
    text: 'package a\n\nfunc f() {\n\ta()\n\tb()\n}\n',
    code: 'func f() {\n    // ...\n    b()\n    c()\n}',
    task: { style: { insertSpaces: false, tabSize: 4 } },
    result: 'package a\n\nfunc f() {\n\ta()\n\tb()\n\tc()\n}\n',
  },
  {
    what: 'Java, with the brace on its own line',
    text: 'class A\n{\n    int f()\n    {\n        return 1;\n    }\n\n    int g() { return 2; }\n}\n',
    code: 'int g() { return 3; }',
    task: { style: { insertSpaces: true, tabSize: 4 } },
    result: 'class A\n{\n    int f()\n    {\n        return 1;\n    }\n\n    int g() { return 3; }\n}\n',
  },
  {
    what: 'a test is found by its title',
    text: "describe('a', () => {\n  it('adds', () => {\n    ok(add(1, 1));\n  });\n\n  it('takes', () => {\n    ok(true);\n  });\n});\n",
    code: "it('adds', () => {\n  equal(add(1, 1), 2);\n});",
    result:
      "describe('a', () => {\n  it('adds', () => {\n    equal(add(1, 1), 2);\n  });\n\n  it('takes', () => {\n    ok(true);\n  });\n});\n",
  },
  {
    what: 'a rule of a style sheet',
    text: '.a {\n  color: red;\n}\n\n.b > .c {\n  margin: 0;\n}\n',
    code: '.b > .c {\n  margin: 1px;\n}',
    result: '.a {\n  color: red;\n}\n\n.b > .c {\n  margin: 1px;\n}\n',
  },
  {
    what: 'a new line between two unique ones',
    text: 'start();\none();\ntwo();\nstop();\n',
    code: 'one();\nbetween();\ntwo();',
    result: 'start();\none();\nbetween();\ntwo();\nstop();\n',
  },
  {
    what: 'a statement, from its first line to the brace that closes it',
    text: 'function f() {\n  if (a) {\n    if (b) {\n      c();\n    }\n  }\n}\n',
    code: 'if (a) {\n  d();\n}',
    result: 'function f() {\n  if (a) {\n    d();\n  }\n}\n',
  },
  {
    what: 'a declaration between two others isn’t lost because the code lacks it',
    text: 'function a() {\n  1;\n}\n\nfunction b() {\n  2;\n}\n\nfunction c() {\n  3;\n}\n',
    code: 'function a() {\n  10;\n}\n\nfunction c() {\n  30;\n}',
    result: 'function a() {\n  10;\n}\n\nfunction b() {\n  2;\n}\n\nfunction c() {\n  30;\n}\n',
  },
  {
    what: 'C# with the brace below, and a new member next to its neighbor',
    text: 'public class A\n{\n    public int F(int a)\n    {\n        return a;\n    }\n}\n',
    code: 'public int F(int a)\n{\n    return a + 1;\n}\n\npublic int G()\n{\n    return 2;\n}',
    task: { style: { insertSpaces: true, tabSize: 4 } },
    result:
      'public class A\n{\n    public int F(int a)\n    {\n        return a + 1;\n    }\n\n    public int G()\n    {\n        return 2;\n    }\n}\n',
  },
  {
    what: 'declarations in another order',
    text: 'function a() {\n  1;\n}\n\nfunction b() {\n  2;\n}\n',
    code: 'function b() {\n  20;\n}\n\nfunction a() {\n  10;\n}',
    result: 'function a() {\n  10;\n}\n\nfunction b() {\n  20;\n}\n',
  },
];

/** Code whose place is unclear, in the cart or in another text. */
const unclear: readonly (readonly [what: string, code: string, text?: string])[] = [
  ['two lines far from each other', 'start();\nstop();', `start();\n${'between();\n'.repeat(9)}stop();\n`],
  [
    'a new signature with an omitted body',
    'export function total(items: Item[], tax: number): number {\n  // ... existing code ...\n}',
  ],
  [
    'the same in Python',
    'def e():\n    return 1\n\n\ndef f(x, y):\n    # ... existing code ...',
    'def e():\n    return 0\n\n\ndef f(x):\n    return x\n',
  ],
  [
    'a line after omitted ones that may replace another',
    'function f() {\n  // ... existing code ...\n  const x = 2;\n  b();\n}',
    'function f() {\n  const x = 1;\n  b();\n}\n',
  ],
  [
    'a class that lacks members without a comment',
    'export class Cart {\n  add(item: Item): void {\n    this.items.unshift(item);\n  }\n}',
  ],
  ['a method that two classes have', 'f() {\n  return 2;\n}', twoClasses],
  ['a first line that is there twice', 'a();\nx();\nb();', fourLines],
  ['a first line that is new', 'x();\nb();\nc();', fourLines],
  ['a last line that is new', 'b();\nx();', fourLines],
  ['a single line', 'b();', fourLines],
  ['lines with a declaration between them', 'a();\nb();', 'a();\nfunction f() {\n  1;\n}\nb();\n'],
  [
    'a line that only another function has',
    'function f() {\n  // ...\n  b();\n  // ...\n}',
    'function f() {\n  a();\n}\n\nfunction g() {\n  b();\n}\n',
  ],
  [
    'a method that only another class has',
    'class A:\n    # ...\n\n    def g(self):\n        return 3',
    'class A:\n    def f(self):\n        return 1\n\n\nclass B:\n    def g(self):\n        return 2\n',
  ],
  [
    'a header alone in Python',
    'class A:\n  # ...\n  def f(self):\n  # ...',
    'class A:\n    def f(self):\n        return 1\n',
  ],
  [
    'a header alone in Ruby',
    'class A\n  # ...\n  def f\n  # ...\nend',
    'class A\n    def f\n        1\n    end\nend\n',
  ],
  [
    'a new method without its class',
    'def h(self):\n    return 3',
    'class A:\n    def f(self):\n        return 1\n\n\ndef g():\n    return 2\n',
  ],
  ['all lines in another order', 'b();\nc();\na();', 'a();\nb();\n'],
  ['a block that is never closed', 'a();\nif (x) {\nb();', 'a();\nb();\nc();\n'],
  ['a statement that is nowhere in the file', 'console.log(1);'],
  ['nothing', '\n \n'],
];

describe('code of a response in a file', () => {
  for (const { what, text = cart, code, task = {}, result, isNew = false } of cases)
    it(`finds its place: ${what}`, () =>
      deepStrictEqual(mergeCode(text, code, { style, ...task }), { text: result, isFound: !isNew }));

  for (const [what, code, text = cart] of unclear)
    it(`is not placed where that is unclear: ${what}`, () =>
      deepStrictEqual(mergeCode(text, code, { style }), undefined));

  it('is merged quickly, even where it is hostile', () => {
    const repeat = (count: number, write: (at: number) => string) =>
      Array.from({ length: count }, (_, at) => write(at)).join('\n');
    const method = 'f() {\n  1;\n}';
    const declare = (at: number) => `function f${at}() {\n  ${at};\n}`;
    const pairs: readonly (readonly [text: string, code: string])[] = [
      [repeat(50_000, () => 'call();'), repeat(10_000, () => 'call();')],
      [
        `  start();\n}\n${repeat(50_000, (at) => `  call${at}();`)}`,
        `  start();\n${repeat(10_000, (at) => `  call${at}();`)}`,
      ],
      [repeat(10_000, declare), repeat(10_000, (at) => `${declare(at)}\n// ...`)],
      [repeat(20_000, () => method), repeat(10_000, () => method)],
      [
        `${repeat(10_000, (at) => `import { b } from 'b${at}';`)}\n${declare(0)}`,
        `${repeat(10_000, (at) => `import { c } from 'b${at}';`)}\n${declare(0)}`,
      ],
      ['call();', `using${' '.repeat(100_000)}x\n// ...\ncall();`],
      ['call();', `// ...\na:${'+'.repeat(100_000)}\ncall();`],
    ];
    // A slow one would run into the suite's time limit.
    for (const [text, code] of pairs) mergeCode(text, code, { style, cursor: 2 });
  });
});
