import type { PropertyValues } from 'lit';
import { PageElement } from '../ui/pageElement.ts';

/** An element that may lose the focus when it changes: it tells the page, which moves the focus. */
export class FocusTeller extends PageElement {
  protected override update(changed: PropertyValues<this>): void {
    if (losesFocus(this, () => super.update(changed))) tellFocusLost(this);
  }
}

/** Tells the page that the focused element was removed. */
export function tellFocusLost(from: Element): void {
  from.dispatchEvent(new CustomEvent('chat-focus-lost', { bubbles: true }));
}

/** Applies a change, and returns whether the focus inside was lost by it. */
export function losesFocus(root: Element, change: () => void): boolean {
  const hadFocus = root.contains(document.activeElement);
  change();
  // A page without the focus must not take it.
  return hadFocus && document.hasFocus() && !root.contains(document.activeElement);
}

/** Index of the focused queued message; undefined if the focus is not in the queue. */
export function findFocusedPlace(root: Element): number | undefined {
  const item = document.activeElement?.closest('.queue li');
  const place = item ? [...root.querySelectorAll('.queue li')].indexOf(item) : -1;
  return place === -1 ? undefined : place;
}

/** The button to focus after a queued message was removed: that of the message that moved up, or of the last one. */
export function findRemoveButton(root: Element, place: number): HTMLElement | undefined {
  const buttons = [...root.querySelectorAll<HTMLElement>('.queue .remove')];
  return buttons[Math.min(place, buttons.length - 1)];
}

/** The element pressed last: a VS Code picker that it opens takes the focus, and then returns it only to the page. */
export class PressedElement {
  #element: EventTarget | null = null;

  constructor() {
    // If the person moved the focus in the meantime, it stays there.
    for (const type of ['pointerdown', 'keydown'])
      window.addEventListener(type, () => this.note(null), { capture: true });
  }

  note(element: EventTarget | null): void {
    this.#element = element;
  }

  focusAgain(): void {
    if (this.#element instanceof HTMLElement) this.#element.focus();
    this.note(null);
  }
}
