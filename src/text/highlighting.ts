import type { HLJSApi, Language, Mode } from 'highlight.js';
import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import go from 'highlight.js/lib/languages/go';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import kotlin from 'highlight.js/lib/languages/kotlin';
import lua from 'highlight.js/lib/languages/lua';
import makefile from 'highlight.js/lib/languages/makefile';
import markdown from 'highlight.js/lib/languages/markdown';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import r from 'highlight.js/lib/languages/r';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import scss from 'highlight.js/lib/languages/scss';
import sql from 'highlight.js/lib/languages/sql';
import swift from 'highlight.js/lib/languages/swift';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { createLowlight } from 'lowlight';

/**
 * C# with bounds in the patterns for the head of a function: the original ones take the cube of the code's length, where
 * words and `<` follow each other without end.
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
 * Pages whose scripts are JavaScript and whose styles are CSS: the original tries several languages for each, pages among
 * them, and so takes the square of the number of scripts that are never closed.
 */
function xmlOfOneScript(hljs: HLJSApi): Language {
  const grammar = xml(hljs);
  const contains = grammar.contains.map((mode) => {
    const [language] = [mode.starts?.subLanguage ?? []].flat();
    return language === undefined ? mode : { ...mode, starts: { ...mode.starts, subLanguage: language } };
  });
  return { ...grammar, contains };
}

/** The scopes of source code: what is a comment, a string, a keyword. One set for the page and the reader. */
export const highlighter = createLowlight({
  bash,
  c,
  cpp,
  csharp: boundedCsharp,
  css,
  diff,
  dockerfile,
  go,
  ini,
  java,
  javascript,
  json,
  kotlin,
  lua,
  makefile,
  markdown,
  php,
  python,
  r,
  ruby,
  rust,
  scss,
  sql,
  swift,
  typescript,
  xml: xmlOfOneScript,
  yaml,
});
highlighter.registerAlias({ bash: ['shell', 'shellscript'], json: ['json5'], ini: ['dotenv', 'properties'] });
