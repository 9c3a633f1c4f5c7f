import { ScrollFollower } from '../scrollFollower.ts';

/** A page has come to rest by then, whatever is drawn late. */
const holdMs = 1_000;

/**
 * Where the conversation is scrolled to: at the end while the person is there, and otherwise where they are, even
 * when what is above becomes longer or shorter.
 */
export class ConversationScroll {
  readonly #scroller: Element;
  readonly #follower: ScrollFollower;
  #held:
    | { readonly find: () => Element | undefined; readonly top: number; readonly until: number }
    | undefined;

  constructor(scroller: HTMLElement, content: Element, onChange: (isAtEnd: boolean) => void) {
    this.#scroller = scroller;
    this.#follower = new ScrollFollower(scroller, onChange);
    for (const type of ['wheel', 'pointerdown', 'keydown']) {
      scroller.addEventListener(type, () => this.#release(), { passive: true });
    }
    const observer = new ResizeObserver(() => {
      if (!this.restore()) this.#follower.keepUp();
    });
    observer.observe(scroller);
    observer.observe(content);
  }

  /** Goes to the end and stays there. */
  follow(): void {
    this.#release();
    this.#follower.follow();
  }

  /** From now on, what `find` finds stays where it is on the screen, until the person scrolls or all is drawn. */
  hold(find: () => Element | undefined): void {
    const top = find()?.getBoundingClientRect().top;
    this.#held = top === undefined ? undefined : { find, top, until: performance.now() + holdMs };
  }

  /** Puts what is held back to its place; false when there is nothing. */
  restore(): boolean {
    if (!this.#held || performance.now() > this.#held.until) return false;
    const { find, top } = this.#held;
    const element = find();
    if (!element) return false;
    this.#scroller.scrollTop += element.getBoundingClientRect().top - top;
    const { scrollTop, scrollHeight, clientHeight } = this.#scroller;
    if (scrollHeight - clientHeight - scrollTop >= 4) this.#follower.letGo();
    return true;
  }

  #release(): void {
    this.#held = undefined;
  }
}
