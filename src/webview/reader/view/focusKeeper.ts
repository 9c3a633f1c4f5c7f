/** What had the focus before the page is drawn anew. */
export interface FocusNote {
  /** Of a button in the queue: its kind, and which of that kind it is. */
  readonly kind: 'play-queued' | 'drop-queued' | undefined;
  readonly place: number;
}

/** Nothing where the focus is not in this page: it must not be taken from the editor. */
export function noteFocus(view: Element): FocusNote | undefined {
  const focused = document.activeElement;
  if (!document.hasFocus() || focused === view || !focused || !view.contains(focused)) return undefined;
  const kind = (['play-queued', 'drop-queued'] as const).find((name) => focused.classList.contains(name));
  return { kind, place: kind ? [...view.querySelectorAll(`.${kind}`)].indexOf(focused) : -1 };
}

/** VS Code gives the focus to the page as a whole; a person means the button that waits for them, what is read, or the first control. */
export function focusIfNothingIs(view: Element): void {
  if (document.activeElement !== document.body) return;
  const target =
    view.querySelector<HTMLElement>('.listen vscode-button') ??
    view.querySelector<HTMLElement>('.sentence[tabindex="0"], .welcome vscode-button');
  target?.focus({ preventScroll: true });
}

/**
 * What had the focus may be gone. Then a button of the same kind gets it, so that the next press does what the last
 * one did; else the text; else what the view says while nothing is read.
 */
export function restoreFocus(view: Element, note: FocusNote | undefined): void {
  if (!note || view.contains(document.activeElement)) return;
  const same = note.kind ? [...view.querySelectorAll<HTMLElement>(`.${note.kind}`)] : [];
  const rest = view.querySelector<HTMLElement>('.sentence[tabindex="0"], .welcome');
  (same[Math.min(note.place, same.length - 1)] ?? rest)?.focus({ preventScroll: true });
}
