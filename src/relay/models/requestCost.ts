import type { Usage } from '../chat/chatEvent.ts';
import type { ModelPrices } from './relayModel.ts';

/** The cost of a request in US dollars, by the list's prices; undefined if the relay did not count all its tokens. */
export function estimateCost(prices: ModelPrices, usage: Usage): number | undefined {
  const { inputTokens, outputTokens, cachedInputTokens = 0, cacheWrittenTokens = 0 } = usage;
  // Relays that don't count input tokens report 0.
  if (!inputTokens || outputTokens === undefined) return undefined;
  const { input, output, cacheRead = input, cacheWrite = input, request = 0 } = prices;
  const uncached = Math.max(0, inputTokens - cachedInputTokens - cacheWrittenTokens);
  return (
    request +
    uncached * input +
    cachedInputTokens * cacheRead +
    cacheWrittenTokens * cacheWrite +
    outputTokens * output
  );
}
