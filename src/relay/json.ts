/** A JSON object. */
export type Fields = Readonly<Record<string, unknown>>;

/** Fields of which some may be undefined, without these. */
type Defined<T> = { [Name in keyof T as undefined extends T[Name] ? never : Name]: T[Name] } & {
  [Name in keyof T as undefined extends T[Name] ? Name : never]?: Exclude<T[Name], undefined>;
};

/** Leaves out the fields that are undefined, as JSON does. */
export function defined<T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;
}

export function nonEmpty<List extends readonly unknown[]>(list: List | undefined): List | undefined {
  return list && list.length > 0 ? list : undefined;
}

/** The items of a list; none of anything else. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Legitimate replies have far fewer: most of their length is text and images. A compressed one can contain millions
 * at no cost.
 */
const maxValues = 250_000;

/**
 * The value of a JSON text; undefined (which JSON can't represent) if it is invalid, or has too many values. `revive`
 * is JSON.parse's.
 */
export function parseJson(text: string, revive?: Parameters<typeof JSON.parse>[1]): unknown {
  if (text.length > maxValues && hasTooManyValues(text)) return undefined;
  try {
    return JSON.parse(text, revive);
  } catch {
    return undefined;
  }
}

/** Scans only the text between strings, which is fast: long strings are skipped as a whole. */
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

/** The value at a JSON pointer, such as '/output/0/url' or '#/$defs/name'; undefined if there is none. */
export function readPointer(json: unknown, pointer: string): unknown {
  const names = pointer.split('/').slice(1);
  return names.reduce<unknown>((value, name) => {
    const key = name.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(value)) return value[Number(key)];
    return isFields(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }, json);
}

/** The offset after the JSON object that begins at `start`; -1 if the text ends before it. */
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

/** The index of the quote that closes the string that begins at `start`; -1 if there is none. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  for (; end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - backslashes - 1] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return end;
}
