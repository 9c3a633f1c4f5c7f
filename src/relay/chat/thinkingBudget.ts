import type { Effort } from '../models/modelFamilies.ts';

/** In tokens: except for none, at least every service's minimum, and at most every service's maximum. */
const budgets: Readonly<Record<Effort, number>> = {
  none: 0,
  minimal: 1_024,
  low: 2_048,
  medium: 8_192,
  high: 20_480,
  xhigh: 20_480,
  max: 20_480,
};

/** Tokens that are reserved for the response itself, if that many were requested. */
const responseTokens = 8_192;

/**
 * How many tokens a model may use for thinking, and how many in total, since thinking counts as output: no more than
 * `outputLimit`, half of which is left for the response. None if there is no room for a service's minimum.
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
