/** An editor whose network leads to the relay where ours does not. */
export function editorFor(baseUrl: string): typeof fetch {
  return (input, init) => fetch(`${baseUrl}${new URL(String(input)).pathname}`, init);
}
