import { limitLineNesting, mayNestTooDeep } from '../../../text/markdown/nesting.ts';

/** Stands in for characters that aren't heard: a code point that no text may contain. */
export const silent = '\uFDD2';

const directive = /^ {0,3}(?::{3,}|::[a-z][\w-]*(?:[[{]|\s*$)).*$/gm;
/** Lines of JavaScript, up to a blank one. */
const script = /^(?:import|export)[ \t].*(?:\n(?![ \t\r]*$).*)*/gm;

/**
 * A text as the parser shall see it: what is no Markdown, or never said, is hidden, character by character. What is said
 * of code is looked up in the source.
 */
export function hideUnsaid(text: string, dialect?: 'mdx'): string {
  let shown = text.includes('::') ? text.replaceAll(directive, blank) : text;
  if (dialect === 'mdx') shown = shown.replaceAll(script, blank);
  if (mayNestTooDeep(shown)) {
    shown = shown
      .split('\n')
      .map((line) => limitLineNesting(line, silent))
      .join('\n');
  }
  return hideWikiLinks(shown);
}

function blank(text: string): string {
  return text.replaceAll(/[^\r\n]/g, ' ');
}

/** `[[page|text]]`: what is shown is the text, or else the page. */
function hideWikiLinks(text: string): string {
  if (!text.includes('[[')) return text;
  return text.replaceAll(
    /(?<![\\\w])(?<open>!?\[\[(?:[^[\]|\r\n`]{1,300}\|)?)(?<label>[^[\]|\r\n`]{1,300})\]\](?!\()/g,
    (_, open: string, label: string) => silent.repeat(open.length) + label + silent.repeat(2),
  );
}
