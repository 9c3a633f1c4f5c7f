/** If an update removes the focused button, moves the focus to its card, or else to the prompt. */
export class KeptFocus {
  #element: Element | null = null;
  #card: Element | null | undefined;

  /** Call it before an update. */
  note(): void {
    this.#element = document.activeElement;
    this.#card = this.#element?.closest('.run');
  }

  /** Call it right after the update: code that moves the focus elsewhere runs later. */
  restore(page: Element): void {
    if (!this.#element || this.#element.isConnected) return;
    const place = this.#card?.isConnected ? this.#card : page;
    place.querySelector<HTMLElement>('header .icon-button, .prompt')?.focus({ preventScroll: true });
  }
}
