import type { BlockComment, CodeLanguage, LanguageTrait, StringRule } from './codeLanguage.ts';
import { languageNames } from './languageNames.ts';
import { stringRules } from './stringRules.ts';

const plainWord = /[\p{L}\p{Nl}_$][\p{L}\p{Nl}\p{M}\p{Nd}_$\u200c\u200d]*/uy;
/** Ends as `empty?` and `save!` do. */
const askingWord = /[\p{L}_$][\p{L}\p{M}\p{Nd}_$]*(?:[?!](?![=~.]))?/uy;
/** As in `foldl'`. */
const primedWord = /[\p{L}_][\p{L}\p{M}\p{Nd}_']*/uy;
const lispWord = /[\p{L}_*+!?<>=$%&-][\p{L}\p{Nd}_*+!?<>=$%&.'/-]*/uy;
const hyphenWord = /-{0,2}[\p{L}_][\p{L}\p{Nd}_-]*/uy;
/** Anything of a plain value but what may end it: an apostrophe inside opens no text. */
const scalarWord = /[^\s"'#:,[\]{}=][^\s:,[\]{}=]*/uy;
/** Whatever a shell takes for one word. */
const shellWord = /[^\s"'`;&|<>()#${}\\=][^\s"'`;&|<>()${}\\=]*/uy;

const slashStar: BlockComment = { open: /\/\*/y, close: '*/' };
const nestedSlashStar: BlockComment = { ...slashStar, isNested: true };
const markup: BlockComment = { open: /<!--/y, close: '-->' };
const starParenthesis: BlockComment = { open: /\(\*(?!\))/y, close: '*)', isNested: true };

interface Family extends Partial<Omit<CodeLanguage, 'id' | 'traits'>> {
  readonly traits?: readonly LanguageTrait[];
}

function slashes(strings: readonly StringRule[], more: Family = {}): Family {
  return {
    lineComments: ['//'],
    blockComments: [slashStar],
    strings,
    condition: 'parentheses',
    traits: ['generics'],
    ...more,
  };
}

function hashes(strings: readonly StringRule[], more: Family = {}): Family {
  return { lineComments: ['#'], strings, ...more };
}

const c = slashes(stringRules.c, { traits: ['pointers'] });
const cpp = slashes(stringRules.c, { traits: ['pointers', 'generics'] });
const script: readonly LanguageTrait[] = ['generics', 'regularExpressions', 'alternatives'];
const javascript = slashes(stringRules.javascript, { traits: script });
const javascriptWithTags = slashes(stringRules.javascript, { traits: [...script, 'tags'] });
const kotlin = slashes(stringRules.kotlin, { blockComments: [nestedSlashStar] });
const shell = hashes(stringRules.shell, {
  form: 'commands',
  word: shellWord,
  traits: ['heredocs', 'spacedComments'],
});
const settings = hashes(stringRules.none, { form: 'settings', lineComments: ['#', ';'], word: scalarWord });
const ml: Family = { blockComments: [starParenthesis], strings: stringRules.characters, word: primedWord };
const tags: Family = { form: 'markup', blockComments: [markup] };
const terraform = hashes(stringRules.kotlin, {
  lineComments: ['#', '//'],
  blockComments: [slashStar],
  word: hyphenWord,
  traits: ['heredocs'],
});
const styles: Family = {
  form: 'styles',
  blockComments: [slashStar],
  strings: stringRules.quotes,
  word: hyphenWord,
};

const families: Readonly<Record<string, Family>> = {
  typescript: javascript,
  javascript,
  typescriptreact: javascriptWithTags,
  javascriptreact: javascriptWithTags,
  python: hashes(stringRules.python, {
    condition: 'colon',
    traits: ['docstrings', 'returnArrow', 'alternatives', 'floorDivision'],
  }),
  go: slashes(stringRules.go, { condition: 'brace', traits: ['pointers'] }),
  rust: slashes(stringRules.rust, {
    blockComments: [nestedSlashStar],
    condition: 'brace',
    traits: ['generics', 'pointers', 'returnArrow', 'alternatives'],
  }),
  java: slashes(stringRules.java),
  c,
  cpp,
  'objective-c': c,
  'objective-cpp': cpp,
  'cuda-cpp': cpp,
  hlsl: c,
  glsl: c,
  csharp: slashes(stringRules.csharp),
  php: slashes(stringRules.php, { lineComments: ['//', '#'], traits: ['heredocs'] }),
  ruby: hashes(stringRules.ruby, {
    blockComments: [{ open: /(?<=^|\n)=begin\b/y, close: '\n=end' }],
    word: askingWord,
    traits: ['heredocs', 'regularExpressions'],
  }),
  crystal: hashes(stringRules.ruby, { word: askingWord }),
  swift: slashes(stringRules.swift, {
    blockComments: [nestedSlashStar],
    condition: 'brace',
    traits: ['generics', 'returnArrow'],
  }),
  kotlin,
  scala: kotlin,
  dart: slashes(stringRules.dart, { blockComments: [nestedSlashStar] }),
  groovy: slashes(stringRules.groovy),
  solidity: slashes(stringRules.quotes),
  d: slashes(stringRules.go),
  lua: {
    lineComments: ['--'],
    blockComments: [{ open: /--\[(={0,16})\[/y, close: (opening) => `]${opening[1] ?? ''}]` }],
    strings: stringRules.lua,
  },
  perl: hashes(stringRules.quotes, {
    blockComments: [{ open: /(?<=^|\n)=(?:pod|head|over|item|begin|encoding)\b/y, close: '\n=cut' }],
    traits: ['heredocs', 'regularExpressions'],
  }),
  r: hashes(stringRules.quotes, { condition: 'parentheses' }),
  julia: hashes(stringRules.doubleLong, {
    blockComments: [{ open: /#=/y, close: '=#', isNested: true }],
    traits: ['docstrings'],
  }),
  haskell: {
    lineComments: ['--'],
    blockComments: [{ open: /\{-/y, close: '-}', isNested: true }],
    strings: stringRules.characters,
    word: primedWord,
    traits: ['returnArrow'],
  },
  elixir: hashes(stringRules.ruby, { word: askingWord, traits: ['docstrings'] }),
  erlang: { lineComments: ['%'], strings: stringRules.quotes },
  clojure: { lineComments: [';'], strings: stringRules.double, word: lispWord },
  ocaml: ml,
  fsharp: { ...ml, lineComments: ['//'] },
  pascal: {
    lineComments: ['//'],
    blockComments: [starParenthesis, { open: /\{(?!\$)/y, close: '}' }],
    strings: [{ open: /'/y, close: "'", escaping: 'doubled', isMultiline: false }],
  },
  vb: { lineComments: ["'", 'REM '], strings: stringRules.basic },
  zig: slashes(stringRules.quotes, { blockComments: [] }),
  nix: hashes(stringRules.nix, { blockComments: [slashStar], word: hyphenWord }),
  sql: { lineComments: ['--'], blockComments: [slashStar], strings: stringRules.sql },
  graphql: hashes(stringRules.doubleLong, { traits: ['docstrings', 'alternatives'] }),
  proto3: slashes(stringRules.quotes),
  terraform,
  hcl: terraform,
  coffeescript: hashes(stringRules.ruby, { blockComments: [{ open: /###/y, close: '###' }] }),
  shellscript: shell,
  dockerfile: shell,
  makefile: { ...shell, traits: ['spacedComments'], strings: [] },
  powershell: hashes(stringRules.powershell, {
    form: 'commands',
    blockComments: [{ open: /<#/y, close: '#>' }],
    word: shellWord,
    traits: ['spacedComments'],
  }),
  bat: { form: 'commands', lineComments: ['::', 'REM ', 'rem ', '@REM ', '@rem '], word: shellWord },
  cmake: hashes(stringRules.double, { blockComments: [{ open: /#\[\[/y, close: ']]' }], word: hyphenWord }),
  yaml: hashes(stringRules.yaml, { form: 'settings', word: scalarWord, traits: ['spacedComments'] }),
  toml: hashes(stringRules.toml, { form: 'settings', word: scalarWord }),
  ini: settings,
  properties: { ...settings, lineComments: ['#', '!'], traits: ['spacedComments'] },
  ignore: settings,
  json: { form: 'members', lineComments: ['//'], blockComments: [slashStar], strings: stringRules.json },
  jsonc: { form: 'members', lineComments: ['//'], blockComments: [slashStar], strings: stringRules.quotes },
  jsonl: { form: 'members', strings: stringRules.json },
  css: styles,
  scss: { ...styles, lineComments: ['//'] },
  less: { ...styles, lineComments: ['//'] },
  html: tags,
  xml: tags,
  vue: tags,
  svelte: tags,
  astro: tags,
  handlebars: { ...tags, blockComments: [markup, { open: /\{\{!--/y, close: '--}}' }] },
};

const languages = new Map(
  Object.entries(families).map(([id, family]): [string, CodeLanguage] => [
    id,
    {
      form: 'statements',
      lineComments: [],
      blockComments: [],
      strings: [],
      word: plainWord,
      ...family,
      id,
      traits: new Set(family.traits),
    },
  ]),
);

/** The language of an id of VS Code, or of a name as it stands after a fence; undefined for what is no code. */
export function languageOf(name: string): CodeLanguage | undefined {
  const lowerCase = name.toLowerCase();
  return languages.get(lowerCase) ?? languages.get(languageNames.get(lowerCase) ?? '');
}
