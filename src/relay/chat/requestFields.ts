import { type Fields, isFields } from '../json.ts';

/**
 * Whether the model accepts an optional field: one that a request can do without, and that some relays refuse. A
 * protocol calls this only when it is about to write the field:
 * `...(effort !== undefined && takes('effort', /effort/i) && { effort })`. If the relay's refusal matches `words`,
 * the request is written again, and this returns false; see `createOptionalFields`. A refusal is remembered by
 * `field`.
 */
export type TakesField = (field: string, words: RegExp) => boolean;

/** The additional fields that a person has sent with requests, and those of them that can't be sent. */
interface CheckedRequestFields {
  readonly fields: Fields;
  /** Names; those of nested fields have a dot. */
  readonly refused: readonly string[];
}

/** Limits for the number of fields, and for the characters of JSON in each: enough for any relay. */
const mostFields = 20;
const mostCharacters = 10_000;

/**
 * Fields that the client writes itself, in a normalized spelling: some relays ignore case in names. Several responses
 * to one request (`n`) would be billed, but only one of them read.
 */
const ownNames: ReadonlySet<string> = new Set(
  `model messages contents system systemInstruction stream streamOptions tools toolChoice toolConfig functions
   functionCall maxTokens maxCompletionTokens maxOutputTokens cacheControl n candidateCount`
    .split(/\s+/)
    .map(normalizeFieldName),
);

/** The one field of which the client writes a part, and the person may write the rest. */
export const sharedField = 'generationConfig';

/** Names that would change an object's prototype if assigned. */
const unsafeNames: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Splits the fields of a setting into those that can be sent, and those that can't. */
export function checkRequestFields(found: unknown): CheckedRequestFields {
  if (!isFields(found)) return { fields: {}, refused: [] };
  const fields: [string, unknown][] = [];
  const refused: string[] = [];
  for (const [name, value] of Object.entries(found)) {
    if (name === sharedField && isFields(value)) {
      const inner = Object.entries(value);
      const sent = inner.filter(([part, partValue]) => isSendable(part, partValue));
      refused.push(...inner.filter((entry) => !sent.includes(entry)).map(([part]) => `${name}.${part}`));
      if (sent.length > 0) fields.push([name, Object.fromEntries(sent)]);
    } else if (
      fields.length < mostFields &&
      isSendable(name, value) &&
      normalizeFieldName(name) !== normalizeFieldName(sharedField)
    ) {
      fields.push([name, value]);
    } else {
      refused.push(name);
    }
  }
  return { fields: Object.fromEntries(fields), refused };
}

function isSendable(name: string, value: unknown): boolean {
  if (name.trim() === '' || unsafeNames.has(name) || ownNames.has(normalizeFieldName(name))) return false;
  try {
    let isSafe = true;
    const json = JSON.stringify(value, (key, inner: unknown) => {
      isSafe &&= !unsafeNames.has(key);
      return inner;
    });
    return isSafe && json !== undefined && json.length <= mostCharacters;
  } catch {
    // JSON can't represent it: it is circular or nested too deep.
    return false;
  }
}

/** `max_tokens`, `maxTokens` and `MAX-TOKENS` are one name. */
export function normalizeFieldName(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]/g, '');
}

/** The checked fields that the model accepts. */
export function takenFields(fields: Fields | undefined, takes: TakesField): Fields {
  return Object.fromEntries(
    Object.entries(fields ?? {}).flatMap(([name, value]) => {
      if (name === sharedField && isFields(value)) return [[name, takenFields(value, takes)]];
      return takesValue(takes, name, value) ? [[name, value]] : [];
    }),
  );
}

/** Maximum length of a field's name and value. */
const mostRememberedCharacters = 200;

/** Whether the model accepts a field with this value: if it refuses one value, it may accept another. */
export function takesValue(takes: TakesField, field: string, value: unknown, words?: RegExp): boolean {
  const literal = field.replaceAll(/[^\w]/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`);
  const pattern = words ?? new RegExp(`(?<![\\p{L}\\p{N}_])${literal}(?![\\p{L}\\p{N}_])`, 'iu');
  return takes(nameOfValue(field, value), pattern);
}

/** The name under which a refusal of a field with this value is remembered. */
export function nameOfValue(field: string, value: unknown): string {
  return `${field}=${JSON.stringify(value)}`.slice(0, mostRememberedCharacters);
}
