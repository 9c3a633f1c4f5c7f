import type { CodeCase } from './codeCase.ts';

/** The narration of every line of other languages, commands, data and pages. */
export const fileCases: Readonly<Record<string, CodeCase>> = {
  'Python conditions': [
    'python',
    'if not a or b is None:\n    x = y[1:2]\nelif c:\n    pass',
    ['if not a or b is none', 'x equals y at 1: 2', 'else if c', 'pass'],
  ],
  'Go errors': [
    'go',
    'if err := u.load(); err != nil {\n\treturn "", err\n}',
    ['if error becomes u dot load, error not equal to nil', 'return empty text, error'],
  ],
  'Go imports, fields and channels': [
    'go',
    'import (\n\t"fmt"\n\t"net/http"\n)\ntype User struct {\n\tIDs []int `json:"ids"`\n}\ndone <- true\nm := map[string]int{}',
    [
      'import fmt net/http',
      'type user struct',
      'ids array int json:"ids"',
      'done gets true',
      'm becomes map, string, int',
    ],
  ],
  Rust: [
    'rust',
    "use std::collections::{HashMap, HashSet};\nimpl<'a> Reader<'a> {\n    pub fn read(&mut self) -> Result<String, Error> {\n        let n = items.iter().map(|x| x + 1).collect::<Vec<_>>();\n        Ok(load(path)?)\n    }\n}",
    [
      'use standard collections, hash map, hash set',
      'implement, a, reader, a',
      'public function read, reference mutable self, arrow result, string, error',
      'let n equals items dot iter, dot map, x, x plus 1, dot collect, vec, underscore',
      'ok, load, path, question mark',
    ],
  ],
  'a match of Rust': [
    'rust',
    'match c {\n    0..=9 => println!("digit"),\n    _ => {}\n}',
    ['match c', '0 through 9 arrow print line, digit, underscore arrow'],
  ],
  'shell commands': [
    'shellscript',
    'git commit -m "fix it" --no-verify | tee log > out.txt\nnpm ci && npm run build || exit 1\nrm -rf "$DIR/x" 2>/dev/null',
    [
      'git commit dash m fix it dash dash no verify, pipe to tee log into out dot T X T',
      'N P M C I, and then N P M run build, or else exit 1',
      'R M dash r f directory slash x 2 into slash dev slash null',
    ],
  ],
  if: ['shellscript', 'if [ -f "$a" ]; then\n  b >> c\nfi', ['if dash f a, then', 'b appended to c']],
  JSON: [
    'json',
    '{\n  "name": "relay",\n  "private": true,\n  "scripts": { "test:unit": "mocha" },\n  "files": ["dist", "media"],\n  "users": [{ "id": -1 }],\n  "empty": {}\n}',
    [
      'name: relay',
      'private: true',
      'scripts: test:unit: mocha',
      'files: dist, media',
      'users: id: minus 1',
      'empty: empty object',
    ],
  ],
  C: [
    'c',
    '#include <stdio.h>\nint *p = &b;\nfor (int i = 0; i < MAX; i++) p->next = *q;',
    [
      'include stdio dot h',
      'int star p equals reference b',
      'for int i equals 0, i less than max, i plus plus, p arrow next equals star q',
    ],
  ],
  'C++': ['cpp', 'std::vector<int> v;\na << "hi";', ['standard vector, int, v', 'a shift left hi']],
  SQL: [
    'sql',
    "SELECT COUNT(*) FROM users\nWHERE age >= 18 AND name <> 'it''s me';",
    [
      'select count, star, from users',
      "where age greater than or equal to 18 and name not equal to it''s me",
    ],
  ],
  YAML: [
    'yaml',
    "on:\n  push:\n    branches: [main, dev]\njobs:\n  - name: Don't stop\n    run: npm ci",
    ['on', 'push', 'branches: main, dev', 'jobs', "name: Don't stop", 'run: npm ci'],
  ],
  TOML: ['toml', '[tool.poetry]\nkeywords = ["a", "b"]', ['tool dot poetry', 'keywords: a, b']],
  CSS: [
    'css',
    '.btn-primary:hover, #main > a {\n  color: #ff8800;\n  margin: 0 auto 16px;\n  background: var(--main-color);\n}',
    [
      'dot button primary: hover, main a',
      'color: F F 8800',
      'margin: 0 auto 16 pixels',
      'background: variable, main color',
    ],
  ],
  HTML: [
    'html',
    '<h1 class="title">Hello <b>world</b> &amp; all</h1>\n<img alt="A cat"/>',
    ['tag h 1 class equals title, Hello, tag b, world, all', 'tag image alt equals A cat'],
  ],
  Dockerfile: ['dockerfile', 'RUN npm ci --no-audit', ['run N P M C I dash dash no audit']],
  Ruby: ['ruby', 'a.each { |x| puts "#{x} saved" }\nend', ['a dot each, x, puts x saved']],
  Java: ['java', 'List<String> names = new ArrayList<>();', ['list, string, names equals new array list']],
  PHP: ['php', '<p>Hi</p>\n<?php\n// A.\necho $userName;', ['tag p, Hi', '(comment) A.', 'echo user name']],
  'a heredoc': ['shellscript', 'cat <<EOF | sort\nhello world\nEOF', ['cat sort hello world']],
  'numbers with a type': ['rust', 'let x = 0xFF_u32 + 1_000u8;', ['let x equals hex f f plus 1000']],
  'hex of 64 bits': ['c', 'a = 0xFFFFFFFFFFFFFFFF;', [`a equals hex${' f'.repeat(16)}`]],
  'a long line': [
    'javascript',
    `var a=1;\n${'f(x);'.repeat(1000)}`,
    ['variable a equals 1', '(notice) long line of 5,000 characters'],
  ],
  'a line break alone': ['javascript', String.raw`if (c === '\n') go()`, [String.raw`if c equal to \n, go`]],
  'a long text': ['javascript', `f("${'x'.repeat(900)}")`, ['f, long text of 900 characters']],
};

/** The narration of pages when only text and comments are read. */
export const pageCases: Readonly<Record<string, CodeCase>> = {
  'a page without its comments, scripts and styles': [
    'html',
    '<!DOCTYPE html>\n<title>Home</title>\n<!-- The page. -->\n<h1 class="x">Hello <b>world</b> &amp; all</h1>\n<p>See <a href="https://x.y//z">this</a>.<br>And that.</p>\n<script>\n// Greets.\n</script>\n<style>/* Blue. */</style>',
    ['(paragraph) Home', '(heading) Hello world & all.', '(paragraph) See this. And that.'],
  ],
  'lists and images': [
    'html',
    '<ul><li>One</li><li>Two <img src="a.png" alt="A cat"></li></ul><svg><text>no</text></svg><img src="b.png">',
    ['(listItem) One', '(listItem) Two, image: A cat'],
  ],
  'signs by numbers': ['html', '<p>It&#39;s &#x201C;so&#x201D;&#8203;.</p>', ["(paragraph) It's “so”."]],
  'a page in Chinese': [
    'html',
    '<h2>欢迎</h2><p>这是<b>第一</b>段。</p><img alt="一只猫" src="x">',
    ['(heading) 欢迎。', '(paragraph) 这是第一段。', '(paragraph) 图片：一只猫'],
  ],
  Vue: [
    'vue',
    '<template>\n  <p @click="a > b">Hello {{ user.name }}!</p>\n</template>\n<script setup lang="ts">\n/** Says hello. */\nfunction greet() {}\n</script>',
    ['Says hello.'],
  ],
  'pages around PHP': ['php', '<p>Hi</p>\n<?php\n// Says it.\necho 1;', ['Says it.']],
  'XML is data': ['xml', '<!-- The list. --><a><b>x</b></a>', ['The list.']],
};

/** The narration of every line of a program. */
export const programCases: Readonly<Record<string, CodeCase>> = {
  'a call': ['typescript', 'let a = await getUserById(id);', ['let a equals await get user by id, id']],
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
  'a function': [
    'typescript',
    'export async function load(id: string, flag?: boolean): Promise<Map<string, User[]>> {',
    [
      'export asynchronous function load, id: string, flag question mark: boolean: promise, map, string, user array',
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
    ['constant ids equals users dot filter, boolean, dot map, user, arrow user dot id'],
  ],
  imports: [
    'typescript',
    "import fs, { readFile } from 'node:fs/promises';\nimport * as x from './relay/client.ts';\nimport {\n  a,\n  b,\n} from '@scope/pkg';",
    [
      'import F S, read file, from node:fs/promises',
      'import star as x from client dot T S',
      'import',
      'a, b, from @scope/pkg',
    ],
  ],
  'a template': ['typescript', 'log(`Hello \x24{user.name}, you!`);', ['log, Hello user dot name, you!']],
  'choosing one of two': ['typescript', 'const a = ok ? 1 : 2;', ['constant a equals ok then 1 else 2']],
  'regular expressions, hex and long numbers': [
    'typescript',
    'x = /a+/g.test(y) ? 0xff : 1_000_000;',
    ['x equals regular expression dot test, y, then hex f f else 1000000'],
  ],
  'a class': [
    'typescript',
    'class Foo<T> extends Bar {\n  private readonly items: string[] = [];\n}',
    ['class foo, T, extends bar', 'private read-only items: string array equals empty array'],
  ],
  'comments in their places': [
    'typescript',
    '// First.\nlet a = 1; // one\n/** Second. */\nlet b = {};',
    ['(comment) First.', 'let a equals 1', '(comment) one', '(comment) Second.', 'let b equals empty object'],
  ],
  JSX: ['typescriptreact', '<A onClick={() => go()}>Do it</A>', ['tag A on click equals, arrow go, do it']],
  spread: ['typescript', 'call(...args, a?.b, c!);', ['call, dot dot dot arguments, a optional dot b, c']],
  'types that are joined': ['typescript', 'type A = B | C & D;', ['type A equals B or C and D']],
  'a hash, a path': ['go', 'f("./src/reader.ts", "a1b2c3d4e5f60718")', ['f, reader dot T S, hash a1b2']],
  'a Python function': [
    'python',
    'def get_user(user_id: int, *args, **kwargs) -> Optional[str]:\n    return args[0] // 2 ** x',
    [
      'define get user, user id: int, star arguments, star star kwargs, arrow optional, string',
      'return arguments at 0, floor divided by 2 to the power of x',
    ],
  ],
};
