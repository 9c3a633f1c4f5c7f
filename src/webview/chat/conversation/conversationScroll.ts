import { html, nothing, type TemplateResult } from 'lit';
import { renderIconButton } from '../../ui/iconButton.ts';
import { formatNumber, t } from '../../ui/l10n.ts';
import { type Anchor, findAnchor } from '../window/scrollAnchor.ts';

/** Time after which a page has settled, including late rendering. */
const holdMs = 1_000;

/** Smaller moves are rounding errors. */
const smallestShift = 0.5;

/** Maximum duration of smooth scrolling after a key or wheel event. */
const longestWayMs = 1_000;

/**
 * Keeps the scroll position: at the end while the person is there, and otherwise where they are, even when the content
 * above grows or shrinks. The browser's own scroll anchoring does that only for rendered content, not for turns that
 * are added and removed.
 *
 * Scrolling up stops following the end, by whatever means: wheel, keys, touch, scroll bar, search. The scroll position
 * reveals all of these; wheel and key events are also handled directly, before the next text would pull back.
 */
export class ConversationScroll {
  readonly #scroller: HTMLElement;
  readonly #list: HTMLElement;
  readonly #absorb: (shift: number) => boolean;
  readonly #onChange: () => void;
  #isFollowing = true;
  #lastTop = 0;
  #lastHeight = 0;
  /** When a key or the wheel last started scrolling. */
  #departedMs = Number.NEGATIVE_INFINITY;
  #insistsUntilMs = 0;
  #anchor: Anchor | undefined;
  #held: { readonly shift: Anchor; readonly until: number } | undefined;

  /**
   * `absorb` takes a shift out of the gap above, if possible: then no scrolling is needed. `onChange` hears that
   * following began or ended.
   */
  constructor(
    scroller: HTMLElement,
    list: HTMLElement,
    absorb: (shift: number) => boolean,
    onChange: () => void,
  ) {
    this.#scroller = scroller;
    this.#list = list;
    this.#absorb = absorb;
    this.#onChange = onChange;
    scroller.addEventListener('scroll', () => this.#noteScroll(), { passive: true });
    scroller.addEventListener('wheel', ({ deltaY }) => this.#depart(deltaY < 0), { passive: true });
    scroller.addEventListener('keydown', ({ key, shiftKey }) =>
      this.#depart(['ArrowUp', 'PageUp', 'Home'].includes(key) || (key === ' ' && shiftKey)),
    );
    scroller.addEventListener('pointerdown', () => this.#release(), { passive: true });
    scroller.addEventListener('focusin', () => this.#stopInsisting());
  }

  get isFollowing(): boolean {
    return this.#isFollowing;
  }

  /** Call it when the content or the view changed its height. */
  keepUp(): void {
    if (this.restore()) return;
    if (this.#isFollowing) return this.#toEnd();
    const shift = this.#anchor?.() ?? 0;
    // Scrolling would interrupt a running wheel gesture, so it is the last resort.
    if (Math.abs(shift) < smallestShift || this.#absorb(shift)) return;
    this.#scroller.scrollTop += shift;
    this.#noteAnchor();
  }

  /** Keeps the page from shrinking while turns are added and removed: the browser would clamp the scroll position. */
  keepRoom(): void {
    if (!this.#isFollowing) this.#list.style.minHeight = `${this.#scroller.scrollHeight}px`;
  }

  /** Call it after turns were added or removed. */
  settle(): void {
    if (this.#isFollowing) this.#list.style.minHeight = '';
    this.keepUp();
    this.#list.style.minHeight = '';
  }

  /** Scrolls to the end and stays there, even if the browser is still scrolling elsewhere. */
  follow(): void {
    this.#release();
    this.#set(true);
    this.#insistsUntilMs = this.#departedMs + longestWayMs;
    this.#toEnd();
    this.#noteAnchor();
  }

  /** Stops following the end and keeps this position, until the end is reached again. */
  letGo(): void {
    this.#release();
    this.keepUp();
    this.#leaveEnd();
    this.#noteAnchor();
  }

  /**
   * Scrolls by this distance, measured in the current layout, and stops following the end. The last position is not
   * restored first: after turns were added or removed, that would scroll away from what was measured.
   */
  scrollBy(pixels: number): void {
    this.#release();
    this.#leaveEnd();
    this.#scroller.scrollTop += pixels;
    this.#noteAnchor();
  }

  /** Keeps the element that `find` returns at its position on the screen, until the person scrolls or all is drawn. */
  hold(find: () => Element | undefined): void {
    const top = find()?.getBoundingClientRect().top;
    if (top === undefined) return this.#release();
    const shift = () => {
      const now = find()?.getBoundingClientRect().top;
      return now === undefined ? undefined : now - top;
    };
    this.#held = { shift, until: performance.now() + holdMs };
  }

  /** Restores the position of the held element; false if there is none. */
  restore(): boolean {
    if (!this.#held || performance.now() > this.#held.until) return false;
    const shift = this.#held.shift();
    if (shift === undefined) return false;
    if (Math.abs(shift) >= smallestShift) this.#scroller.scrollTop += shift;
    if (!this.#isAtEnd) this.#leaveEnd();
    return true;
  }

  get #isAtEnd(): boolean {
    const { scrollTop, scrollHeight, clientHeight } = this.#scroller;
    return scrollHeight - clientHeight - scrollTop < 4;
  }

  #noteScroll(): void {
    const { scrollTop, scrollHeight } = this.#scroller;
    const isAtEnd = this.#isAtEnd;
    if (!isAtEnd && performance.now() < this.#insistsUntilMs) this.#toEnd();
    // When the content shrinks, the browser itself scrolls up; the person did not.
    else if (scrollTop < this.#lastTop && scrollHeight >= this.#lastHeight && !isAtEnd) this.#set(false);
    // Only scrolling down resumes following: the first small step of a slow scroll up is also near the end.
    else if (scrollTop > this.#lastTop && isAtEnd) this.#set(true);
    this.#remember();
    // The content above may have changed since: correct that first, or it would count as scrolling.
    this.keepUp();
    this.#noteAnchor();
  }

  #depart(isUp: boolean): void {
    this.#departedMs = performance.now();
    this.#release();
    if (isUp) this.#leaveEnd();
  }

  #release(): void {
    this.#held = undefined;
    this.#stopInsisting();
  }

  #stopInsisting(): void {
    this.#insistsUntilMs = 0;
  }

  #toEnd(): void {
    const { scrollHeight, clientHeight } = this.#scroller;
    this.#scroller.scrollTop = scrollHeight - clientHeight;
    this.#remember();
  }

  #remember(): void {
    this.#lastTop = this.#scroller.scrollTop;
    this.#lastHeight = this.#scroller.scrollHeight;
  }

  #leaveEnd(): void {
    this.#stopInsisting();
    const { scrollHeight, clientHeight } = this.#scroller;
    if (scrollHeight > clientHeight) this.#set(false);
  }

  #set(isFollowing: boolean): void {
    if (isFollowing === this.#isFollowing) return;
    this.#isFollowing = isFollowing;
    this.#onChange();
  }

  #noteAnchor(): void {
    this.#anchor = this.#isFollowing ? undefined : findAnchor(this.#scroller, this.#list);
  }
}

/** The button that scrolls to the end, with the number of new messages. */
export function renderToEnd(unseen: number, goToEnd: () => void): TemplateResult {
  const name = unseen > 0 ? t('Scroll to the end, {0} new', formatNumber(unseen)) : t('Scroll to the end');
  return html`<div class="to-end-place">
    ${renderIconButton('arrow-down', name, goToEnd, { className: 'to-end' })}
    ${unseen > 0 ? html`<span class="unseen" aria-hidden="true">${formatNumber(unseen)}</span>` : nothing}
  </div>`;
}
