/** At 24 kHz: windows of 40 ms, laid every 20 ms, each moved by up to 10 ms to where it fits best. */
const windowLength = 960;
const hop = windowLength / 2;
const reach = 240;

/** How well what starts at `start` goes on from what would have followed at `natural`. */
function likeness(samples: Float32Array, start: number, natural: number): number {
  let sum = 0;
  for (let offset = 0; offset < windowLength; offset += 8) {
    sum += (samples[start + offset] ?? 0) * (samples[natural + offset] ?? 0);
  }
  return sum;
}

function findBestStart(samples: Float32Array, wanted: number, natural: number): number {
  let best = wanted;
  let bestLikeness = Number.NEGATIVE_INFINITY;
  const first = Math.max(0, wanted - reach);
  const last = Math.max(first, Math.min(samples.length - windowLength, wanted + reach));
  for (let start = first; start <= last; start += 3) {
    const found = likeness(samples, start, natural);
    if (found > bestLikeness) {
      bestLikeness = found;
      best = start;
    }
  }
  return best;
}

/**
 * Makes speech faster or slower without changing its pitch, to exactly `length / speed` samples: windows of
 * the source are laid over each other at the new pace, each where its wave fits the one before.
 */
export function stretchTime(samples: Float32Array, speed: number): Float32Array {
  if (speed === 1) {
    return samples;
  }
  const result = new Float32Array(Math.round(samples.length / speed));
  let natural = 0;
  for (let target = 0; target < result.length; target += hop) {
    const wanted = Math.round(target * speed);
    const start = target === 0 ? 0 : findBestStart(samples, wanted, natural);
    for (let offset = 0; offset < windowLength && target + offset < result.length; offset++) {
      // The first half window has nothing before it to fade over.
      const isFadedIn = target > 0 || offset >= hop;
      const weight = isFadedIn ? 0.5 - 0.5 * Math.cos((2 * Math.PI * offset) / windowLength) : 1;
      result[target + offset] = (result[target + offset] ?? 0) + weight * (samples[start + offset] ?? 0);
    }
    natural = start + hop;
  }
  return result;
}

/** Brings audio to a higher sample rate, on straight lines from sample to sample. */
export function resampleUp(samples: Float32Array, fromRate: number, toRate: number): Float32Array {
  const result = new Float32Array(Math.round((samples.length * toRate) / fromRate));
  return result.map((_, index) => {
    const position = (index * fromRate) / toRate;
    const first = Math.floor(position);
    const from = samples[first] ?? 0;
    const to = samples[first + 1] ?? from;
    return from + (position - first) * (to - from);
  });
}
