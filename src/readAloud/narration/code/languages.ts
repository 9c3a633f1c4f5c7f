import type { LanguageFn } from 'highlight.js';
import haskell from 'highlight.js/lib/languages/haskell';
import phpTemplate from 'highlight.js/lib/languages/php-template';
import powershell from 'highlight.js/lib/languages/powershell';
import typescript from 'highlight.js/lib/languages/typescript';
import { createHighlighter } from '../../../text/highlighting.ts';

/**
 * Languages whose grammar is not here, or is as long as ten others: comments and strings are enough. First the marks
 * of strings, then what comments begin with, what ends those that go on over lines, and which hold others.
 */
const marks: Readonly<
  Record<
    string,
    readonly [strings: string, ...comments: (readonly [begin: string, end?: string, nested?: 'self'])[]]
  >
> = {
  bat: ['', [String.raw`^[ \t]*(?:::|@?(?:REM|rem)\b)`]],
  cmake: ['"', [String.raw`#\[\[`, String.raw`\]\]`], ['#']],
  coffeescript: [`"'`, ['###', '###'], ['#']],
  css: [`"'`, [String.raw`/\*`, String.raw`\*/`], ['(?<!:)//']],
  erlang: [`"'`, ['%']],
  julia: ['"', ['#=', '=#', 'self'], ['#']],
  lisp: ['"', [';']],
  ml: ['"', [String.raw`\(\*(?!\))`, String.raw`\*\)`, 'self'], ['//']],
  nix: ['"', [String.raw`/\*`, String.raw`\*/`], ['#']],
  pascal: [`'`, [String.raw`\{(?!\$)`, String.raw`\}`], [String.raw`\(\*`, String.raw`\*\)`], ['//']],
  perl: [`"'`, [String.raw`^=[a-z]\w+`, '^=cut'], [String.raw`(?<=^|\s)#`]],
  terraform: ['"', [String.raw`/\*`, String.raw`\*/`], ['#|//']],
  vb: ['"', [String.raw`'|\b(?:REM|Rem)\b`]],
};

function grammarOf([strings, ...comments]: (typeof marks)[string]): LanguageFn {
  return (hljs) => ({
    contains: [
      ...comments.map(([begin, end = '$', ...contains]) => hljs.COMMENT(begin, end, { contains })),
      ...[...strings].map((mark) => ({
        scope: 'string',
        variants: [
          { begin: mark.repeat(3), end: mark.repeat(3) },
          { begin: mark, end: mark },
        ],
        contains: [hljs.BACKSLASH_ESCAPE],
      })),
    ],
  });
}

/** TypeScript holds all of JavaScript. */
export const highlighter = createHighlighter({
  ...Object.fromEntries(Object.entries(marks).map(([name, language]) => [name, grammarOf(language)])),
  haskell,
  javascript: typescript,
  'php-template': phpTemplate,
  powershell,
});

/** A language of code, as far as it takes to say it. */
export interface CodeLanguage {
  /** The grammar that tells comments and strings from the rest. */
  readonly grammar: string;
  readonly form: 'code' | 'data' | 'commands' | 'styles' | 'markup';
}

/**
 * The ids of VS Code, and the names that people and models write after a fence, by the grammar that they are read with:
 * their own, or that of a language with the same comments and strings.
 */
const namesByGrammar: Readonly<Record<string, string>> = {
  bat: 'bat batch cmd dos batchfile',
  bash: 'sh bash shell zsh ksh fish console shellsession shell-session terminal shellscript makefile make mk mak',
  cpp: 'c h cpp c++ cc cxx hpp h++ hxx arduino cuda-cpp cuda cu hlsl glsl wgsl shaderlab objective-c objc objectivec obj-c objective-cpp objc++ objcpp',
  csharp: 'csharp c# cs csx razor',
  dockerfile: 'dockerfile docker containerfile',
  go: 'go golang',
  haskell: 'haskell hs',
  ini: 'ini cfg conf editorconfig gitconfig systemd properties dotenv env toml ignore gitignore dockerignore npmignore',
  java: 'java jsp groovy gradle jenkinsfile d proto3 proto protobuf proto2',
  json: 'json geojson webmanifest jsonld jsonc json5 jsonwithcomments snippets jsonl ndjson jsonlines',
  kotlin: 'kotlin kt kts scala sc sbt',
  lua: 'lua luau',
  php: 'php php3 php8',
  powershell: 'powershell ps1 ps pwsh psm1',
  python: 'python py py3 python3 pyi gyp starlark bazel ipython r rscript elixir ex exs graphql gql',
  ruby: 'ruby rb jruby rake crystal cr',
  rust: 'rust rs zig',
  cmake: 'cmake',
  coffeescript: 'coffeescript coffee',
  erlang: 'erlang erl',
  julia: 'julia jl',
  lisp: 'clojure clj cljs cljc edn',
  ml: 'ocaml ml mli reason ocaml.interface fsharp f# fs fsx',
  nix: 'nix',
  pascal: 'pascal delphi objectpascal',
  perl: 'perl pl pm perl6 raku',
  terraform: 'terraform tf terraform-vars opentofu hcl',
  vb: 'vb vbnet visualbasic vba',
  css: 'css scss sass less stylus',
  sql: 'sql mysql postgres postgresql pgsql sqlite tsql plsql mssql oracle',
  swift: 'swift swiftui',
  typescript:
    'javascript js mjs cjs node javascriptreact jsx typescript ts mts cts deno typescriptreact tsx dart solidity sol',
  xml: 'xml svg xsd xsl xslt plist rss atom xaml wxml html htm xhtml django-html jinja jinja-html erb ejs liquid vue svelte astro handlebars hbs mustache',
  yaml: 'yaml yml dockercompose github-actions-workflow home-assistant ansible',
};

const grammars = new Map(
  Object.entries(namesByGrammar).flatMap(([grammar, names]) =>
    names.split(' ').map((name) => [name, grammar] as const),
  ),
);

const forms: Readonly<Record<string, CodeLanguage['form']>> = {
  bash: 'commands',
  bat: 'commands',
  dockerfile: 'commands',
  ini: 'data',
  json: 'data',
  powershell: 'commands',
  css: 'styles',
  xml: 'markup',
  yaml: 'data',
};

/** The language of an id of VS Code, or of a name as it stands after a fence; undefined for what is no code. */
export function languageOf(name: string): CodeLanguage | undefined {
  const grammar = grammars.get(name.toLowerCase());
  return grammar === undefined ? undefined : { grammar, form: forms[grammar] ?? 'code' };
}
