import * as z from 'zod/mini';

/**
 * The factor by which each model's own tokens differ from our estimate, learned from what relays count. Estimates must
 * include everything that a relay counts: the whole request, with what is written around its messages and tools.
 * Counts must include all of the input, whether it was read from a cache or not.
 */
export type TokenCorrection = ReturnType<typeof createTokenCorrection>;

interface Measurement {
  readonly estimate: number;
  readonly measured: number;
}

const mostModels = 50;
/** For each model. */
const mostMeasurements = 7;

/** In smaller requests, the overhead is larger than the text. */
const leastEstimate = 200;
/** Tokenizers don't differ by more: a factor outside means that something else was counted. */
const [leastFactor, greatestFactor] = [0.4, 2.5];

/** Weight of each measurement, relative to the next newer one. */
const shareOfOlder = 0.8;
/** From this size on, anything that a service adds is small compared with the text. */
const fullEstimate = 8_000;
/** Enough measured tokens for certainty. Fewer count in part, because in a small request the overhead distorts. */
const sufficientTokens = 1_000;

const storedSchema = z.lazy(() => z.tuple([z.string(), z.number(), z.number()]));

/** `stored`: what `toJSON` once returned, or anything else, which is ignored. */
export function createTokenCorrection(stored: unknown) {
  /** The least recently measured model first; the same for the measurements of each. */
  const models = new Map<string, readonly Measurement[]>();

  /** Ignores a measurement that can't be a count of that request. */
  function learn(model: string, estimate: number, measured: number): void {
    const factor = measured / estimate;
    const isSense = estimate >= leastEstimate && factor >= leastFactor && factor <= greatestFactor;
    if (!isSense || !Number.isFinite(estimate)) return;
    const measurements = [...(models.get(model) ?? []), { estimate, measured }];
    models.delete(model);
    models.set(model, measurements.length > mostMeasurements ? withoutLeast(measurements) : measurements);
    const [oldest] = models.keys();
    if (models.size > mostModels && oldest !== undefined) models.delete(oldest);
  }

  for (const entry of Array.isArray(stored) ? stored : []) {
    const { data } = storedSchema.safeParse(entry);
    if (data) learn(...data);
  }

  return {
    /** The estimate as the model counts, rounded up; unchanged for a model without measurements. */
    count: (model: string, estimate: number): number =>
      Math.ceil(estimate * factorOf(models.get(model) ?? [])),
    learn,
    /** For storage; to be handed to `createTokenCorrection`. */
    toJSON: (): unknown =>
      [...models].flatMap(([model, measurements]) =>
        measurements.map(({ estimate, measured }) => [model, estimate, measured]),
      ),
  };
}

interface WeighedFactor {
  readonly factor: number;
  readonly weight: number;
}

function weigh(measurements: readonly Measurement[]): readonly WeighedFactor[] {
  return measurements.map(({ estimate, measured }, index) => ({
    factor: measured / estimate,
    weight: Math.min(estimate, fullEstimate) * shareOfOlder ** (measurements.length - 1 - index),
  }));
}

/** Drops old and small measurements, so that many small requests don't displace large ones. */
function withoutLeast(measurements: readonly Measurement[]): readonly Measurement[] {
  const weights = weigh(measurements).map(({ weight }) => weight);
  return measurements.toSpliced(weights.indexOf(Math.min(...weights)), 1);
}

/** The weighted median of the measurements, so that an outlier counts no more than its weight. */
function factorOf(measurements: readonly Measurement[]): number {
  if (measurements.length === 0) return 1;
  const weighed = weigh(measurements);
  const weight = weighed.reduce((sum, each) => sum + each.weight, 0);
  return 1 + (middleOf(weighed, weight / 2) - 1) * Math.min(1, weight / sufficientTokens);
}

/** The factor that has half of the weight on either side. */
function middleOf(weighed: readonly WeighedFactor[], half: number): number {
  let below = 0;
  for (const { factor, weight } of weighed.toSorted((one, other) => one.factor - other.factor)) {
    below += weight;
    if (below >= half) return factor;
  }
  return 1;
}
