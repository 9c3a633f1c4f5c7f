import type { LanguageFn } from 'highlight.js';
import haskell from 'highlight.js/lib/languages/haskell';
import phpTemplate from 'highlight.js/lib/languages/php-template';
import powershell from 'highlight.js/lib/languages/powershell';
import typescript from 'highlight.js/lib/languages/typescript';
import { createHighlighter } from '../../../text/highlighting.ts';
import { languageIdOf } from '../../../text/languages.ts';

/**
 * Languages whose grammar is missing, or ten times as large as others: comments and strings are enough. First the marks
 * of strings, then the marks that begin comments, that end multi-line comments, and whether comments can be nested. What
 * is taken off the text of a comment is in `commentGroups.ts`.
 */
const marks: Readonly<
  Record<
    string,
    readonly [strings: string, ...comments: (readonly [begin: string, end?: string, nested?: 'self'])[]]
  >
> = {
  bat: ['', [String.raw`^[ \t]*(?:::|@?(?:REM|rem)\b)`]],
  css: [`"'`, [String.raw`/\*`, String.raw`\*/`], ['(?<!:)//']],
  erlang: [`"'`, ['%']],
  hash: ['"', ['#']],
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

/** The TypeScript grammar covers JavaScript. */
export const highlighter = createHighlighter({
  ...Object.fromEntries(Object.entries(marks).map(([name, language]) => [name, grammarOf(language)])),
  haskell,
  javascript: typescript,
  'php-template': phpTemplate,
  powershell,
});

/** A programming language, as far as narration needs it. */
export interface CodeLanguage {
  /** The grammar that tells comments and strings from the rest. */
  readonly grammar: string;
  readonly form: 'code' | 'data' | 'commands' | 'markup';
}

/** VS Code language ids by grammar: their own, or that of a language with the same comments and strings. */
const idsByGrammar: Readonly<Record<string, string>> = {
  bat: 'bat',
  bash: 'shellscript makefile',
  cpp: 'c cpp cuda-cpp hlsl glsl objective-c objective-cpp',
  csharp: 'csharp',
  dockerfile: 'dockerfile',
  go: 'go',
  hash: 'cmake julia',
  haskell: 'haskell',
  ini: 'ini properties toml ignore',
  java: 'java groovy d proto3',
  json: 'json jsonc jsonl',
  kotlin: 'kotlin scala',
  lua: 'lua',
  php: 'php',
  powershell: 'powershell',
  python: 'python coffeescript elixir graphql r',
  ruby: 'ruby crystal',
  rust: 'rust zig',
  erlang: 'erlang',
  lisp: 'clojure',
  ml: 'ocaml fsharp',
  nix: 'nix',
  pascal: 'pascal',
  perl: 'perl',
  terraform: 'terraform',
  vb: 'vb',
  css: 'css scss less',
  sql: 'sql',
  swift: 'swift',
  typescript: 'javascript javascriptreact typescript typescriptreact astro dart solidity',
  xml: 'xml html vue svelte handlebars',
  yaml: 'yaml',
};

const grammars = new Map(
  Object.entries(idsByGrammar).flatMap(([grammar, ids]) =>
    ids.split(' ').map((id) => [id, grammar] as const),
  ),
);

const forms: Readonly<Record<string, CodeLanguage['form']>> = {
  bash: 'commands',
  bat: 'commands',
  dockerfile: 'commands',
  ini: 'data',
  json: 'data',
  powershell: 'commands',
  css: 'data',
  xml: 'markup',
  yaml: 'data',
};

/** The language for a VS Code id or the name on a code fence; undefined if it is not code. */
export function languageOf(name: string): CodeLanguage | undefined {
  const grammar = grammars.get(languageIdOf(name));
  return grammar === undefined ? undefined : { grammar, form: forms[grammar] ?? 'code' };
}
