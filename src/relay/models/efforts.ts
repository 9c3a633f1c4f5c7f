/** How much a model is to think before it responds, from least to most. Which of them a model takes differs. */
export const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;
export type Effort = (typeof efforts)[number];

/** Those of these words that are efforts, each once, from least to most. */
export function toEfforts(words: readonly unknown[]): Effort[] {
  return efforts.filter((effort) => words.includes(effort));
}
