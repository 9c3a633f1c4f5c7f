/** A listener that gets the element it is attached to. */
export function on(listener: (element: Element) => void): (event: Event) => void {
  return ({ currentTarget }) => {
    if (currentTarget instanceof Element) listener(currentTarget);
  };
}

/** The same, but ignores the second press of a double click, which would repeat the action. */
export function onOnce(listener: (element: Element) => void): (event: Event) => void {
  const heed = on(listener);
  return (event) => {
    if (!(event instanceof UIEvent) || event.detail < 2) heed(event);
  };
}

/**
 * Whether an input method handles this key: during composition, Enter accepts its suggestion and Escape drops it. The
 * code is 229 if `isComposing` is already false for the key that ended the composition.
 */
export function isForInputMethod({ isComposing, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === 229;
}

export function hasModifier({ altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  return altKey || ctrlKey || metaKey || shiftKey;
}

/**
 * The library's buttons act when Enter or the space bar goes down. What else the key does would then happen where the
 * button moved the focus to: typed text, another press. So a key press that begins on such a button does nothing more,
 * however long it is held; nor does the space bar scroll the page.
 */
export function endKeysAtButtons(): void {
  let pressed: string | undefined;
  window.addEventListener(
    'keydown',
    (event) => {
      if (!event.repeat) pressed = pressesButton(event) ? event.key : undefined;
      if (event.key !== pressed) return;
      event.preventDefault();
      if (event.repeat) event.stopImmediatePropagation();
    },
    { capture: true },
  );
}

function pressesButton({ key, target }: KeyboardEvent): boolean {
  return (key === 'Enter' || key === ' ') && target instanceof Element && target.matches('vscode-button');
}

/** A listener for Enter alone: Shift+Enter inserts a line break. */
export function onEnter(listener: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key !== 'Enter' || event.shiftKey || isForInputMethod(event)) return;
    event.preventDefault();
    listener();
  };
}

/** The element that an arrow key, Home or End moves to; wraps around at the ends. */
export function stepByKey<Kind extends Element>(
  elements: readonly Kind[],
  from: EventTarget | null,
  key: string,
  [back, forth]: readonly [string, string] = ['ArrowUp', 'ArrowDown'],
): Kind | undefined {
  const place = elements.indexOf(from as Kind);
  const steps: Readonly<Record<string, Kind | undefined>> = {
    [back]: elements.at(place - 1),
    [forth]: elements[(place + 1) % elements.length],
    Home: elements[0],
    End: elements.at(-1),
  };
  return steps[key];
}

/** The value of a control; '' for anything else. */
export function valueIn(target: EventTarget | null): string {
  const isControl =
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement;
  return isControl ? target.value : '';
}

/** The numeric value of a control; 0 for anything else. */
export function numberIn(target: EventTarget | null): number {
  const value = target instanceof HTMLInputElement ? target.valueAsNumber : 0;
  return Number.isFinite(value) ? value : 0;
}
