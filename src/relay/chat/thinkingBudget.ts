import type { Effort } from '../models/modelFamilies.ts';

/** In tokens: no less than any service's least, but for none at all, and no more than any service's most. */
const budgets: Readonly<Record<Effort, number>> = {
  none: 0,
  minimal: 1_024,
  low: 2_048,
  medium: 8_192,
  high: 20_480,
  xhigh: 20_480,
  max: 20_480,
};

/** So much room is kept for the response itself, where so much was asked for. */
const responseTokens = 8_192;

/**
 * How many tokens a model may think with, and how many may come out in all, since thinking counts among them: no more
 * than `outputLimit`, of which half is left to the response. None where there is no room for any service's least.
 */
export function shareThinking(
  effort: Effort,
  maxTokens: number,
  outputLimit = Number.POSITIVE_INFINITY,
): { budget: number; maxTokens: number } {
  const room = Math.min(maxTokens, responseTokens);
  const inAll = Math.max(maxTokens, Math.min(budgets[effort] + room, outputLimit));
  const most = Math.min(inAll, outputLimit);
  const budget = Math.min(budgets[effort], most - Math.min(room, Math.floor(most / 2)));
  return budget < budgets.minimal ? { budget: 0, maxTokens } : { budget, maxTokens: inAll };
}
