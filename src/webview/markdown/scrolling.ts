/**
 * Frames wider than the view scroll on their own, and must be focusable for the keyboard. Frames that fit must not be
 * tab stops.
 */
const names = new WeakMap<Element, string>();

const observer = new ResizeObserver((entries) => {
  const wide = entries.map(({ target }) => [target, target.scrollWidth > target.clientWidth] as const);
  for (const [frame, isWide] of wide) markScrolling(frame, isWide);
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
  if (keepsName(frame)) nameGroup(frame);
  observer.observe(frame);
  contentObserver.observe(frame, { childList: true, characterData: true, subtree: true });
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
