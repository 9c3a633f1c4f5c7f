import * as z from 'zod';
import { count, maybe } from '../../lenientFields.ts';
import type { Usage } from '../chatEvent.ts';
import { createInputUsage } from '../inputUsage.ts';

/** Every gateway has a word of its own for what was written. */
const inputDetails = maybe(
  z.looseObject({
    cached_tokens: count,
    cache_write_tokens: count,
    cache_creation_tokens: count,
    cached_creation_tokens: count,
  }),
);

/** Tokens in this protocol's vocabulary, or in that of Messages: relays send either, or both with zeros. */
export const usageSchema = maybe(
  z.looseObject({
    prompt_tokens: count,
    completion_tokens: count,
    total_tokens: count,
    prompt_tokens_details: inputDetails,
    input_tokens_details: inputDetails,
    completion_tokens_details: maybe(z.looseObject({ reasoning_tokens: count })),
    prompt_cache_hit_tokens: count,
    cached_tokens: count,
    input_tokens: count,
    output_tokens: count,
    cache_read_input_tokens: count,
    cache_creation_input_tokens: count,
  }),
);

/** What is known of it; zeros are left out, because relays fill in 0 for what they don't know. */
export function readUsage(raw: z.infer<typeof usageSchema>): Usage | undefined {
  if (!raw) return undefined;
  const details = raw.prompt_tokens_details ?? raw.input_tokens_details;
  const cached =
    details?.cached_tokens ||
    raw.prompt_cache_hit_tokens ||
    raw.cached_tokens ||
    raw.cache_read_input_tokens ||
    0;
  const written =
    details?.cache_write_tokens ||
    details?.cache_creation_tokens ||
    details?.cached_creation_tokens ||
    raw.cache_creation_input_tokens ||
    0;
  const thinkingTokens = raw.completion_tokens_details?.reasoning_tokens || 0;
  const input = raw.prompt_tokens || raw.input_tokens || 0;
  const output = raw.completion_tokens || raw.output_tokens || 0;
  const total = raw.total_tokens;
  // The vocabulary of Messages, without its neighbours.
  const isApart = !raw.prompt_tokens && !details;
  // Some services count what was thought apart, which only the total gives away.
  const isThinkingApart = thinkingTokens > 0 && total === input + output + thinkingTokens;
  const usage: Usage = {
    ...createInputUsage({ input, cached, written, isApart, output, total }),
    ...(output && { outputTokens: isThinkingApart ? output + thinkingTokens : output }),
    ...(thinkingTokens && { thinkingTokens }),
  };
  return Object.keys(usage).length > 0 ? usage : undefined;
}
