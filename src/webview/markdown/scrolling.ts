/**
 * What is wider than the view scrolls by itself, and has to be reachable for that by the keyboard. What fits must not
 * be in the way of it.
 */
const names = new WeakMap<Element, string>();
const frames = new WeakMap<Element, Element>();

const observer = new ResizeObserver((entries) => {
  const changed = new Set(entries.map(({ target }) => frames.get(target) ?? target));
  const wide = [...changed].map((frame) => [frame, frame.scrollWidth > frame.clientWidth] as const);
  for (const [frame, isWide] of wide) markScrolling(frame, isWide);
});

/**
 * Makes a frame reachable, under a name for screen readers, as long as its content is wider than itself. Code has its
 * name in any case. `content` is what grows in it after it was drawn.
 */
export function watchWidth(frame: Element, name: string, content?: Element): void {
  names.set(frame, name);
  if (keepsName(frame)) nameGroup(frame);
  observer.observe(frame);
  if (!content) return;
  frames.set(content, frame);
  observer.observe(content);
}

function markScrolling(frame: Element, isWide: boolean): void {
  if (isWide === frame.hasAttribute('tabindex')) return;
  if (isWide) {
    frame.setAttribute('tabindex', '0');
    nameGroup(frame);
  } else {
    const gone = keepsName(frame) ? ['tabindex'] : ['tabindex', 'role', 'aria-label'];
    for (const name of gone) frame.removeAttribute(name);
  }
}

function keepsName(frame: Element): boolean {
  return frame.tagName === 'PRE';
}

function nameGroup(frame: Element): void {
  frame.setAttribute('role', 'group');
  frame.setAttribute('aria-label', names.get(frame) ?? '');
}
