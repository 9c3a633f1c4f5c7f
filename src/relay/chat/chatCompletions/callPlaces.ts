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
 * Finds the call that a piece belongs to: by its index, else its id, else its position among the pieces that came
 * with it. Relays leave out any of them. `close` is called for a call that another one replaces, with services that
 * give every call the same index.
 */
export function createCallPlaces(close: (key: number | string) => void) {
  const callsByKey = new Map<number | string, KnownCall>();
  const keysById = new Map<string, number | string>();
  const keysByPlace = new Map<number, number | string>();
  let lastKey: number | string | undefined;
  let unnamed = 0;

  function keyOf(piece: ToolCall, place: number, isAlone: boolean): number | string {
    const { index, id, function: called } = piece;
    if (index !== null && index !== undefined) return index;
    if (id) return keysById.get(id) ?? id;
    const key = isAlone ? lastKey : keysByPlace.get(place);
    const known = key === undefined ? undefined : callsByKey.get(key);
    if (called?.name && (!known || isAnother(known, piece))) {
      unnamed += 1;
      return `call ${unnamed}`;
    }
    return key ?? place;
  }

  return (piece: ToolCall, place: number, isAlone: boolean): number | string => {
    const key = keyOf(piece, place, isAlone);
    const { id, function: called } = piece;
    lastKey = key;
    keysByPlace.set(place, key);
    let call = callsByKey.get(key);
    if (call && isAnother(call, piece)) {
      close(key);
      call = undefined;
    }
    if (!call) {
      call = { id: undefined, name: undefined, input: '' };
      callsByKey.set(key, call);
    }
    if (id) {
      call.id = id;
      keysById.set(id, key);
    }
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
