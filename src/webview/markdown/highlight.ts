import type { RootContent } from 'hast';
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
import { createElement } from '../dom.ts';
import { createVisibleText } from './invisible.ts';

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

const lowlight = createLowlight({
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
  xml,
  yaml,
});
lowlight.registerAlias({ bash: ['shell', 'shellscript'], json: ['json5'], ini: ['dotenv', 'properties'] });

const markdownNames: ReadonlySet<string> = new Set(['markdown', 'md', 'mkdown', 'mkd']);

/** Whether there are colours for a language. */
export function isColourable(language: string): boolean {
  return lowlight.registered(language);
}

/** Code in colours. */
export interface ColouredCode {
  readonly nodes: Node[];
  /** Its last line break is outside of comments, strings and all else: what follows can be coloured by itself. */
  readonly endsOutside: boolean;
}

/** Part of some code in colours, or undefined when the language is not known, or would cost too much. */
export function colourPart(code: string, language: string): ColouredCode | undefined {
  if (!isColourable(language)) return undefined;
  // Patterns for links in Markdown take the cube of a line's length.
  if (markdownNames.has(language) && /[^\n]{1000}/.test(code)) return undefined;
  const { children } = lowlight.highlight(language, code);
  const last = children.at(-1);
  return { nodes: toNodes(children), endsOutside: last?.type === 'text' && last.value.endsWith('\n') };
}

/** Longer code is not coloured at once: colours are not worth a frame that stalls. */
const maximumColouredLength = 100_000;

/** The code as coloured nodes, or undefined when the language is not known or the code is too long. */
export function colourCode(code: string, language: string): Node[] | undefined {
  return code.length > maximumColouredLength ? undefined : colourPart(code, language)?.nodes;
}

function toNodes(children: readonly RootContent[]): Node[] {
  return children.flatMap((child): Node[] => {
    if (child.type === 'text') return [createVisibleText(child.value)];
    if (child.type !== 'element') return [];
    const classes = child.properties['className'];
    const className = Array.isArray(classes) ? classes.join(' ') : '';
    return [createElement('span', { class: className }, ...toNodes(child.children))];
  });
}
