import type { Heading, List, ListItem, Paragraph, RootContent, Table, TableRow } from 'mdast';
import type { MathBlock } from '../../text/markdown/mathSyntax.ts';
import { createElement, createParent } from '../ui/dom.ts';
import { t, withLanguage } from '../ui/l10n.ts';
import { createCodeBlock } from './codeBlock.ts';
import { drawFormula } from './drawMath.ts';
import { firstHeadingLevel } from './pieces.ts';
import { type RenderContext, renderInlines } from './renderInline.ts';
import { watchWidth } from './scrolling.ts';

const headingTags = ['h3', 'h4', 'h5', 'h6'] as const;

/** Deeper blocks are shown as source. */
const maximumDepth = 60;

export function renderBlocks(nodes: readonly RootContent[], context: RenderContext, depth = 0): Element[] {
  return nodes.flatMap((node) => renderBlock(node, context, depth) ?? []);
}

/** The element for a block, or undefined if it shows nothing, such as a link definition. */
export function renderBlock(node: RootContent, context: RenderContext, depth = 0): Element | undefined {
  if (depth > maximumDepth) return createElement('p', { class: 'as-written' }, sourceOf(node, context));
  switch (node.type) {
    case 'paragraph':
      return renderLines('p', {}, node, context);
    case 'heading': {
      const tag = headingTags[(node.data?.level ?? firstHeadingLevel) - firstHeadingLevel] ?? 'h6';
      return renderLines(tag, { class: `heading-${node.depth}` }, node, context);
    }
    case 'thematicBreak':
      return createElement('hr');
    case 'blockquote':
      return createParent('blockquote', {}, renderBlocks(node.children, context, depth + 1));
    case 'list':
    case 'table': {
      const container = createContainer(node);
      for (const [index, part] of node.children.entries()) {
        appendPart(container, renderPart(part, node, index === 0, context, depth));
      }
      return container;
    }
    case 'code':
      return createCodeBlock(node.value, [node.lang, node.meta].filter(Boolean).join(' '));
    case 'math':
      return renderMath(node);
    case 'html':
      return createElement('p', { class: 'as-written' }, node.value);
    case 'footnoteDefinition':
      return createElement(
        'div',
        { class: 'footnote', 'data-footnote-text': node.identifier, tabindex: '-1' },
        createElement('sup', {}, node.label ?? node.identifier),
        createParent('div', {}, renderBlocks(node.children, context, depth + 1)),
      );
    case 'definition':
      return undefined;
    default:
      return createElement('p', { class: 'as-written' }, sourceOf(node, context));
  }
}

function sourceOf(node: RootContent, context: RenderContext): string {
  return context.source.slice(node.position?.start.offset, node.position?.end.offset);
}

/** A formula that was never closed is shown as source. */
function renderMath({ value, source, isClosed, trailing }: MathBlock): Element {
  if (!isClosed) return createElement('p', { class: 'as-written' }, source);
  // Punctuation would stand alone on the next line.
  const [mark] = /^[.,;:!?，。；：！？]?/.exec(trailing) ?? [''];
  const written = mark === '' ? value : `${value}\\text{${mark}}`;
  const formula = drawFormula({ value: written, source: source + mark, isDisplay: true }, 'div');
  const rest = trailing.slice(mark.length).trim();
  return rest === '' ? formula : createElement('div', {}, formula, createElement('p', {}, rest));
}

/** A line with a formula may be wider than the view, because formulas don't wrap: it scrolls on its own. */
function renderLines(
  tag: 'p' | (typeof headingTags)[number],
  attributes: Readonly<Record<string, string>>,
  { children }: Paragraph | Heading,
  context: RenderContext,
): HTMLElement {
  const element = withLanguage(createParent(tag, attributes, renderInlines(children, context)));
  if (!children.some(({ type }) => type === 'inlineMath')) return element;
  element.classList.add('with-formulas');
  watchWidth(element, t('Text with formulas'));
  return element;
}

/** The empty element for a list, or a frame for the rows of a table, which scrolls if they are wide. */
export function createContainer(node: List | Table): HTMLElement {
  if (node.type === 'table') {
    const frame = createElement('div', { class: 'table-frame' });
    watchWidth(frame, t('Table'));
    return frame;
  }
  if (!node.ordered) return createElement('ul');
  const isPlain = node.start === 1 || node.start === null || node.start === undefined;
  return createElement('ol', isPlain ? {} : { start: String(node.start) });
}

/** Adds an item to its list, or a row to the frame of its table. */
export function appendPart(container: Element, part: Element): void {
  if (part.tagName === 'TR') appendRow(container, part);
  else appendInGroups(container, part);
}

/** The element for an item of a list, or for a row of a table. */
export function renderPart(
  part: ListItem | TableRow,
  owner: List | Table,
  isFirst: boolean,
  context: RenderContext,
  depth = 0,
): Element {
  if (part.type === 'listItem') return renderListItem(part, context, depth);
  return renderTableRow(part, owner, isFirst, context);
}

function renderListItem(item: ListItem, context: RenderContext, depth: number): Element {
  const children = renderBlocks(item.children, context, depth + 1);
  if (item.checked === null || item.checked === undefined) return createParent('li', {}, children);
  const box = createElement('input', {
    type: 'checkbox',
    disabled: '',
    'aria-label': item.checked ? t('Done') : t('To do'),
    ...(item.checked ? { checked: '' } : {}),
  });
  return createElement('li', { class: 'task' }, box, createParent('div', {}, children));
}

function renderTableRow(
  row: TableRow,
  table: List | Table,
  isHead: boolean,
  context: RenderContext,
): HTMLElement {
  const columns = table.children[0]?.children.length ?? row.children.length;
  const cells = Array.from({ length: columns }, (_, column) => {
    const align = table.type === 'table' ? table.align?.[column] : undefined;
    const content = row.children[column]?.children ?? [];
    // An empty cell is not a header.
    const isHeader = isHead && content.length > 0;
    return withLanguage(
      createParent(
        isHeader ? 'th' : 'td',
        { ...(isHeader ? { scope: 'col' } : {}), ...(align ? { class: `align-${align}` } : {}) },
        renderInlines(content, context),
      ),
    );
  });
  return createParent('tr', {}, cells);
}

/**
 * Number of children per group. To lay out an element, the browser visits all of its children, even unchanged ones, so
 * a long response is split into groups, of which only the last one grows.
 */
const groupSize = 16;

/** Adds a block or list item. The first ones are direct children of the parent, further ones are in groups. */
export function appendInGroups(parent: Element, child: Element): void {
  const last = parent.lastElementChild;
  const isGrouped = last?.classList.contains('group') ?? false;
  const open = isGrouped ? last : parent;
  if (open && open.childElementCount < groupSize) return open.append(child);
  // A group inside a list must not hide from screen readers that the items belong to the list.
  parent.append(createElement('div', { class: 'group', role: 'none' }, child));
}

/** Number of rows per table. The browser lays out the whole table whenever it grows. */
const rowsInTable = 128;

/** Adds a row to the last table of a frame; after very many rows, continues with another table. */
function appendRow(frame: Element, row: Element): void {
  const body = frame.lastElementChild?.lastElementChild;
  if (body && body.childElementCount < rowsInTable) body.append(row);
  else frame.append(createElement('table', {}, createElement('tbody', {}, row)));
}

/** Removes an element, and its group or table if that is then empty. */
export function removeFromGroup(element: Element): void {
  const parent = element.parentElement;
  element.remove();
  if (parent?.childElementCount !== 0) return;
  if (parent.tagName === 'TBODY') parent.parentElement?.remove();
  else if (parent.classList.contains('group')) parent.remove();
}
