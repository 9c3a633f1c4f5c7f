import type { Definition, Nodes, Root } from 'mdast';
import { fromMarkdown, type Transform, type Extension as TreeExtension } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { CodeFollower } from '../../text/codeFence.ts';
import { mathTree } from '../../text/markdown/mathSyntax.ts';
import { limitLineNesting, mayNestTooDeep } from '../../text/markdown/nesting.ts';
import { createLabelSyntax, markdownSyntax } from '../../text/markdown/syntax.ts';
import type { Labels } from './pieces.ts';
import type { RenderContext } from './renderInline.ts';

/**
 * Normalizes a text that comes in chunks, for all parts of the Markdown view: only line feeds, no byte order marks, no
 * NUL. So offsets, lines and slices can be taken at face value afterwards. Holds back a carriage return at the end of a
 * chunk, because its line feed may follow; the `last` chunk ends that.
 */
export function createNormalizer(): (chunk: string, last?: boolean) => string {
  let held = '';
  return (chunk, last = false) => {
    const text = held + chunk;
    held = !last && text.endsWith('\r') ? '\r' : '';
    return text
      .slice(0, text.length - held.length)
      .replace(/\r\n?/g, '\n')
      .replaceAll('\0', '\uFFFD')
      .replaceAll('\uFEFF', '');
  };
}

/** A footnote within a footnote or list item: nobody writes these, and parsing takes cubic time in their number. */
const indentedFootnote = /^([ \t>*+.)\d-]{1,1000})(\[\^[^\]\s]{1,1000}\]):/;
const mayHaveIndentedFootnote = new RegExp(indentedFootnote, 'm');

function limitFootnote(line: string): string {
  return line.replace(indentedFootnote, (definition, before: string, label: string) =>
    /\t| {4}/.test(before) ? `${before}${label}·` : definition,
  );
}

/** Neutralizes container markers that are nested too deep, line by line. Code stays as it is. */
function limitNesting(source: string): string {
  if (!mayNestTooDeep(source) && !mayHaveIndentedFootnote.test(source)) return source;
  const follower = new CodeFollower();
  return source
    .split('\n')
    .map((line) => (follower.isCode(line) ? line : limitFootnote(limitLineNesting(line, '·'))))
    .join('\n');
}

/** The labels that the frozen part of a response defines. Keys are mdast identifiers. */
export class FrozenLabels {
  readonly definitions = new Map<string, Definition>();
  readonly footnotes = new Set<string>();

  has(label: string): boolean {
    return this.definitions.has(label) || this.footnotes.has(label);
  }

  learn({ definitions, footnotes }: Labels): void {
    for (const definition of definitions) {
      const { identifier } = definition;
      // The first definition of a label is the one that counts.
      if (!this.definitions.has(identifier)) this.definitions.set(identifier, definition);
    }
    for (const { identifier } of footnotes) this.footnotes.add(identifier);
  }

  /** A string that identifies the meaning of all labels, including those of the open end. */
  name({ definitions, footnotes }: Labels): string {
    return JSON.stringify([
      this.definitions.size,
      definitions.map(({ identifier, url, title }) => [identifier, url, title]),
      this.footnotes.size,
      footnotes.map(({ identifier }) => identifier),
    ]);
  }

  createContext(source: string, own: readonly Definition[]): RenderContext {
    return {
      source,
      definition: (label) =>
        this.definitions.get(label) ?? own.find(({ identifier }) => identifier === label),
    };
  }
}

/** A parsed piece of text. */
interface ParsedMarkdown {
  root: Root;
  /** Labels that the text may refer to and that no earlier part defines. */
  wanted: ReadonlySet<string>;
}

/**
 * Parses Markdown (CommonMark with GitHub extensions, and math). With `known`, a part of a text is parsed as if the
 * earlier parts preceded it.
 */
export function parseMarkdown(source: string, known = new FrozenLabels()): ParsedMarkdown {
  const wanted = new Set<string>();
  const extensions = [markdownSyntax, createLabelSyntax(known, wanted)];
  try {
    return { root: fromMarkdown(limitNesting(source), { extensions, mdastExtensions }), wanted };
  } catch {
    // Text that the parser chokes on, such as 100,000 links in one paragraph, is still shown, unformatted.
    return { root: asOneText(source), wanted };
  }
}

function asOneText(source: string): Root {
  const lines = source.split('\n');
  const position = {
    start: { line: 1, column: 1, offset: 0 },
    end: { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1, offset: source.length },
  };
  return { type: 'root', children: [{ type: 'html', value: source, position }], position };
}

/**
 * The tree extension finds what the parser leaves out: URLs in brackets, and email addresses. It is slow, and takes
 * quadratic time in the length of a word: use it only if there may be one, and never with very long words.
 */
function onlyWithAddresses(extension: TreeExtension): TreeExtension {
  const transforms = extension.transforms?.map(
    (transform): Transform =>
      (tree) =>
        mayHaveAddress(textsIn(tree)) ? transform(tree) : undefined,
  );
  return { ...extension, transforms: transforms ?? [] };
}

function mayHaveAddress(texts: readonly string[]): boolean {
  return (
    texts.some((text) => /@|:\/\/|www\./i.test(text)) && !texts.some((text) => /[\w.+-]{1000}/.test(text))
  );
}

function textsIn(node: Nodes): string[] {
  if (node.type === 'text') return [node.value];
  return 'children' in node && node.type !== 'link' ? node.children.flatMap(textsIn) : [];
}

const mdastExtensions = [...gfmFromMarkdown().flat().map(onlyWithAddresses), mathTree];
