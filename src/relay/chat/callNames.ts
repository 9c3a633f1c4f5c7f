/**
 * Makes call ids unique within a conversation, because some relays start counting again in each round. `taken`: the
 * ids of the conversation so far.
 */
export function createCallNames(
  taken: Iterable<string> = [],
): <Call extends { readonly id: string }>(call: Call) => Call {
  const known = new Set(taken);
  /** The number for the next call with an id. */
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
