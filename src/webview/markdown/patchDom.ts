/** Elements that are nothing but their tag, attributes and children: no script holds on to them. */
const plainElements: ReadonlySet<string> = new Set(
  'A BLOCKQUOTE BR CODE DEL EM H3 H4 H5 H6 LI OL P STRONG SUP TD TH TR UL'.split(' '),
);

/**
 * Makes what is in the page like `next`, and keeps the children that both begin with: they are neither laid out
 * again nor lose a selection. Returns what is in the page then, which is `next` itself if the two have nothing in common.
 */
export function patch<Kind extends ChildNode>(current: Kind, next: Kind): Kind {
  if (current instanceof Text && next instanceof Text) {
    patchText(current, next.data);
    return current;
  }
  if (!canPatch(current, next)) {
    current.replaceWith(next);
    return next;
  }
  let old = current.firstChild;
  let fresh = next.firstChild;
  while (old && fresh) {
    const { nextSibling: followingOld } = old;
    const { nextSibling: followingFresh } = fresh;
    const isReplaced = patch(old, fresh) === fresh;
    old = followingOld;
    fresh = followingFresh;
    // Behind the first child that was replaced, nothing is worth comparing.
    if (isReplaced) break;
  }
  removeFrom(old);
  appendFrom(current, fresh);
  return current;
}

/** The browser shapes only that part of a text anew which is replaced. */
function patchText(current: Text, next: string): void {
  const { data } = current;
  if (data === next) return;
  let same = 0;
  while (same < data.length && data.charCodeAt(same) === next.charCodeAt(same)) same += 1;
  current.replaceData(same, data.length - same, next.slice(same));
}

function canPatch(current: Node, next: Node): boolean {
  return (
    current instanceof Element &&
    next instanceof Element &&
    current.tagName === next.tagName &&
    plainElements.has(current.tagName) &&
    current.attributes.length === next.attributes.length &&
    [...current.attributes].every(({ name, value }) => next.getAttribute(name) === value)
  );
}

function removeFrom(first: ChildNode | null): void {
  for (let node = first; node; ) {
    const following: ChildNode | null = node.nextSibling;
    node.remove();
    node = following;
  }
}

function appendFrom(parent: Node, first: ChildNode | null): void {
  for (let node = first; node; ) {
    const following: ChildNode | null = node.nextSibling;
    parent.appendChild(node);
    node = following;
  }
}
