/** Which of the elements an arrow key, Home or End leads to from one of them; beyond an end is the other one. */
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
