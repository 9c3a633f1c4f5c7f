import { type Fields, isFields, parseJson } from '../json.ts';

/**
 * The input of a tool call, from pieces of JSON text or else from a value. Models send no input or truncated input, and
 * relays send the object as text or the text as an object.
 */
export function readToolInput(
  fragments: readonly string[],
  input: unknown,
): { readonly input: Fields; readonly invalidInput?: string } {
  const text = fragments.join('');
  const value = text.trim() === '' ? (input ?? {}) : parseJson(text);
  const json = typeof value === 'string' ? (value.trim() === '' ? {} : parseJson(value)) : value;
  if (isFields(json) && !isTooDeep(json)) return { input: { ...json } };
  return { input: {}, invalidInput: text || (typeof value === 'string' ? value : writeJson(value)) };
}

/** JSON text; for values that are nested too deep, only its beginning. */
export function writeJson(value: unknown): string {
  if (!isTooDeep(value)) return JSON.stringify(value);
  return Array.isArray(value) ? '[…' : '{…';
}

/** No tool takes such an input, and writing it into a journal or a request would overflow the stack. */
function isTooDeep(value: unknown, levels = 500): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isTooDeep(inner, levels - 1));
}
