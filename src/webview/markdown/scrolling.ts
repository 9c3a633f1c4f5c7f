/**
 * Frames wider than the view scroll on their own, and must be focusable for the keyboard. Frames that fit must not be
 * tab stops.
 */
const names = new WeakMap<Element, string>();

const observer = new ResizeObserver((entries) => {
  const wide = entries.map(({ target }) => [target, target.scrollWidth > target.clientWidth] as const);
  for (const [frame, isWide] of wide) if (isWide !== frame.hasAttribute('tabindex')) mark(frame, isWide);
});

/**
 * Measures frames again whose content changes: a line that grows changes the width of the content, but not the size of
 * the frame, which is all that the other observer sees. That one reports a size at once only when it begins to observe.
 */
const contentObserver = new MutationObserver((changes) => {
  for (const frame of new Set(changes.flatMap(({ target }) => framesAround(target)))) {
    observer.unobserve(frame);
    observer.observe(frame);
  }
});

function framesAround(node: Node): Element[] {
  const frames: Element[] = [];
  for (let at: Node | null = node; at; at = at.parentNode)
    if (at instanceof Element && names.has(at)) frames.push(at);
  return frames;
}

/**
 * Makes a frame focusable, with a name for screen readers, while its content is wider than the frame. Code always has
 * its name.
 */
export function watchWidth(frame: Element, name: string): void {
  names.set(frame, name);
  mark(frame, frame.hasAttribute('tabindex'));
  observer.observe(frame);
  contentObserver.observe(frame, { childList: true, characterData: true, subtree: true });
}

function mark(frame: Element, isWide: boolean): void {
  const isNamed = isWide || frame.tagName === 'PRE';
  const attributes = {
    tabindex: isWide && '0',
    role: isNamed && 'group',
    'aria-label': isNamed && (names.get(frame) ?? ''),
  };
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false) frame.removeAttribute(name);
    else frame.setAttribute(name, value);
  }
}
