/**
 * Makes an element with attributes and children. Strings become text nodes, so nothing that a model or a relay
 * wrote is ever read as markup.
 */
export function createElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** An icon of the codicon font, hidden from screen readers: the control around it carries the words. */
export function createIcon(name: string): HTMLElement {
  return createElement('span', { class: `codicon codicon-${name}`, 'aria-hidden': 'true' });
}
