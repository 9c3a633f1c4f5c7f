/**
 * Gives calls ids that no other call of a conversation has: some relays count them from the start in each round.
 * `taken`: those of the conversation so far.
 */
export function createCallNames(
  taken: Iterable<string> = [],
): <Call extends { readonly id: string }>(call: Call) => Call {
  const known = new Set(taken);
  /** The number that the next call of an id may have. */
  const counts = new Map<string, number>();
  return (call) => {
    let id = call.id;
    let count = counts.get(call.id) ?? 2;
    for (; known.has(id); count++) id = `${call.id}_${count}`;
    counts.set(call.id, count);
    known.add(id);
    return id === call.id ? call : { ...call, id };
  };
}
