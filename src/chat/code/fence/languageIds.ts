/** What models write after a fence, by the id that VS Code has for it. Names that are the id itself need no row. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  bat: ['batch', 'cmd', 'dos', 'batchfile'],
  clojure: ['clj', 'cljs', 'edn'],
  coffeescript: ['coffee'],
  cpp: ['c++', 'cc', 'cxx', 'hpp', 'h++', 'hxx'],
  csharp: ['c#', 'cs', 'csx'],
  'cuda-cpp': ['cuda', 'cu'],
  diff: ['patch', 'udiff'],
  dockerfile: ['docker', 'containerfile'],
  elixir: ['ex', 'exs'],
  erlang: ['erl'],
  fsharp: ['f#', 'fs', 'fsx'],
  go: ['golang'],
  graphql: ['gql'],
  handlebars: ['hbs'],
  haskell: ['hs'],
  html: ['htm', 'xhtml'],
  ini: ['cfg', 'conf', 'editorconfig'],
  javascript: ['js', 'mjs', 'cjs', 'node'],
  javascriptreact: ['jsx'],
  json: ['geojson', 'webmanifest'],
  jsonc: ['json5', 'jsonc'],
  jsonl: ['ndjson', 'jsonlines'],
  julia: ['jl'],
  kotlin: ['kt', 'kts'],
  latex: ['tex'],
  makefile: ['make', 'mk'],
  markdown: ['md', 'mdx', 'mkd'],
  'objective-c': ['objc', 'objectivec', 'obj-c'],
  'objective-cpp': ['objc++', 'objcpp'],
  ocaml: ['ml'],
  perl: ['pl', 'pm'],
  plaintext: ['text', 'txt', 'plain', 'output'],
  powershell: ['ps1', 'ps', 'pwsh', 'psm1'],
  properties: ['dotenv', 'env'],
  proto3: ['proto', 'protobuf'],
  python: ['py', 'py3', 'python3', 'pyi', 'gyp'],
  r: ['rscript'],
  restructuredtext: ['rst'],
  ruby: ['rb', 'jruby'],
  rust: ['rs'],
  scala: ['sc'],
  shellscript: [
    'sh',
    'bash',
    'shell',
    'zsh',
    'ksh',
    'fish',
    'console',
    'shellsession',
    'shell-session',
    'terminal',
  ],
  sql: ['mysql', 'postgres', 'postgresql', 'sqlite', 'tsql', 'plsql'],
  terraform: ['tf', 'hcl'],
  typescript: ['ts', 'mts', 'cts'],
  typescriptreact: ['tsx'],
  vb: ['vbnet', 'visualbasic'],
  xml: ['svg', 'xsd', 'xsl', 'xslt', 'plist', 'rss', 'atom'],
  yaml: ['yml'],
};

const idsByName = new Map(
  Object.entries(otherNames).flatMap(([id, names]) => names.map((name) => [name, id] as const)),
);
/** Where an editor may lack the first, the next best. */
const nextBest: Readonly<Record<string, string>> = {
  proto3: 'proto',
  jsonl: 'json',
  'cuda-cpp': 'cpp',
  terraform: 'hcl',
};

/** The id of an editor's language for the name after a fence; undefined where the editor knows none. */
export function languageIdOf(name: string, known: ReadonlySet<string>): string | undefined {
  const lowerCase = name.toLowerCase();
  const id = idsByName.get(lowerCase);
  const candidates = [lowerCase, id, id && nextBest[id]];
  return candidates.find((candidate) => candidate !== undefined && known.has(candidate));
}

const shells = new Set([
  ...['sh', 'bash', 'shell', 'zsh', 'ksh', 'fish', 'shellscript', 'console', 'shellsession', 'shell-session'],
  ...['terminal', 'powershell', 'pwsh', 'ps1', 'bat', 'batch', 'cmd', 'dos'],
]);

/** Whether a block is meant for a shell. */
export function isShell(name: string): boolean {
  return shells.has(name.toLowerCase());
}

/** Whether a block shows a session: commands behind a prompt, and what they printed. */
export function isSession(name: string): boolean {
  return ['console', 'shellsession', 'shell-session', 'terminal'].includes(name.toLowerCase());
}
