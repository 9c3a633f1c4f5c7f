import type { Heading, List, ListItem, RootContent, Table, TableRow } from 'mdast';

declare module 'mdast' {
  interface HeadingData {
    /** The level of the element, of which none is left out on the way down. */
    level?: number;
  }
}

/** The view's own headings are of the levels above this. */
export const firstHeadingLevel = 3;
const lastHeadingLevel = 6;

type Block = RootContent | ListItem | TableRow | List | Table;

/**
 * Gives the headings in the blocks their levels, so that who goes through a page by its headings never misses one
 * in between, whatever levels a model skips. `before` is the level of the heading before them; returned is that of
 * the last one.
 */
export function levelHeadings(nodes: readonly Block[], before: number): number {
  let level = before;
  for (const heading of headingsIn(nodes)) {
    level = Math.min(heading.depth + firstHeadingLevel - 1, level + 1, lastHeadingLevel);
    heading.data = { level };
  }
  return level;
}

/** All headings in the blocks, also those in lists and quotes, in order. */
export function headingsIn(nodes: readonly Block[]): Heading[] {
  const headings: Heading[] = [];
  const rest: Block[] = [...nodes].reverse();
  for (let node = rest.pop(); node; node = rest.pop()) {
    if (node.type === 'heading') headings.push(node);
    else if (
      node.type === 'blockquote' ||
      node.type === 'list' ||
      node.type === 'listItem' ||
      node.type === 'footnoteDefinition'
    ) {
      for (const child of node.children.toReversed()) rest.push(child);
    }
  }
  return headings;
}
