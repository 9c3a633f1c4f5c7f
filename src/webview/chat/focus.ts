import type { PropertyValues } from 'lit';
import { PageElement } from '../ui/pageElement.ts';

/** An element whose change may have the focus fall off: the page is told, and gives it to where it goes on. */
export class FocusTeller extends PageElement {
  protected override update(changed: PropertyValues<this>): void {
    if (losesFocus(this, () => super.update(changed))) tellFocusLost(this);
  }
}

/** What had the focus has gone from the page. */
export function tellFocusLost(from: Element): void {
  from.dispatchEvent(new CustomEvent('chat-focus-lost', { bubbles: true }));
}

/** Makes a change of the page, and tells whether the focus was inside and fell off by it. */
export function losesFocus(root: Element, change: () => void): boolean {
  const hadFocus = root.contains(document.activeElement);
  change();
  // A page that is not in front must not take the focus from what is.
  return hadFocus && document.hasFocus() && !root.contains(document.activeElement);
}

/** Where in the queue the focus is, counted from its begin; undefined where it is elsewhere. */
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
    // Who goes on elsewhere in the page meanwhile stays there.
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
