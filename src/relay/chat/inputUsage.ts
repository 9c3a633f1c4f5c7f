import type { Usage } from './chatEvent.ts';

/** Tokens of one request's input; 0 is what is not known. */
export interface InputCounts {
  readonly input: number;
  /** Read from the service's cache. */
  readonly cached: number;
  /** Written to it. */
  readonly written: number;
  /**
   * What came from the cache or went to it is not part of `input`: so Messages counts, others have it in the sum, and
   * relays that convert do either. Where this is false, the numbers can still show it.
   */
  readonly isApart: boolean;
  readonly output: number;
  readonly total?: number | null | undefined;
}

export function createInputUsage({ input, cached, written, isApart, output, total }: InputCounts): Usage {
  const cache = cached + written;
  // More cached tokens than input tokens means that `input` does not include them.
  const isAdded = isApart || cache > input || (cache > 0 && total === input + cache + output);
  const inputTokens = isAdded ? input + cache : input;
  return {
    ...(inputTokens && { inputTokens }),
    ...(cached && { cachedInputTokens: cached }),
    ...(written && { cacheWrittenTokens: written }),
  };
}
