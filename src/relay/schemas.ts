import * as z from 'zod';
import { RelayError } from './errors/relayError.ts';

// Relays omit fields, set them to null, and give them the wrong type. None of that should lose a response: a field is
// valid, or absent.
export function maybe<T extends z.ZodType>(value: T) {
  return value.nullish().catch(undefined);
}

export const text = maybe(z.string());
export const texts = maybe(z.array(z.string()));
export const count = maybe(z.number());
export const flag = maybe(z.boolean());

/**
 * Validates one of our requests against its schema before anything is sent. Throws a RelayError of kind
 * `invalidRequest` whose `field` is the first wrong part, such as 'maxTokens' or 'messages.0.content'.
 */
export function checkRequest(schema: z.ZodType, request: unknown): void {
  const issue = schema.safeParse(request).error?.issues[0];
  if (!issue) return;
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, ...issue.keys.slice(0, 1)] : issue.path;
  throw new RelayError('invalidRequest', { field: path.join('.') });
}
