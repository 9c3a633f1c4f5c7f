import type { Nodes, Root } from 'mdast';
import { type CompileContext, fromMarkdown, type Extension as TreeExtension } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { mathSyntax, mathTree } from '../../../text/markdown/mathSyntax.ts';
import { limitLineNesting, mayNestTooDeep } from '../../../text/markdown/nesting.ts';
import { createLabelSyntax, createMarkdownSyntax } from '../../../text/markdown/syntax.ts';
import { firstFitting, type TextRange } from '../text/ranges.ts';

/** A stretch of the source that a tree's text, code or HTML is made of, without marks and prefixes of lines. */
export interface Atom extends TextRange {
  /** What `&amp;` and its like stand for. */
  readonly value?: string;
}

export interface ParsedChunk {
  readonly root: Root;
  /** In order, without overlaps. */
  readonly atoms: readonly Atom[];
  /** The lines of code that aren't empty, without what stands before them in lists and quotes. */
  readonly codeLines: readonly Atom[];
  /** The descriptions of links and images, without their brackets, by where they start. */
  readonly labels: ReadonlyMap<number, TextRange>;
}

/** Parses a part of a document; offsets are those of its text. Undefined for what the parser chokes on. */
export function parseChunk(text: string): ParsedChunk | undefined {
  const { extension, ...recorded } = createRecording();
  const extensions = [syntax, createLabelSyntax(allLabels)];
  try {
    const root = fromMarkdown(text, { extensions, mdastExtensions: [...tree, extension] });
    return { root, ...recorded };
  } catch {
    return undefined;
  }
}

export function rangeOf(node: Nodes): TextRange {
  return { start: node.position?.start.offset ?? 0, end: node.position?.end.offset ?? 0 };
}

/** The atoms within a range, found by halving; what of them lies outside is cut off. */
export function atomsIn(atoms: readonly Atom[], { start, end }: TextRange): readonly Atom[] {
  const found: Atom[] = [];
  for (let index = firstFitting(atoms, (atom) => atom.end > start); index < atoms.length; index += 1) {
    const atom = atoms[index];
    if (!atom || atom.start >= end) break;
    found.push({ ...atom, start: Math.max(start, atom.start), end: Math.min(end, atom.end) });
  }
  return found;
}

const recordedTypes: ReadonlySet<string> = new Set([
  'data',
  'characterEscapeValue',
  'autolinkProtocol',
  'autolinkEmail',
  'literalAutolinkHttp',
  'literalAutolinkWww',
  'literalAutolinkEmail',
  'codeTextData',
  'htmlFlowData',
  'htmlTextData',
]);

interface Recording extends Omit<ParsedChunk, 'root'> {
  readonly extension: TreeExtension;
}

/** What one text is made of, noted while its tree is made. */
function createRecording(): Recording {
  const atoms: Atom[] = [];
  const codeLines: Atom[] = [];
  const labels = new Map<number, TextRange>();
  /** How long the text was before the value of the reference at hand. */
  let lengthBefore = 0;
  let value = '';
  const extension: TreeExtension = {
    beforeEnter(token) {
      if (token.type === 'characterReferenceValue') lengthBefore = textOfTop(this).length;
    },
    afterExit({ type, start, end }) {
      const range: TextRange = { start: start.offset, end: end.offset };
      if (recordedTypes.has(type)) atoms.push(range);
      else if (type === 'codeFlowValue') codeLines.push(range);
      else if (type === 'characterReferenceValue') value = textOfTop(this).slice(lengthBefore);
      else if (type === 'characterReference') atoms.push({ ...range, value });
      else if (type === 'labelText') labels.set(range.start, range);
    },
  };
  return { atoms, codeLines, labels, extension };
}

function textOfTop({ stack }: CompileContext): string {
  const node = stack.at(-1);
  return node && 'value' in node ? node.value : '';
}

/** The tree's own search for addresses makes nodes without offsets; addresses are found again when they are said. */
function withoutTransforms({ transforms: _, ...extension }: TreeExtension): TreeExtension {
  return extension;
}

/**
 * Every label counts as defined, wherever in the document its definition stands: what is heard is the text in any
 * case, and a part of a document reads as it does within the whole.
 */
const everyLabel = { has: () => true };
const allLabels = { definitions: everyLabel, footnotes: everyLabel };

const syntax = createMarkdownSyntax(mathSyntax);
const tree = [...gfmFromMarkdown().flat().map(withoutTransforms), mathTree];

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
