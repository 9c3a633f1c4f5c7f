import type { WordsLanguage } from './block.ts';

/** Words of ours that stand in a text for what isn't read as it is written. They are spoken, never shown. */
export interface Words {
  readonly quote: string;
  readonly deleted: string;
  readonly done: string;
  readonly toDo: string;
  readonly yes: string;
  readonly no: string;
  readonly formula: string;
  readonly image: string;
  /** In front of an image's description. */
  readonly imageOf: string;
  /** For a short pause, and for the end of a sentence that has no mark. */
  readonly comma: string;
  readonly stop: string;
  readonly colon: string;
  /** In front of the names of a table's two columns. */
  readonly table: string;
  linkTo(host: string): string;
  hash(start: string): string;
  /** The line of a file that a path names. */
  line(number: string): string;
  row(number: number): string;
  moreRows(count: number): string;
  footnote(label: string): string;
  codeBlock(language: string | undefined, lines: number): string;
  diff(lines: number): string;
  diagram(lines: number): string;
  /** GitHub's alerts; undefined for a name that a person made up. */
  alert(name: string): string | undefined;
}

const lines = (count: number): string => (count === 1 ? '1 line' : `${count} lines`);

const englishAlerts = new Set(['note', 'tip', 'important', 'warning', 'caution', 'danger', 'info', 'todo']);
const chineseAlerts: Readonly<Record<string, string>> = {
  note: '说明',
  tip: '提示',
  important: '重要',
  warning: '警告',
  caution: '注意',
  danger: '危险',
  info: '信息',
  todo: '待办',
};

const english: Words = {
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
  stop: '.',
  colon: ':',
  table: 'table:',
  linkTo: (host) => `link to ${host}`,
  hash: (start) => `hash ${start}`,
  line: (number) => `line ${number}`,
  row: (number) => `row ${number}:`,
  moreRows: (count) => (count === 1 ? 'and 1 more row' : `and ${count} more rows`),
  footnote: (label) => (label === '' ? 'footnote:' : `footnote ${label}:`),
  codeBlock: (language, count) => ['code block', ...(language ? [language] : []), lines(count)].join(', '),
  diff: (count) => `diff, ${lines(count)}`,
  diagram: (count) => `diagram, ${lines(count)}`,
  alert: (name) => (englishAlerts.has(name) ? `${name}:` : undefined),
};

const chinese: Words = {
  quote: '引用：',
  deleted: '已删除：',
  done: '已完成：',
  toDo: '待办：',
  yes: '是',
  no: '否',
  formula: '公式',
  image: '图片',
  imageOf: '图片：',
  comma: '，',
  stop: '。',
  colon: '：',
  table: '表格：',
  linkTo: (host) => `${host} 的链接`,
  hash: (start) => `哈希 ${start}`,
  line: (number) => `第 ${number} 行`,
  row: (number) => `第 ${number} 行：`,
  moreRows: (count) => `还有 ${count} 行`,
  footnote: (label) => (label === '' ? '脚注：' : `脚注 ${label}：`),
  codeBlock: (language, count) => ['代码块', ...(language ? [language] : []), `${count} 行`].join('，'),
  diff: (count) => `差异，${count} 行`,
  diagram: (count) => `图表，${count} 行`,
  alert: (name) => {
    const word = chineseAlerts[name];
    return word === undefined ? undefined : `${word}：`;
  },
};

export const wordsOf: Readonly<Record<WordsLanguage, Words>> = { en: english, zh: chinese };

/** How the names of languages on fences are said. */
const languageNames: Readonly<Record<string, string>> = {
  bash: 'shell',
  c: 'C',
  'c#': 'C sharp',
  'c++': 'C plus plus',
  cpp: 'C plus plus',
  cs: 'C sharp',
  csharp: 'C sharp',
  css: 'CSS',
  dockerfile: 'Dockerfile',
  fish: 'shell',
  fsharp: 'F sharp',
  go: 'Go',
  golang: 'Go',
  graphql: 'GraphQL',
  html: 'HTML',
  java: 'Java',
  javascript: 'JavaScript',
  javascriptreact: 'JavaScript',
  js: 'JavaScript',
  json: 'JSON',
  json5: 'JSON',
  jsonc: 'JSON',
  jsonl: 'JSON',
  jsx: 'JavaScript',
  kotlin: 'Kotlin',
  kt: 'Kotlin',
  latex: 'LaTeX',
  lua: 'Lua',
  makefile: 'Makefile',
  markdown: 'Markdown',
  md: 'Markdown',
  mjs: 'JavaScript',
  mts: 'TypeScript',
  php: 'PHP',
  powershell: 'PowerShell',
  ps1: 'PowerShell',
  py: 'Python',
  python: 'Python',
  r: 'R',
  rb: 'Ruby',
  rs: 'Rust',
  ruby: 'Ruby',
  rust: 'Rust',
  scss: 'SCSS',
  sh: 'shell',
  shell: 'shell',
  shellscript: 'shell',
  sql: 'SQL',
  swift: 'Swift',
  toml: 'TOML',
  ts: 'TypeScript',
  tsx: 'TypeScript',
  typescript: 'TypeScript',
  typescriptreact: 'TypeScript',
  vb: 'Visual Basic',
  vue: 'Vue',
  xml: 'XML',
  yaml: 'YAML',
  yml: 'YAML',
  zsh: 'shell',
};

const namesOfPlainText = new Set(['text', 'txt', 'plain', 'plaintext', 'none', 'output', 'nohighlight']);

/** The name of a fence's language as it is said; undefined for text, and for what is no name. */
export function sayLanguageName(language: string): string | undefined {
  const key = language.toLowerCase();
  if (namesOfPlainText.has(key) || !/^[a-z][\w+#-]{0,19}$/.test(key)) return undefined;
  return Object.hasOwn(languageNames, key) ? languageNames[key] : language.replaceAll(/[-_]+/g, ' ');
}
