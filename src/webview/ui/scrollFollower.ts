/** How long the browser may be on its way after a key or a turn of the wheel. */
const longestWayMs = 1_000;

/**
 * Keeps the end in sight while the person is there, and leaves the view alone once they went up, by whatever
 * means: wheel, keys, finger, scroll bar, search. It looks at what the scroll position did, so that it need not
 * know all of those, and at the wheel and keys besides, to let go before the next piece of text would pull back.
 */
export class ScrollFollower {
  readonly #scroller: HTMLElement;
  readonly #onChange: (isFollowing: boolean) => void;
  #isFollowing = true;
  #lastTop = 0;
  #lastHeight = 0;
  /** When a key or the wheel last had the browser scroll. */
  #departedMs = Number.NEGATIVE_INFINITY;
  #insistsUntilMs = 0;

  constructor(scroller: HTMLElement, onChange: (isFollowing: boolean) => void) {
    this.#scroller = scroller;
    this.#onChange = onChange;
    scroller.addEventListener('scroll', () => this.#noteScroll(), { passive: true });
    scroller.addEventListener('wheel', ({ deltaY }) => this.#depart(deltaY < 0), { passive: true });
    scroller.addEventListener('keydown', ({ key, shiftKey }) =>
      this.#depart(['ArrowUp', 'PageUp', 'Home'].includes(key) || (key === ' ' && shiftKey)),
    );
    for (const type of ['pointerdown', 'focusin']) {
      scroller.addEventListener(type, () => this.#stopInsisting(), { passive: true });
    }
  }

  get isFollowing(): boolean {
    return this.#isFollowing;
  }

  /** Call it when the content or the view changed its height. */
  keepUp(): void {
    if (this.#isFollowing) this.#toEnd();
  }

  /** Goes to the end and stays there, also where the browser is still on a way elsewhere. */
  follow(): void {
    this.#set(true);
    this.#insistsUntilMs = this.#departedMs + longestWayMs;
    this.#toEnd();
  }

  #depart(isUp: boolean): void {
    this.#departedMs = performance.now();
    this.#stopInsisting();
    if (isUp) this.letGo();
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

  /** Leaves the view where it is until it is at the end again. */
  letGo(): void {
    this.#stopInsisting();
    const { scrollHeight, clientHeight } = this.#scroller;
    if (scrollHeight > clientHeight) this.#set(false);
  }

  #noteScroll(): void {
    const { scrollTop, scrollHeight, clientHeight } = this.#scroller;
    const isAtEnd = scrollHeight - clientHeight - scrollTop < 4;
    if (!isAtEnd && performance.now() < this.#insistsUntilMs) return this.#toEnd();
    // When the content shrinks, the browser itself moves up; that is nobody's wish.
    if (scrollTop < this.#lastTop && scrollHeight >= this.#lastHeight && !isAtEnd) this.#set(false);
    // Only a move down takes up following again: the first small step of a slow move up is also near the end.
    else if (scrollTop > this.#lastTop && isAtEnd) this.#set(true);
    this.#remember();
  }

  #set(isFollowing: boolean): void {
    if (isFollowing === this.#isFollowing) return;
    this.#isFollowing = isFollowing;
    this.#onChange(isFollowing);
  }
}
