import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { inlineCodeInWords } from '../../../../../src/readAloud/narration/code/inlineCode.ts';

const cases: Readonly<Record<string, string>> = {
  getUserById: 'get user by id',
  HTTPServer2: 'H T T P server 2',
  'kebab-case-name': 'kebab case name',
  MAX_RETRIES: 'max retries',
  API_KEY: 'A P I key',
  __init__: 'init',
  T: 'T',
  btnIdx: 'button index',
  i18n: 'internationalization',
  'v1.2.3': 'version 1.2.3',
  'src/a/speech.ts': 'speech dot T S',
  '.gitignore': 'dot gitignore',
  '~/.bashrc': 'dot bashrc',
  '*.ts': 'star dot T S',
  'application/json': 'application slash json',
  'l10n/': 'localization',
  'src/chat/<protocol>/reader.ts': 'source slash chat slash protocol slash reader dot T S',
  'https://example.org/a?b=c': 'link to example.org',
  a1b2c3d4e5f6a7b8: 'hash a1b2',
  '550e8400-e29b-41d4-a716-446655440000': 'hash 550e',
  SGVsbG8gV29ybGQhIFRoaXMgaXM: 'hash SGVs',
  '0xff': 'hex f f',
  'foo.bar()': 'foo dot bar',
  'foo(a, b)': 'foo, a, b',
  'items[0]': 'items at 0',
  'Map<string, User[]>': 'map, string, user array',
  '!x': 'not x',
  '=>': 'arrow',
  'user?.name ?? 0': 'user optional dot name or else 0',
  'npm install -D typescript': 'N P M install dash D typescript',
  '-- --help': 'dash dash, dash dash help',
  'npm run dev -- --desktop': 'N P M run dev dash dash, dash dash desktop',
  '[--desktop]': 'dash dash desktop',
  'apt-get install libkrb5-dev': 'apt get install libkrb 5 dev',
  'a - b': 'a minus b',
  'a ?? {}': 'a or else empty object',
  'n-1': 'n minus 1',
  '10 - 5': '10 minus 5',
  'i--': 'i minus minus',
  '‹ 2/3 ›': '2/3',
  '%20': '%20',
  'hello%20world': 'hello%20world',
  'i%10': 'i modulo 10',
  '2024-01-31': '2024-01-31',
  '2024-01-31T12:30:00Z': '2024-01-31T12:30:00Z',
  '^1.2.3': '^1.2.3',
  '1.2.3-beta.1': '1.2.3-beta.1',
  '127.0.0.1:8080': '127.0.0.1:8080',
  '/name': 'slash name',
  '/v1/models': 'slash v 1 slash models',
  './name': 'name',
  'sk-ant-': 'S K ant dash',
  'Ctrl+F': 'control plus F',
  'Ctrl+,': 'Ctrl+,',
  'Shift+Alt+]': 'Shift+Alt+]',
  '⌘⇧P': '⌘⇧P',
  'Ctrl+↑': 'Ctrl+up arrow',
  '1.5×': '1.5 times',
  '2×3': '2 by 3',
  '<div>': 'tag div',
  '[]': 'empty array',
  '()': '',
  '': '',
  中文名: '中文名',
};

describe('inline code in a text', () => {
  for (const [code, words] of Object.entries(cases)) {
    it(`is narrated: ${code}`, () => strictEqual(inlineCodeInWords(code, 'en'), words));
  }

  it('is narrated in Chinese, except for names', () => {
    deepStrictEqual(
      ['foo.bar()', 'a !== b', '--no-verify', 'Map<string, User[]>', 'a1b2c3d4e5f6a7b8', 'fn'].map((code) =>
        inlineCodeInWords(code, 'zh'),
      ),
      ['foo 点 bar', 'a 不等于 b', '杠 杠 no verify', 'map，string，user 数组', '哈希 a1b2', '函数'],
    );
  });

  it('is narrated in Chinese for options, numbers and expressions', () => {
    deepStrictEqual(
      ['2/3', '-- --help', '/name', 'sk-', '1.5×', '2×3', 'a = true'].map((code) =>
        inlineCodeInWords(code, 'zh'),
      ),
      ['2/3', '杠 杠，杠 杠 help', '斜杠 name', 'S K 杠', '1.5 倍', '2 乘 3', 'a 设为 真'],
    );
  });
});
