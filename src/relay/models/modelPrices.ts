import * as z from 'zod';
import { defined } from '../json.ts';
import { maybe } from '../schemas.ts';
import type { ModelPrices } from './relayModel.ts';

/** A higher price per token, in US dollars, is in another unit, such as per thousand tokens. */
const highestPerToken = 0.001;
/** The same for a price per request. */
const highestPerRequest = 1;

/** Decimal numbers, in most lists as text; invalid prices are ignored. */
function price(highest: number) {
  const amount = z.number().nonnegative().max(highest);
  const written = z
    .string()
    .regex(/^\s*\d*\.?\d+(e-?\d+)?\s*$/i)
    .transform(Number)
    .pipe(amount);
  return maybe(z.union([amount, written]));
}

const perToken = price(highestPerToken);

/** The field of lists in the style of OpenRouter: US dollars per token. */
export const priceFields = {
  pricing: maybe(
    z.looseObject({
      prompt: perToken,
      completion: perToken,
      input_cache_read: perToken,
      input_cache_write: perToken,
      request: price(highestPerRequest),
    }),
  ),
};

type PriceEntry = z.infer<z.ZodObject<typeof priceFields>>;

/** The first entry with a price for input and for output; an entry with only zeros has no price. */
export function readPrices(entries: readonly PriceEntry[]): ModelPrices | undefined {
  for (const { pricing } of entries) {
    const { prompt: input, completion: output, input_cache_read, input_cache_write, request } = pricing ?? {};
    if (typeof input !== 'number' || typeof output !== 'number' || input + output === 0) continue;
    return defined({
      input,
      output,
      cacheRead: input_cache_read ?? undefined,
      cacheWrite: input_cache_write ?? undefined,
      request: request || undefined,
    });
  }
  return undefined;
}
