import type { RootContent } from 'hast';
import c from 'highlight.js/lib/languages/c';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import javascript from 'highlight.js/lib/languages/javascript';
import makefile from 'highlight.js/lib/languages/makefile';
import markdown from 'highlight.js/lib/languages/markdown';
import r from 'highlight.js/lib/languages/r';
import scss from 'highlight.js/lib/languages/scss';
import { createHighlighter } from '../../text/highlighting.ts';
import { createElement } from '../ui/dom.ts';
import { createVisibleText } from './invisible.ts';

const highlighter = createHighlighter({ c, css, diff, javascript, makefile, markdown, r, scss });

const markdownNames: ReadonlySet<string> = new Set(['markdown', 'md', 'mkdown', 'mkd']);

/** Whether there are colours for a language. */
export function isColourable(language: string): boolean {
  return highlighter.registered(language);
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
  const { children } = highlighter.highlight(language, code);
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
