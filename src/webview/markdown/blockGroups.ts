import { createElement } from '../ui/dom.ts';

/**
 * Children in one box. To lay out a box, the browser goes through all of its children, also those that did not
 * change, so a long response is put into boxes of which only the last one grows.
 */
const groupSize = 16;

/** Adds a block or a list's item. The first ones are children of the parent itself, further ones of groups in it. */
export function appendInGroups(parent: Element, child: Element): void {
  const last = parent.lastElementChild;
  const isGrouped = last?.classList.contains('group') ?? false;
  const open = isGrouped ? last : parent;
  if (open && open.childElementCount < groupSize) return open.append(child);
  // A box in a list must not hide from screen readers that its items belong to the list.
  parent.append(createElement('div', { class: 'group', role: 'none' }, child));
}

/** Rows in one table. The browser lays out the whole of a table whenever it grows. */
const rowsInTable = 128;

/** Adds a row to the last table of a frame; behind very many rows, another table goes on. */
export function appendRow(frame: Element, row: Element): void {
  const body = frame.lastElementChild?.lastElementChild;
  if (body && body.childElementCount < rowsInTable) body.append(row);
  else frame.append(createElement('table', {}, createElement('tbody', {}, row)));
}

/** Takes an element out, and what was only there to hold it. */
export function removeFromGroup(element: Element): void {
  const parent = element.parentElement;
  element.remove();
  if (parent?.childElementCount !== 0) return;
  if (parent.tagName === 'TBODY') parent.parentElement?.remove();
  else if (parent.classList.contains('group')) parent.remove();
}

/** An element with any number of children: so many can't be the arguments of one call. */
export function createParent<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>>,
  children: readonly Node[],
): HTMLElementTagNameMap[Tag] {
  const element = createElement(tag, attributes);
  for (const child of children) element.append(child);
  return element;
}
