/** A listener that gets the element it was put on. */
export function on(listener: (element: Element) => void): (event: Event) => void {
  return ({ currentTarget }) => {
    if (currentTarget instanceof Element) listener(currentTarget);
  };
}

/** The same, but deaf to the second press of a double click, which would do again what the first one did. */
export function onOnce(listener: (element: Element) => void): (event: Event) => void {
  const heed = on(listener);
  return (event) => {
    if (!(event instanceof UIEvent) || event.detail < 2) heed(event);
  };
}
