import type { Usage } from './chatEvent.ts';

/** Input tokens of one request; unknown counts are 0. */
export interface InputCounts {
  readonly input: number;
  /** Read from the service's cache. */
  readonly cached: number;
  /** Written to that cache. */
  readonly written: number;
  /**
   * Whether `input` does not include the tokens read from the cache or written to it: Messages counts like that,
   * others include them, and relays that convert do either. If this is false, the numbers can still show it.
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
