import type * as z from 'zod';
import { RelayError } from './errors/relayError.ts';

/**
 * Holds a request of ours against its schema before anything is sent. Throws a RelayError of kind
 * `invalidRequest` whose `field` is the first wrong part, such as 'maxTokens' or 'messages.0.content'.
 */
export function checkRequest(schema: z.ZodType, request: unknown): void {
  const issue = schema.safeParse(request).error?.issues[0];
  if (!issue) return;
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, ...issue.keys.slice(0, 1)] : issue.path;
  throw new RelayError('invalidRequest', { field: path.join('.') });
}
