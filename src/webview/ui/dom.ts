/**
 * Creates an element with attributes and children. Strings become text nodes, so text of a model or relay is never
 * parsed as markup.
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

/** Creates an element with any number of children: too many can't be passed as arguments of one call. */
export function createParent<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>>,
  children: readonly Node[],
): HTMLElementTagNameMap[Tag] {
  const element = createElement(tag, attributes);
  for (const child of children) element.append(child);
  return element;
}

/** An icon of the codicon font, hidden from screen readers: the control around it has the name. */
export function createIcon(name: string): HTMLElement {
  return createElement('span', { class: `codicon codicon-${name}`, 'aria-hidden': 'true' });
}

/** A page that draws larger images may freeze or crash. */
const mostImagePixels = 50_000_000;

/**
 * Keeps an image hidden until its size is known from its header: images are decoded only when drawn. An image with too
 * many pixels stays hidden, and `onTooLarge` gets its size.
 */
export function boundImage(
  image: HTMLImageElement,
  onTooLarge: (size: { readonly width: number; readonly height: number }) => void,
): void {
  image.hidden = true;
  image.addEventListener('load', () => {
    const { naturalWidth: width, naturalHeight: height } = image;
    image.hidden = width * height > mostImagePixels;
    if (!image.hidden) return;
    image.removeAttribute('src');
    onTooLarge({ width, height });
  });
  // The browser then shows the alt text.
  image.addEventListener('error', () => {
    image.hidden = false;
  });
}
