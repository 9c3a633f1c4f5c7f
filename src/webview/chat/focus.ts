import type { PropertyValues } from 'lit';
import { PageElement } from '../ui/pageElement.ts';

/** An element whose change may have the focus fall off: the page is told, and gives it to where it goes on. */
export class FocusTeller extends PageElement {
  protected override update(changed: PropertyValues<this>): void {
    if (losesFocus(this, () => super.update(changed))) tellFocusLost(this);
  }
}

/** The focused element was removed. */
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

/** The button that a person goes on with after a queued message went away: of the one that moved up, or the last. */
export function findRemoveButton(root: Element, place: number): HTMLElement | undefined {
  const buttons = [...root.querySelectorAll<HTMLElement>('.queue .remove')];
  return buttons[Math.min(place, buttons.length - 1)];
}

/** What was pressed last: a list of VS Code that opens by it takes its focus, and when it closes, the page gets it alone. */
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
