/**
 * What is wider than the view scrolls by itself, and has to be reachable for that by the keyboard. What fits must not
 * be in the way of it.
 */
const names = new WeakMap<Element, string>();

const observer = new ResizeObserver((entries) => {
  const wide = entries.map(({ target }) => [target, target.scrollWidth > target.clientWidth] as const);
  for (const [frame, isWide] of wide) markScrolling(frame, isWide);
});

/**
 * Makes a frame reachable, under a name for screen readers, as long as its content is wider than itself. Code has its
 * name in any case.
 */
export function watchWidth(frame: Element, name: string): void {
  names.set(frame, name);
  if (keepsName(frame)) nameGroup(frame);
  observer.observe(frame);
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
