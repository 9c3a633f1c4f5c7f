import { isSameCode } from './codeBlock.ts';
import type { Piece } from './pieces.ts';
import {
  appendInGroups,
  appendPart,
  createContainer,
  removeFromGroup,
  renderBlock,
  renderPart,
} from './renderBlocks.ts';
import type { RenderContext } from './renderInline.ts';

interface ShownPiece {
  key: string;
  kind: string;
  element: Element | undefined;
  /** The list or table that contains it. */
  container: HTMLElement | undefined;
  isFirstInContainer: boolean;
}

/** The part of a response's DOM that may still change: the pieces at its end that are not frozen. */
export class OpenEnd {
  readonly #root: HTMLElement;
  #shown: ShownPiece[] = [];
  /** Identifies the meaning of all labels when the pieces were drawn. */
  #labels = '';
  /** The partly frozen container to which the first pieces belong. */
  #container: HTMLElement | undefined;

  constructor(root: HTMLElement) {
    this.#root = root;
  }

  /** Whether the next text continues a list or table that is partly frozen. */
  get isContinued(): boolean {
    return this.#container !== undefined;
  }

  /** Whether the whole open end is one paragraph. */
  get isParagraph(): boolean {
    return this.#shown.length === 1 && this.#shown[0]?.kind === 'paragraph';
  }

  /** Shows these pieces instead of the previous ones. Elements of unchanged pieces stay. */
  show(pieces: readonly Piece[], labels: string, context: RenderContext): void {
    let same = 0;
    while (labels === this.#labels && same < pieces.length && pieces[same]?.key === this.#shown[same]?.key) {
      same += 1;
    }
    this.#labels = labels;
    const [changed, ...gone] = this.#shown.splice(same);
    const next = pieces[same];
    for (const shown of gone) remove(shown);
    const patched = changed && next && patchPiece(changed, next, context);
    if (patched) this.#shown.push(patched);
    else if (changed) remove(changed);
    for (const piece of pieces.slice(this.#shown.length)) this.#shown.push(this.#draw(piece, context));
  }

  /**
   * Freezes the first pieces: their elements no longer change. Returns the elements. `isContainerOpen`: whether the
   * list or table of the last one may get more parts.
   */
  freeze(count: number, isContainerOpen: boolean): (Element | undefined)[] {
    const frozen = this.#shown.splice(0, count);
    const last = frozen.at(-1);
    if (!isContainerOpen) this.#container = undefined;
    else if (last) this.#container = last.container;
    return frozen.map(({ element }) => element);
  }

  /** Adds words to the paragraph at the end, until the next `show`. Returns whether there is one. */
  addWords(words: string): boolean {
    const last = this.#shown.at(-1);
    let element: Element | null | undefined = last?.element;
    while (element && element.tagName !== 'P') element = element.lastElementChild;
    if (!last || !element) return false;
    const { lastChild } = element;
    if (lastChild instanceof Text) lastChild.appendData(words);
    else element.append(words);
    // The element no longer matches its piece: without a key, the next `show` updates it.
    last.key = '';
    return true;
  }

  #draw(piece: Piece, context: RenderContext): ShownPiece {
    const element = renderPiece(piece, context);
    const container = piece.owner && this.#containerOf(piece.owner);
    if (element && container) appendPart(container, element);
    else if (element) appendInGroups(this.#root, element);
    const { key, kind } = piece;
    return { key, kind, element, container, isFirstInContainer: piece.owner?.isFirst ?? false };
  }

  #containerOf(owner: NonNullable<Piece['owner']>): HTMLElement | undefined {
    if (!owner.isFirst) return this.#shown.at(-1)?.container ?? this.#container;
    const container = createContainer(owner.node);
    appendInGroups(this.#root, container);
    return container;
  }
}

function remove({ element, container, isFirstInContainer }: ShownPiece): void {
  if (element) removeFromGroup(element);
  if (container && isFirstInContainer) removeFromGroup(container);
}

/** Updates the shown piece to the new one, if both are of the same kind. */
function patchPiece(shown: ShownPiece, piece: Piece, context: RenderContext): ShownPiece | undefined {
  const { element } = shown;
  if (!element || shown.kind !== piece.kind) return undefined;
  const next = renderPiece(piece, context);
  return next && { ...shown, key: piece.key, element: patch(element, next) };
}

/** The element of one piece, not yet in its list or table. */
export function renderPiece({ node, owner }: Piece, context: RenderContext): Element | undefined {
  const isPart = node.type === 'listItem' || node.type === 'tableRow';
  return owner && isPart ? renderPart(node, owner.node, owner.isFirst, context) : renderBlock(node, context);
}

/** Elements that, like groups, are fully described by tag, attributes and children: no script holds a reference to them. */
const plainElements: ReadonlySet<string> = new Set(
  'A BLOCKQUOTE BR CODE DEL EM H3 H4 H5 H6 LI OL P STRONG SUP TD TH TR UL'.split(' '),
);

/**
 * Makes `current` equal to `next`, and keeps the children that both begin with: they are not laid out again and keep
 * the selection. Returns the node that is then in the page: `next` itself if the two have nothing in common.
 */
function patch<Kind extends ChildNode>(current: Kind, next: Kind): Kind {
  if (current instanceof Text && next instanceof Text) {
    patchText(current, next.data);
    return current;
  }
  if (isSameCode(current, next)) return current;
  if (!canPatch(current, next)) {
    current.replaceWith(next);
    return next;
  }
  const [old, fresh] = [[...current.childNodes], [...next.childNodes]];
  // After the first replaced child, comparing the rest is not worth it.
  const replaced = old.findIndex((child, place) => {
    const other = fresh[place];
    return other && patch(child, other) === other;
  });
  const done = replaced === -1 ? Math.min(old.length, fresh.length) : replaced + 1;
  for (const gone of old.slice(done)) gone.remove();
  for (const added of fresh.slice(done)) current.appendChild(added);
  return current;
}

/** Replaces only the changed part of a text, because the browser reshapes only that. */
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
    (plainElements.has(current.tagName) || current.classList.contains('group')) &&
    current.attributes.length === next.attributes.length &&
    [...current.attributes].every(({ name, value }) => next.getAttribute(name) === value)
  );
}
