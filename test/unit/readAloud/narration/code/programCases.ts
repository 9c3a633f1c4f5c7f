import type { CodeCase } from './codeCase.ts';

/** What is said of every line of a program. */
export const programCases: Readonly<Record<string, CodeCase>> = {
  'a declaration': [
    'typescript',
    'const userName = await getUserById(id);',
    ['constant user name equals await get user by id, id'],
  ],
  'a declaration in Chinese': [
    'typescript',
    'const userName = await getUserById(id);',
    ['常量 user name 设为 等待 get user by id，id'],
    'zh',
  ],
  'if and else': [
    'typescript',
    'if (a !== b && !isReady) {\n  return;\n} else if (c >= 2) {\n  stop();\n} else {\n  go();\n}',
    [
      'if a not equal to b and not is ready',
      'return',
      'else if c greater than or equal to 2',
      'stop',
      'else',
      'go',
    ],
  ],
  'if and else in Chinese': [
    'typescript',
    'if (a !== b && !isReady) {\n  return;\n} else {\n  go();\n}',
    ['如果 a 不等于 b 并且 非 is ready', '返回', '否则', 'go'],
    'zh',
  ],
  'one line of if': ['typescript', 'if (x) return y ?? 0;', ['if x, return y or else 0']],
  'a function': [
    'typescript',
    'export async function load(id: string, flag?: boolean): Promise<Map<string, User[]>> {',
    [
      'export asynchronous function load, id: string, flag question mark: boolean: Promise, Map, string, User array',
    ],
  ],
  'a function in Chinese': [
    'typescript',
    '// 读取文件\nexport async function load(id: string) {',
    ['(comment) 读取文件', '导出 异步 函数 load，id：string'],
  ],
  'arrow functions': ['typescript', 'const f = (x) => x * 2;', ['constant f equals, x, arrow x times 2']],
  'chained calls': [
    'typescript',
    'const ids = users\n  .filter(Boolean)\n  .map((user) => user.id);',
    ['constant ids equals users dot filter, Boolean, dot map, user, arrow user dot id'],
  ],
  imports: [
    'typescript',
    "import fs, { readFile } from 'node:fs/promises';\nimport * as x from './relay/client.ts';\nimport {\n  a,\n  b,\n} from '@scope/pkg';",
    [
      'import fs, read file, from node:fs/promises',
      'import star as x from client dot T S',
      'import',
      'a, b, from @scope/pkg',
    ],
  ],
  'a template': [
    'typescript',
    'log(`Hello \x24{user.name}, you have \x24{count} messages!`);',
    ['log, Hello user dot name, you have count messages!'],
  ],
  'choosing one of two': ['typescript', 'const a = ok ? 1 : 2;', ['constant a equals ok then 1 else 2']],
  'regular expressions, hex and long numbers': [
    'typescript',
    'x = /a+/g.test(y) ? 0xff : 1_000_000;',
    ['x equals regular expression dot test, y, then hex f f else 1000000'],
  ],
  'a class': [
    'typescript',
    'class Foo<T> extends Bar {\n  private readonly items: string[] = [];\n}',
    ['class Foo, T, extends Bar', 'private read-only items: string array equals empty array'],
  ],
  'comments in their places': [
    'typescript',
    '// First.\nlet a = 1; // one\n/** Second. */\nlet b = {};',
    ['(comment) First.', 'let a equals 1', '(comment) one', '(comment) Second.', 'let b equals empty object'],
  ],
  JSX: [
    'typescriptreact',
    '<Button onClick={() => go()} disabled>Click me</Button>',
    ['tag Button on click: arrow go, disabled, Click me'],
  ],
  'spread and optional': [
    'typescript',
    'call(...args, a?.b, c!);',
    ['call, dot dot dot arguments, a optional dot b, c'],
  ],
  'types that are joined': ['typescript', 'type A = B | C & D;', ['type A equals B or C and D']],
  'a hash and a path in texts': [
    'typescript',
    "open('./src/reader.ts', 'a1b2c3d4e5f60718');",
    ['open, reader dot T S, hash a1b2'],
  ],
  'a Python function': [
    'python',
    'def get_user(user_id: int, *args, **kwargs) -> Optional[str]:\n    return args[0] // 2 ** x',
    [
      'define get user, user id: int, star arguments, star star kwargs, arrow Optional, string',
      'return arguments at 0, floor divided by 2 to the power of x',
    ],
  ],
};
