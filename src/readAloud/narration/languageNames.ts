import { languageIdOf } from '../../text/languages.ts';

/** How the names of languages on fences are said: by their id, or by a name that says more. */
const languageNames: Readonly<Record<string, string>> = {
  c: 'C',
  cpp: 'C plus plus',
  csharp: 'C sharp',
  css: 'CSS',
  dockerfile: 'Dockerfile',
  fsharp: 'F sharp',
  go: 'Go',
  graphql: 'GraphQL',
  html: 'HTML',
  java: 'Java',
  javascript: 'JavaScript',
  javascriptreact: 'JavaScript',
  json: 'JSON',
  jsonc: 'JSON',
  jsonl: 'JSON',
  kotlin: 'Kotlin',
  latex: 'LaTeX',
  lua: 'Lua',
  makefile: 'Makefile',
  markdown: 'Markdown',
  php: 'PHP',
  powershell: 'PowerShell',
  python: 'Python',
  r: 'R',
  ruby: 'Ruby',
  rust: 'Rust',
  scss: 'SCSS',
  shellscript: 'shell',
  sql: 'SQL',
  svg: 'SVG',
  swift: 'Swift',
  toml: 'TOML',
  typescript: 'TypeScript',
  typescriptreact: 'TypeScript',
  vb: 'Visual Basic',
  vue: 'Vue',
  xml: 'XML',
  yaml: 'YAML',
};

const namesOfPlainText = new Set(['plaintext', 'none', 'nohighlight']);

/** The name of a fence's language as it is said; undefined for text, and for what is no name. */
export function languageNameInWords(language: string): string | undefined {
  const key = language.toLowerCase();
  const id = languageIdOf(key);
  if (namesOfPlainText.has(id) || !/^[a-z][\w+#-]{0,19}$/.test(key)) return undefined;
  const name = [key, id].find((each) => Object.hasOwn(languageNames, each));
  return name === undefined ? language.replaceAll(/[-_]+/g, ' ') : languageNames[name];
}
