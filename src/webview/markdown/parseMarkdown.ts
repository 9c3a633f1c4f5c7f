import type { Definition, Nodes, Root } from 'mdast';
import { fromMarkdown, type Transform, type Extension as TreeExtension } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { mathSyntax, mathTree } from '../../text/markdown/mathSyntax.ts';
import { createLabelSyntax, createMarkdownSyntax } from '../../text/markdown/syntax.ts';
import { limitNesting } from './markdownSource.ts';

/** What earlier parts of the same text have defined. Keys are mdast identifiers. */
export interface KnownLabels {
  definitions: ReadonlyMap<string, Definition>;
  footnotes: ReadonlySet<string>;
}

/** A parsed piece of text. */
export interface ParsedMarkdown {
  root: Root;
  /** Labels that the text could refer to and that no earlier part defines. */
  wanted: ReadonlySet<string>;
}

const noLabels: KnownLabels = { definitions: new Map(), footnotes: new Set() };

/**
 * Parses Markdown (CommonMark with the GitHub additions, and math). `known` lets a part of a text be parsed as if the parts
 * before it were there.
 */
export function parseMarkdown(source: string, known: KnownLabels = noLabels): ParsedMarkdown {
  const wanted = new Set<string>();
  const extensions = [syntax, createLabelSyntax(known, wanted)];
  try {
    return { root: fromMarkdown(limitNesting(source), { extensions, mdastExtensions }), wanted };
  } catch {
    // What the parser chokes on, such as a hundred thousand links in one paragraph, is still there to be read.
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
 * The tree extension finds addresses once more in finished text, those of e-mail for the first time. It goes through all
 * of a tree several times, and slowly: only where there may be one in it, and never where something is so long that it
 * would be read again from each of its letters.
 */
function onlyWithAddresses(extension: TreeExtension): TreeExtension {
  const transforms = extension.transforms?.map((transform): Transform => {
    return (tree) => (mayHaveAddress(tree) ? transform(tree) : undefined);
  });
  return transforms ? { ...extension, transforms } : extension;
}

function mayHaveAddress(tree: Root): boolean {
  const rest: Nodes[] = [tree];
  let hasAddress = false;
  for (let node = rest.pop(); node; node = rest.pop()) {
    if (node.type === 'text') {
      hasAddress ||= /@|:\/\/|www\./i.test(node.value);
      if (hasAddress && /[\w.+-]{1000}/.test(node.value)) return false;
    }
    if ('children' in node && node.type !== 'link') for (const child of node.children) rest.push(child);
  }
  return hasAddress;
}

const syntax = createMarkdownSyntax(mathSyntax);
const mdastExtensions = [...gfmFromMarkdown().flat().map(onlyWithAddresses), mathTree];
