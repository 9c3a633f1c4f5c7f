import * as z from 'zod/mini';

/**
 * The factor by which each model's own tokens differ from our estimate, learned from what relays count. Estimates must
 * include everything that a relay counts: the whole request, with what is written around its messages and tools.
 * Counts must include all of the input, whether it was read from a cache or not.
 */
export type TokenCorrection = ReturnType<typeof createTokenCorrection>;

const mostModels = 50;

/** In smaller requests, the overhead is larger than the text. */
const leastEstimate = 200;
/** From this size on, a request counts in full. Fewer tokens count in part, since the overhead distorts them. */
const fullEstimate = 2_000;
/** Share of a new measurement of full size in the factor, if there were others before: one outlier must not decide. */
const shareOfNew = 0.4;
/** Tokenizers don't differ by more: a factor outside means that something else was counted. */
const [leastFactor, greatestFactor] = [0.4, 2.5];

const storedSchema = z.lazy(() =>
  z.tuple([z.string(), z.number().check(z.minimum(leastFactor), z.maximum(greatestFactor))]),
);

/** `stored`: what `toJSON` once returned, or anything else, which is ignored. */
export function createTokenCorrection(stored: unknown) {
  /** The least recently measured model first. */
  const factors = new Map(
    (Array.isArray(stored) ? stored : []).flatMap((entry) => {
      const { data } = storedSchema.safeParse(entry);
      return data ? [data] : [];
    }),
  );

  return {
    /** The estimate as the model counts, rounded up; unchanged for a model without measurements. */
    count: (model: string, estimate: number): number => Math.ceil(estimate * (factors.get(model) ?? 1)),

    /** Ignores a measurement that can't be a count of that request. */
    learn(model: string, estimate: number, measured: number): void {
      const factor = measured / estimate;
      const isSense = estimate >= leastEstimate && factor >= leastFactor && factor <= greatestFactor;
      if (!isSense || !Number.isFinite(estimate)) return;
      const known = factors.get(model);
      const share = Math.min(1, estimate / fullEstimate) * (known === undefined ? 1 : shareOfNew);
      factors.delete(model);
      factors.set(model, (known ?? 1) + (factor - (known ?? 1)) * share);
      const [oldest] = factors.keys();
      if (factors.size > mostModels && oldest !== undefined) factors.delete(oldest);
    },

    /** For storage; to be handed to `createTokenCorrection`. */
    toJSON: (): unknown => [...factors],
  };
}
