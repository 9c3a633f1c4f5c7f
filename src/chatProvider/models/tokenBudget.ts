import type { OverridesOfModel } from '../../relay/models/modelOverrides.ts';
import type { RelayModel } from '../../relay/models/relayModel.ts';
import type { FamilyLimits } from './modelLimits.ts';

/** How a model's tokens are shared out. */
export interface TokenBudget {
  /** What goes in and what comes out together, or what may go in where that is all that is known. */
  readonly context: number;
  readonly maxInputTokens: number;
  readonly maxOutputTokens: number;
  /** What is asked for where nobody wishes for another number. */
  readonly usualOutputTokens: number;
  /** Nobody says how large the context is. */
  readonly isAssumed: boolean;
}

/**
 * Of which nothing is known. VS Code's agent takes some 20,000 tokens for its tools and instructions: half of this would
 * leave it no room to work. Twice as much is what most models have that are served today, but not all.
 */
const unknownContext = 65_536;
/** Room for a file of some hundred lines, and no more than current models give. */
const unknownOutput = 8_192;

/**
 * More is asked for only where the person says so: it is taken from what may go in, relays set its price aside from the
 * balance before they answer, and no turn of an agent is as long.
 */
const mostOutput = 128_000;

/**
 * So much is asked for at most where neither the caller nor the person says more: relays hold back the price of all of it
 * until the answer is there, and refuse where the balance is lower.
 */
const usualOutput = 32_000;

const leastInput = 1_024;

/** The person's word on the model, else the relay's list, else the family, else the person's word on all, else careful. */
export function shareTokens(
  model: RelayModel,
  { own, general }: OverridesOfModel,
  family: FamilyLimits,
): TokenBudget {
  const listedInput = own.context === undefined ? model.inputTokenLimit : undefined;
  const knownContext = own.context ?? model.contextTokens;
  const someContext = knownContext ?? listedInput ?? family.context ?? general.context;
  const isAssumed = someContext === undefined;
  const context = someContext ?? unknownContext;
  const knownOutput = model.outputTokenLimit ?? family.output;
  const saidOutput = own.output ?? (knownOutput === undefined ? general.output : undefined);
  const output = saidOutput ?? Math.min(knownOutput ?? unknownOutput, mostOutput);
  // Half of the context has to stay for what goes in, whatever is called its output.
  const maxOutputTokens = Math.max(1, Math.min(output, Math.floor(context / 2), context - leastInput));
  const usualOutputTokens =
    saidOutput === undefined ? Math.min(maxOutputTokens, usualOutput) : maxOutputTokens;
  const room = Math.max(leastInput, context - maxOutputTokens);
  if (listedInput === undefined)
    return { context, maxInputTokens: room, maxOutputTokens, usualOutputTokens, isAssumed };
  // Lists call the whole context the input limit, too: then what comes out needs a place in it.
  const shared = knownContext ?? (family.inputApart ? undefined : family.context);
  const isWhole = shared !== undefined && listedInput + maxOutputTokens > shared;
  const maxInputTokens = isWhole ? room : Math.max(leastInput, listedInput);
  return { context, maxInputTokens, maxOutputTokens, usualOutputTokens, isAssumed };
}
