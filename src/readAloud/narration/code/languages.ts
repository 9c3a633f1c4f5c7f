import type { LanguageFn } from 'highlight.js';
import haskell from 'highlight.js/lib/languages/haskell';
import phpTemplate from 'highlight.js/lib/languages/php-template';
import powershell from 'highlight.js/lib/languages/powershell';
import typescript from 'highlight.js/lib/languages/typescript';
import { createHighlighter } from '../../../text/highlighting.ts';

/** Of style sheets, what people wrote is enough: the grammar that knows every property is as long as ten others. */
const css: LanguageFn = (hljs) => ({
  name: 'CSS',
  contains: [
    hljs.C_BLOCK_COMMENT_MODE,
    hljs.COMMENT(/(?<!:)\/\//, /$/),
    hljs.QUOTE_STRING_MODE,
    hljs.APOS_STRING_MODE,
  ],
});

/** TypeScript holds all of JavaScript. */
export const highlighter = createHighlighter({
  css,
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
  python: 'python py py3 python3 pyi gyp starlark bazel ipython julia jl r rscript',
  ruby: 'ruby rb jruby rake crystal cr elixir ex exs perl pl pm perl6 raku coffeescript coffee cmake',
  rust: 'rust rs zig',
  css: 'css scss sass less stylus',
  sql: 'sql mysql postgres postgresql pgsql sqlite tsql plsql mssql oracle',
  swift: 'swift swiftui',
  typescript:
    'javascript js mjs cjs node javascriptreact jsx typescript ts mts cts deno typescriptreact tsx dart solidity sol',
  xml: 'xml svg xsd xsl xslt plist rss atom xaml wxml html htm xhtml django-html jinja jinja-html erb ejs liquid vue svelte astro handlebars hbs mustache',
  yaml: 'yaml yml dockercompose github-actions-workflow home-assistant ansible graphql gql terraform tf terraform-vars opentofu hcl nix',
};

const grammars = new Map(
  Object.entries(namesByGrammar).flatMap(([grammar, names]) =>
    names.split(' ').map((name) => [name, grammar] as const),
  ),
);

const forms: Readonly<Record<string, CodeLanguage['form']>> = {
  bash: 'commands',
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
