/** Other names of languages by VS Code's language id, as people and models write them after a fence. */
const otherNames: Readonly<Record<string, string>> = {
  asciidoc: 'adoc',
  bat: 'batch cmd dos batchfile',
  c: 'h',
  clojure: 'clj cljs edn cljc',
  coffeescript: 'coffee',
  cpp: 'c++ cc cxx hpp h++ hxx arduino',
  crystal: 'cr',
  csharp: 'c# cs csx razor',
  'cuda-cpp': 'cuda cu',
  diff: 'patch udiff',
  dockerfile: 'docker containerfile',
  elixir: 'ex exs',
  erlang: 'erl',
  fsharp: 'f# fs fsx',
  glsl: 'wgsl shaderlab',
  go: 'golang',
  graphql: 'gql',
  groovy: 'gradle jenkinsfile',
  handlebars: 'hbs mustache',
  haskell: 'hs',
  html: 'htm xhtml django-html jinja jinja-html erb ejs liquid',
  ignore: 'gitignore dockerignore npmignore',
  ini: 'cfg conf editorconfig gitconfig systemd',
  java: 'jsp',
  javascript: 'js mjs cjs node',
  javascriptreact: 'jsx',
  json: 'geojson webmanifest jsonld',
  jsonc: 'json5 jsonwithcomments snippets',
  jsonl: 'ndjson jsonlines',
  julia: 'jl',
  kotlin: 'kt kts',
  latex: 'tex',
  less: 'stylus',
  lua: 'luau',
  makefile: 'make mk mak',
  markdown: 'md mdx mkd',
  'objective-c': 'objc objectivec obj-c',
  'objective-cpp': 'objc++ objcpp',
  ocaml: 'ml mli reason ocaml.interface',
  pascal: 'delphi objectpascal',
  perl: 'pl pm perl6 raku',
  php: 'php3 php8',
  plaintext: 'text txt plain output',
  powershell: 'ps1 ps pwsh psm1',
  properties: 'dotenv env',
  proto3: 'proto protobuf proto2',
  python: 'py py3 python3 pyi gyp starlark bazel ipython',
  r: 'rscript',
  restructuredtext: 'rst',
  ruby: 'rb jruby rake',
  rust: 'rs',
  scala: 'sc sbt',
  scss: 'sass',
  shellscript: 'sh bash shell zsh ksh fish console shellsession shell-session terminal',
  solidity: 'sol',
  sql: 'mysql postgres postgresql sqlite tsql plsql pgsql mssql oracle',
  swift: 'swiftui',
  terraform: 'tf hcl terraform-vars opentofu',
  typescript: 'ts mts cts deno',
  typescriptreact: 'tsx',
  vb: 'vbnet visualbasic vba',
  xml: 'svg xsd xsl xslt plist rss atom xaml wxml',
  yaml: 'yml dockercompose github-actions-workflow home-assistant ansible',
};

const idsByName = new Map(
  Object.entries(otherNames).flatMap(([id, names]) => names.split(' ').map((name) => [name, id] as const)),
);
/** The next best language, in case an editor lacks the first. */
const nextBest: Readonly<Record<string, string>> = {
  proto3: 'proto',
  jsonl: 'json',
  'cuda-cpp': 'cpp',
  terraform: 'hcl',
};

/** VS Code's id for a language; the name itself if there is no other. */
export function languageIdOf(name: string): string {
  const lowerCase = name.toLowerCase();
  return idsByName.get(lowerCase) ?? lowerCase;
}

/** The id for this name among the languages that an editor knows; undefined if there is none. */
export function knownLanguageOf(name: string, known: ReadonlySet<string>): string | undefined {
  const id = languageIdOf(name);
  const candidates = [name.toLowerCase(), id, nextBest[id]];
  return candidates.find((candidate) => candidate !== undefined && known.has(candidate));
}

const markdowns: ReadonlySet<string> = new Set([
  ...['markdown', 'mdx', 'quarto', 'rmd', 'rmarkdown', 'juliamarkdown', 'markdown-math', 'mdc'],
  ...['prompt', 'instructions', 'chatagent', 'chatmode', 'skill'],
]);

/** Whether it is Markdown, or an extension of it. */
export function isMarkdown(name: string): boolean {
  return markdowns.has(languageIdOf(name));
}

/** Whether its files contain prose with markup. */
export function isProseMarkup(name: string): boolean {
  return isMarkdown(name) || ['asciidoc', 'latex', 'restructuredtext', 'tex'].includes(languageIdOf(name));
}

/** Whether its files contain prose, with markup or without, where a paragraph is often one long line. */
export function isProse(name: string): boolean {
  return isProseMarkup(name) || ['git-commit', 'plaintext'].includes(languageIdOf(name));
}

/** Whether a block is meant for a shell. */
export function isShell(name: string): boolean {
  return ['shellscript', 'powershell', 'bat'].includes(languageIdOf(name));
}

/** Whether a block shows a session: commands behind a prompt, and what they printed. */
export function isSession(name: string): boolean {
  return ['console', 'shellsession', 'shell-session', 'terminal'].includes(name.toLowerCase());
}
