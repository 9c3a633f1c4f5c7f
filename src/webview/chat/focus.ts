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

/** Returns the focus to the element that had it; false if that is gone. */
export function returnFocus(before: Element | null): boolean {
  const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body;
  if (isThere) before.focus({ preventScroll: true });
  return isThere;
}

/** Applies a change, and returns whether the focus inside was lost by it. */
export function losesFocus(root: Element, change: () => void): boolean {
  const hadFocus = root.contains(document.activeElement);
  change();
  // A page without the focus must not take it.
  return hadFocus && document.hasFocus() && !root.contains(document.activeElement);
}

/** The focused button of a list above the input, by the places of its row and of the button in it. */
interface FocusedButton {
  readonly list: Element;
  readonly row: number;
  readonly button: number;
}

/** Undefined if the focus is not in a list above the input. */
export function findFocusedButton(): FocusedButton | undefined {
  const { activeElement } = document;
  const row = activeElement?.closest('.queue li, .changed-files li');
  const list = row?.parentElement;
  if (!activeElement || !row || !list) return undefined;
  const buttons: Element[] = [...row.querySelectorAll('button')];
  return { list, row: [...list.children].indexOf(row), button: buttons.indexOf(activeElement) };
}

/** The same button of the row that moved up after a row was removed, or of the last row. */
export function findNextButton({ list, row, button }: FocusedButton): HTMLElement | undefined {
  const next = list.isConnected ? (list.children[row] ?? list.lastElementChild) : undefined;
  return next?.querySelectorAll('button')[button];
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
