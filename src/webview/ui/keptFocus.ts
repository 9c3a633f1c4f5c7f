/** Gives the focus of a button that is drawn away to the card that it was in, or else to the prompt. */
export class KeptFocus {
  #element: Element | null = null;
  #card: Element | null | undefined;

  /** Before the page is drawn anew. */
  note(): void {
    this.#element = document.activeElement;
    this.#card = this.#element?.closest('.run');
  }

  /** At once when it was drawn: whoever puts the focus elsewhere does so when all is drawn. */
  restore(page: Element): void {
    if (!this.#element || this.#element.isConnected) return;
    const place = this.#card?.isConnected ? this.#card : page;
    place.querySelector<HTMLElement>('header .icon-button, .prompt')?.focus({ preventScroll: true });
  }
}
