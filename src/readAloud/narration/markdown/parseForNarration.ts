import type { Nodes, Root } from 'mdast';
import { type CompileContext, fromMarkdown, type Extension as TreeExtension } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { firstFitting } from '../../../text/firstFitting.ts';
import { mathTree } from '../../../text/markdown/mathSyntax.ts';
import { limitLineNesting, mayNestTooDeep } from '../../../text/markdown/nesting.ts';
import { createLabelSyntax, markdownSyntax } from '../../../text/markdown/syntax.ts';
import type { TextRange } from '../text/ranges.ts';

/** A range that is part of a node's text, code or HTML, without marks and line prefixes. */
interface Atom extends TextRange {
  /** The decoded value of an entity such as `&amp;`. */
  readonly value?: string;
}

/** The tree of a part of a document. All ranges are offsets into the document, but not the positions in the tree. */
export interface ParsedChunk {
  readonly root: Root;
  rangeOf(node: Nodes): TextRange;
  /** In order, without overlaps. */
  readonly atoms: readonly Atom[];
  /** The lines of code that aren't empty, without the prefixes of lists and quotes. */
  readonly codeLines: readonly Atom[];
}

/** Parses a part of a document that begins at an offset. Undefined if the parser fails on it. */
export function parseChunk(text: string, offset = 0): ParsedChunk | undefined {
  const shift = ({ start, end }: Places): TextRange => ({
    start: offset + (start.offset ?? 0),
    end: offset + (end.offset ?? 0),
  });
  const { extension, ...ranges } = createRecording(shift);
  const extensions = [markdownSyntax, createLabelSyntax(allLabels)];
  try {
    const root = fromMarkdown(text, { extensions, mdastExtensions: [...tree, extension] });
    const nowhere = { start: {}, end: {} };
    return { root, rangeOf: ({ position }) => shift(position ?? nowhere), ...ranges };
  } catch {
    return undefined;
  }
}

/** The positions of a token or node within the text that was parsed. */
interface Places {
  readonly start: { readonly offset?: number | undefined };
  readonly end: { readonly offset?: number | undefined };
}

/** The atoms within a range, clipped to it. Uses binary search. */
export function atomsIn(atoms: readonly Atom[], { start, end }: TextRange): readonly Atom[] {
  const found: Atom[] = [];
  for (let index = firstFitting(atoms, (atom) => atom.end > start); index < atoms.length; index += 1) {
    const atom = atoms[index];
    if (!atom || atom.start >= end) break;
    found.push({ ...atom, start: Math.max(start, atom.start), end: Math.min(end, atom.end) });
  }
  return found;
}

const recorded =
  /^(?:data|characterEscapeValue|autolink(?:Protocol|Email)|literalAutolink(?:Http|Www|Email)|codeTextData|html(?:Flow|Text)Data)$/;

/** Records the atoms of a text while its tree is built. */
function createRecording(shift: (places: Places) => TextRange) {
  const atoms: Atom[] = [];
  const codeLines: Atom[] = [];
  /** Length of the text before the value of the current character reference. */
  let lengthBefore = 0;
  let value = '';
  const extension: TreeExtension = {
    beforeEnter(token) {
      if (token.type === 'characterReferenceValue') lengthBefore = textOfTop(this).length;
    },
    afterExit(token) {
      const { type } = token;
      const range = shift(token);
      const last = atoms.at(-1);
      // The parser splits text at each sign that could have been a mark.
      if (recorded.test(type) && last?.end === range.start && last.value === undefined)
        atoms[atoms.length - 1] = { start: last.start, end: range.end };
      else if (recorded.test(type)) atoms.push(range);
      else if (type === 'codeFlowValue') codeLines.push(range);
      else if (type === 'characterReferenceValue') value = textOfTop(this).slice(lengthBefore);
      else if (type === 'characterReference') atoms.push({ ...range, value });
    },
  };
  return { atoms, codeLines, extension };
}

function textOfTop({ stack }: CompileContext): string {
  const node = stack.at(-1);
  return node && 'value' in node ? node.value : '';
}

/** Without the transform that finds URLs, whose nodes have no offsets; the narrator finds URLs again. */
function withoutTransforms({ transforms: _, ...extension }: TreeExtension): TreeExtension {
  return extension;
}

/**
 * Every label counts as defined, wherever in the document its definition is: only the text is narrated anyway, and a
 * part of a document sounds as it does within the whole.
 */
const everyLabel = { has: () => true };
const allLabels = { definitions: everyLabel, footnotes: everyLabel };

const tree = [...gfmFromMarkdown().flat().map(withoutTransforms), mathTree];

/** Replaces marks that nest too deep: a code point that no text may contain. */
const filler = '\uFDD2';

const directive = /^ {0,3}(?::{3,}|::[a-z][\w-]*(?:[[{]|\s*$)).*$/gm;

/**
 * The text for the parser: parts that are not Markdown, or never narrated, are hidden character by character. Code is
 * narrated from the source.
 */
export function hideUnsaid(text: string): string {
  const shown = text.replaceAll(directive, (line) => ' '.repeat(line.length));
  if (!mayNestTooDeep(shown)) return shown;
  const lines = shown.split('\n').map((line) => limitLineNesting(line, filler));
  return lines.join('\n');
}
