import * as z from 'zod';
import { count } from '../../lenientFields.ts';
import type { Usage } from '../chatEvent.ts';

/** Tokens in this protocol's vocabulary, or in that of Messages: relays send either, or both with zeros. */
export const usageSchema = z
  .looseObject({
    prompt_tokens: count,
    completion_tokens: count,
    total_tokens: count,
    prompt_tokens_details: z.looseObject({ cached_tokens: count }).nullish().catch(undefined),
    completion_tokens_details: z.looseObject({ reasoning_tokens: count }).nullish().catch(undefined),
    prompt_cache_hit_tokens: count,
    input_tokens: count,
    output_tokens: count,
    cache_read_input_tokens: count,
    cache_creation_input_tokens: count,
  })
  .nullish()
  .catch(undefined);

/** What is known of it; zeros are left out, because relays fill in 0 for what they don't know. */
export function readUsage(raw: z.infer<typeof usageSchema>): Usage | undefined {
  if (!raw) return undefined;
  const cached =
    raw.prompt_tokens_details?.cached_tokens ||
    raw.prompt_cache_hit_tokens ||
    raw.cache_read_input_tokens ||
    0;
  const thinkingTokens = raw.completion_tokens_details?.reasoning_tokens || 0;
  const inputTokens = raw.prompt_tokens || sumOfMessagesInput(raw);
  const outputTokens = raw.completion_tokens || raw.output_tokens || 0;
  // Some services count what was thought apart, which only the total gives away.
  const isThinkingApart =
    thinkingTokens > 0 && raw.total_tokens === inputTokens + outputTokens + thinkingTokens;
  const usage: Usage = {
    ...(inputTokens && { inputTokens }),
    ...(outputTokens && { outputTokens: isThinkingApart ? outputTokens + thinkingTokens : outputTokens }),
    ...(cached && { cachedInputTokens: cached }),
    ...(thinkingTokens && { thinkingTokens }),
  };
  return Object.keys(usage).length > 0 ? usage : undefined;
}

/** In the vocabulary of Messages, what was read from the cache or written to it is counted apart. */
function sumOfMessagesInput(raw: NonNullable<z.infer<typeof usageSchema>>): number {
  return (
    (raw.input_tokens ?? 0) + (raw.cache_read_input_tokens ?? 0) + (raw.cache_creation_input_tokens ?? 0)
  );
}
