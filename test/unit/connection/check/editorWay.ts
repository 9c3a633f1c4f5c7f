/** An editor whose network leads to the relay where ours does not. */
export function editorFor(baseAddress: string): typeof fetch {
  return (input, init) => fetch(`${baseAddress}${new URL(String(input)).pathname}`, init);
}
