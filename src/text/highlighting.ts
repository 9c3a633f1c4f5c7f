import type { HLJSApi, Language, LanguageFn, Mode } from 'highlight.js';
import bash from 'highlight.js/lib/languages/bash';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import go from 'highlight.js/lib/languages/go';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import json from 'highlight.js/lib/languages/json';
import kotlin from 'highlight.js/lib/languages/kotlin';
import lua from 'highlight.js/lib/languages/lua';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import sql from 'highlight.js/lib/languages/sql';
import swift from 'highlight.js/lib/languages/swift';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { createLowlight } from 'lowlight';

/**
 * C# with bounds in the patterns for the head of a function: the original ones take cubic time in the code's length if
 * words and `<` alternate endlessly.
 */
function boundedCsharp(hljs: HLJSApi): Language {
  const bound = (mode: Mode): Mode => {
    const { begin, contains } = mode;
    const isHead = typeof begin === 'string' && begin.includes('<[^=]+>');
    if (!isHead) return mode;
    return {
      ...mode,
      begin: begin.replace('\\s+)+', '\\s+){1,8}').replace('<[^=]+>', '<[^=]{1,200}>'),
      ...(contains && { contains: contains.map((inner) => (inner === 'self' ? inner : bound(inner))) }),
    };
  };
  const grammar = csharp(hljs);
  return { ...grammar, contains: grammar.contains.map(bound) };
}

/**
 * HTML whose scripts are JavaScript and whose styles are CSS: the original grammar tries several languages for each,
 * HTML among them, and so takes quadratic time in the number of unclosed scripts.
 */
function xmlOfOneScript(hljs: HLJSApi): Language {
  const grammar = xml(hljs);
  const contains = grammar.contains.map((mode) => {
    const [language] = [mode.starts?.subLanguage ?? []].flat();
    return language === undefined ? mode : { ...mode, starts: { ...mode.starts, subLanguage: language } };
  });
  return { ...grammar, contains };
}

const grammars = {
  bash,
  cpp,
  csharp: boundedCsharp,
  dockerfile,
  go,
  ini,
  java,
  json,
  kotlin,
  lua,
  php,
  python,
  ruby,
  rust,
  sql,
  swift,
  typescript,
  xml: xmlOfOneScript,
  yaml,
};

/**
 * Finds the scopes of source code: comments, strings, keywords. These grammars serve both the page and the reader;
 * `more` are those for only one of them.
 */
export function createHighlighter(more: Readonly<Record<string, LanguageFn>>) {
  const highlighter = createLowlight({ ...grammars, ...more });
  highlighter.registerAlias({
    bash: ['shell', 'shellscript'],
    json: ['json5'],
    ini: ['dotenv', 'properties'],
  });
  return highlighter;
}
