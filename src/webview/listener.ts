/** A listener that gets the element it was put on. */
export function on(listener: (element: Element) => void): (event: Event) => void {
  return ({ currentTarget }) => {
    if (currentTarget instanceof Element) listener(currentTarget);
  };
}
