import * as z from 'zod';
import { maybe } from '../lenientFields.ts';

/** How many tokens a model takes and gives, as far as lists say it. */
export interface TokenLimits {
  /** How much goes in, apart from what comes out. */
  readonly inputTokenLimit?: number;
  /** What goes in and what comes out together. */
  readonly contextTokens?: number;
  readonly outputTokenLimit?: number;
}

const tokens = z.number().int().positive();
const limit = maybe(tokens);

/** The fields in which lists say it; relays pass on those of the services behind them. */
export const limitFields = {
  inputTokenLimit: limit,
  max_input_tokens: limit,
  context_length: limit,
  context_window: maybe(
    z.union([tokens, z.looseObject({ context_length: limit, max_output_tokens: limit })]),
  ),
  max_context_length: limit,
  max_model_len: limit,
  /** Who serves the model may serve less of it than the model could do. */
  top_provider: maybe(z.looseObject({ context_length: limit, max_completion_tokens: limit })),
  outputTokenLimit: limit,
  max_output_tokens: limit,
  max_completion_tokens: limit,
  max_output_length: limit,
  max_tokens: limit,
};

const limitEntry = z.looseObject(limitFields);

type LimitEntry = z.infer<typeof limitEntry>;

/** What entries about one model say together: of each limit, what the first one says that says anything. */
export function readLimits(entries: readonly LimitEntry[]): TokenLimits {
  const first = (read: (entry: LimitEntry) => number | undefined) =>
    entries.map(read).find((found) => found !== undefined);
  const inputTokenLimit = first(readInput);
  const contextTokens = first(readContext);
  const outputTokenLimit = first(readOutput);
  return {
    ...(inputTokenLimit && { inputTokenLimit }),
    ...(contextTokens && { contextTokens }),
    ...(outputTokenLimit && { outputTokenLimit }),
  };
}

function readInput({ inputTokenLimit, max_input_tokens }: LimitEntry): number | undefined {
  return inputTokenLimit ?? max_input_tokens ?? undefined;
}

function readContext(entry: LimitEntry): number | undefined {
  const { context_window } = entry;
  const contexts = [
    entry.context_length,
    typeof context_window === 'number' ? context_window : context_window?.context_length,
    entry.max_context_length,
    entry.max_model_len,
    entry.top_provider?.context_length,
  ].filter((context) => typeof context === 'number');
  return contexts.length > 0 ? Math.min(...contexts) : undefined;
}

function readOutput(entry: LimitEntry): number | undefined {
  const { context_window, max_tokens } = entry;
  const named =
    entry.outputTokenLimit ??
    entry.max_output_tokens ??
    entry.top_provider?.max_completion_tokens ??
    entry.max_completion_tokens ??
    entry.max_output_length ??
    (typeof context_window === 'number' ? undefined : context_window?.max_output_tokens);
  if (named) return named;
  // The Messages protocol's own list and gateways' lists mean the output by it. Where it is as much as goes in, it
  // stands for the whole in older lists, and says nothing of the output.
  const whole = readContext(entry) ?? readInput(entry);
  return max_tokens && (whole === undefined || max_tokens < whole) ? max_tokens : undefined;
}
