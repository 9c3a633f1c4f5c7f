import * as z from 'zod';

// Relays leave fields out, set them to null, and give them other types than they should. None of that is a
// reason to lose an answer: a field is what it should be, or absent.
export function maybe<T extends z.ZodType>(value: T) {
  return value.nullish().catch(undefined);
}

export const text = maybe(z.string());
export const count = maybe(z.number());
export const flag = maybe(z.boolean());
