import type { CodeCase } from './codeCase.ts';

/** What is said of every line of other languages, commands, data and pages. */
export const fileCases: Readonly<Record<string, CodeCase>> = {
  'Python conditions': [
    'python',
    'if not a or b is None:\n    x = y[1:2]\nelif c:\n    pass',
    ['if not a or b is None', 'x equals y at 1: 2', 'else if c', 'pass'],
  ],
  'Python imports and f-strings': [
    'python',
    'from os.path import join\nprint(f"Hi {name}!")',
    ['from O S dot path import join', 'print, Hi name!'],
  ],
  'Python in Chinese': ['python', 'if a != b:\n    return None', ['如果 a 不等于 b', '返回 空'], 'zh'],
  'Go errors': [
    'go',
    'if err := u.load(); err != nil {\n\treturn "", err\n}',
    ['if error becomes u dot load, error not equal to nil', 'return empty text, error'],
  ],
  'Go imports, fields and channels': [
    'go',
    'import (\n\t"fmt"\n\t"net/http"\n)\ntype User struct {\n\tIDs []int `json:"ids"`\n}\ndone <- true\nm := map[string]int{}',
    [
      'import, fmt net/http',
      'type User struct',
      'IDs array int json:"ids"',
      'done gets true',
      'm becomes map, string, int',
    ],
  ],
  Rust: [
    'rust',
    "use std::collections::{HashMap, HashSet};\nimpl<'a> Reader<'a> {\n    pub fn read(&mut self) -> Result<String, Error> {\n        let n = items.iter().map(|x| x + 1).collect::<Vec<_>>();\n        Ok(load(path)?)\n    }\n}",
    [
      'use standard collections, hash map, hash set',
      'implement, a, Reader, a',
      'public function read, reference mutable self, arrow Result, String, Error',
      'let n equals items dot iter, dot map, x, x plus 1, dot collect, Vec, underscore',
      'Ok, load, path, question mark',
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
      'rm dash r f directory slash x 2 into slash dev slash null',
    ],
  ],
  'shell commands in Chinese': [
    'shellscript',
    'git push --force && echo ok',
    ['git push 杠 杠 force，然后 echo ok'],
    'zh',
  ],
  'shell conditions': [
    'shellscript',
    'if [ -f "$file" ]; then\n  cat "$file" >> all.txt\nfi',
    ['if dash f file, then', 'cat file appended to all dot T X T'],
  ],
  'a prompt': ['shellscript', '$ npm install -D typescript', ['N P M install dash D typescript']],
  JSON: [
    'json',
    '{\n  "name": "relay",\n  "private": true,\n  "scripts": { "test:unit": "mocha" },\n  "files": ["dist", "media"],\n  "users": [{ "id": -1 }],\n  "empty": {}\n}',
    [
      'name: relay',
      'private: true',
      'scripts: test unit: mocha',
      'files: dist, media',
      'users: id: minus 1',
      'empty: empty object',
    ],
  ],
  'JSON in one line': ['json', '{"a":{"b":null},"c":[1,2]}', ['a: b: null, c: 1, 2']],
  'JSON in Chinese': ['json', '{"scripts": {"ok": true}}', ['scripts：ok：真'], 'zh'],
  C: [
    'c',
    '#include <stdio.h>\nint *p = &b;\nfor (int i = 0; i < MAX; i++) p->next = *q;',
    [
      'include stdio dot h',
      'int star p equals reference b',
      'for int i equals 0, i less than max, i plus plus, p arrow next equals star q',
    ],
  ],
  'C++': [
    'cpp',
    'std::vector<int> v;\nstd::cout << "hi";',
    ['standard vector, int, v', 'standard cout shift left hi'],
  ],
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
  TOML: [
    'toml',
    '[tool.poetry]\nname = "relay"\nkeywords = ["a", "b"]',
    ['tool poetry', 'name: relay', 'keywords: a, b'],
  ],
  CSS: [
    'css',
    '.btn-primary:hover, #main > a {\n  color: #ff8800;\n  margin: 0 auto 16px;\n  background: var(--main-color);\n}',
    [
      'button primary: hover, main a',
      'color: color f f 8 8 0 0',
      'margin: 0 auto 16 pixels',
      'background: variable, main color',
    ],
  ],
  HTML: [
    'html',
    '<h1 class="title">Hello <b>world</b> &amp; all</h1>\n<img alt="A cat"/>',
    ['tag h 1 class: title, Hello world & all', 'tag image alt: A cat'],
  ],
  Dockerfile: ['dockerfile', 'FROM node:20 AS build\nRUN npm ci', ['from node 20 as build', 'run N P M C I']],
  Ruby: [
    'ruby',
    'def save!\n  items.each { |x| puts "#{x} saved" }\nend',
    ['define save', 'items dot each, x, puts x saved'],
  ],
  'a Go loop': [
    'go',
    'for i := 0; i < len(xs); i++ {\n\tfmt.Println(i)\n}',
    ['for i becomes 0, i less than length, xs, i plus plus', 'format dot Println, i'],
  ],
  'Go in Chinese': [
    'go',
    'func (u *User) Name() (string, error) {',
    ['函数，u 星号 User，Name，string，error'],
    'zh',
  ],
  'Rust in Chinese': [
    'rust',
    'pub fn add(a: i32) -> i32 { a + 1 }',
    ['公开 函数 add，a：i 32，箭头 i 32，a 加 1'],
    'zh',
  ],
  Java: [
    'java',
    'public List<String> names = new ArrayList<>();',
    ['public List, String, names equals new array list'],
  ],
  PHP: [
    'php',
    '<p>Hi</p>\n<?php\n// Says it.\necho $userName . "x";',
    ['tag p, Hi', '(comment) Says it.', 'echo user name dot x'],
  ],
  'a switch': [
    'typescript',
    "switch (kind) {\n  case 'a':\n    break;\n  default:\n    go();\n}",
    ['switch kind', 'case a', 'break', 'default', 'go'],
  ],
  'only brackets': ['typescript', '}\n});\n]', []],
  properties: [
    'properties',
    '# Where it is.\nserver.port=8080',
    ['(comment) Where it is.', 'server port: 8080'],
  ],
  'a heredoc': ['shellscript', 'cat <<EOF | sort\nhello world\nEOF', ['cat sort hello world']],
  'a makefile': [
    'makefile',
    'build: main.c\n\tgcc -o app main.c',
    ['build main dot c', 'gcc dash o app main dot c'],
  ],
  'a long line': [
    'javascript',
    'var a=1;\nf(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);f(x);',
    ['variable a equals 1', '(notice) long line of 5,000 characters'],
  ],
  'a long text': [
    'javascript',
    'f("xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx")',
    ['f, long text of 900 characters'],
  ],
};
