/** A JSON object. */
export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An honest reply has far fewer: its length is text and images. A compressed one can hold millions for nothing. */
const maxValues = 250_000;

/**
 * The value of a JSON text; undefined (which JSON has no word for) where it is none, or has too many values. `revive` is
 * JSON.parse's.
 */
export function parseJson(text: string, revive?: Parameters<typeof JSON.parse>[1]): unknown {
  if (text.length > maxValues && hasTooManyValues(text)) return undefined;
  try {
    return JSON.parse(text, revive);
  } catch {
    return undefined;
  }
}

/** Looks at what stands between strings, which is quick: long strings are passed over whole. */
function hasTooManyValues(text: string): boolean {
  let values = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '"') {
      index = endOfString(text, index);
      if (index === -1) return false;
    } else if (character === ',' || character === '[' || character === '{') {
      values += 1;
      if (values > maxValues) return true;
    }
  }
  return false;
}

/** Behind the closing brace of the JSON object that begins at `start`; -1 where the text ends before it. */
export function endOfObject(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') {
      at = endOfString(text, at);
      if (at === -1) return -1;
    } else if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

/** The index of the quote that closes the string that begins at `start`; -1 where none does. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  for (; end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - backslashes - 1] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return end;
}
