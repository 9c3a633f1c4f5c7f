import type { RootContent } from 'hast';
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

/** Longer code stays plain: colours are not worth a frame that stalls. */
export const maximumColouredLength = 100_000;

const lowlight = createLowlight({
  bash,
  c,
  cpp,
  csharp,
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

/** The code as coloured nodes, or undefined when the language is not known or the code is too long. */
export function colourCode(code: string, language: string): Node[] | undefined {
  if (code.length > maximumColouredLength || !lowlight.registered(language)) return undefined;
  return toNodes(lowlight.highlight(language, code).children);
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
