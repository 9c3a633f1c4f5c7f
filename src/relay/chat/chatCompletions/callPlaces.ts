import { endOfObject } from '../../json.ts';
import type { ToolCall } from './chunkSchema.ts';

/** What is known of the last call under a key. */
interface KnownCall {
  id: string | undefined;
  name: string | undefined;
  /** The input received so far. */
  input: string;
}

/**
 * Finds the call that a piece belongs to: by its index, else its id, else it goes on with the call before it. Relays
 * leave out any of them. `close` is called for a call that another one replaces, with services that give every call
 * the same index.
 */
export function createCallPlaces(close: (key: number | string) => void) {
  const callsByKey = new Map<number | string, KnownCall>();
  let lastKey: number | string = 0;

  return (piece: ToolCall): number | string => {
    const { index, id, function: called } = piece;
    const goesOn = !id || id === callsByKey.get(lastKey)?.id;
    const key = index ?? (goesOn ? lastKey : id);
    lastKey = key;
    let call = callsByKey.get(key);
    if (call && isAnother(call, piece)) {
      close(key);
      call = undefined;
    }
    if (!call) {
      call = { id: undefined, name: undefined, input: '' };
      callsByKey.set(key, call);
    }
    call.id = id || call.id;
    call.name ||= called?.name ?? undefined;
    const input = called?.arguments ?? '';
    call.input += typeof input === 'string' ? input : JSON.stringify(input);
    return key;
  };
}

/** Whether a piece belongs to another call than the known one. Services repeat a name, some with every piece. */
function isAnother(known: KnownCall, { id, function: called }: ToolCall): boolean {
  const name = called?.name;
  if (!name) return false;
  if (id && known.id) return id !== known.id;
  return known.name !== undefined && (name !== known.name || isWhole(known.input));
}

/** Scanned only if it may end here, because every piece of a long input may repeat the name. */
function isWhole(input: string): boolean {
  return input.trimEnd().endsWith('}') && endOfObject(input, input.indexOf('{')) !== -1;
}
