/** What a piece of a tool call says of which call it is a piece of. */
interface CallPiece {
  readonly index?: number | null | undefined;
  readonly id?: string | null | undefined;
  readonly function?: { readonly name?: string | null | undefined } | null | undefined;
}

/**
 * Finds the call that a piece belongs to: by its index, else its id, else its place among the pieces that came
 * with it. Relays leave out any of them. `close` is told of a call that another one takes the place of, with the
 * services that give every call the same index.
 */
export function createCallPlaces(close: (key: number | string) => void) {
  const idsByKey = new Map<number | string, string>();
  const keysById = new Map<string, number | string>();
  const keysByPlace = new Map<number, number | string>();
  let lastKey: number | string | undefined;
  let unnamed = 0;

  function keyOf(
    { index, id, function: called }: CallPiece,
    place: number,
    isAlone: boolean,
  ): number | string {
    if (index !== null && index !== undefined) return index;
    if (id) return keysById.get(id) ?? id;
    if (called?.name) {
      unnamed += 1;
      return `call ${unnamed}`;
    }
    return (isAlone ? lastKey : keysByPlace.get(place)) ?? place;
  }

  return (piece: CallPiece, place: number, isAlone: boolean): number | string => {
    const key = keyOf(piece, place, isAlone);
    const { id } = piece;
    lastKey = key;
    keysByPlace.set(place, key);
    if (id) {
      const known = idsByKey.get(key);
      if (known && known !== id && piece.function?.name) close(key);
      idsByKey.set(key, id);
      keysById.set(id, key);
    }
    return key;
  };
}
