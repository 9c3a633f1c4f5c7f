/** Taps on each side of a sample: enough that nothing audible folds back. */
const halfWidth = 16;

/** The ideal low pass, under a Hann window that ends it after `halfWidth` samples. */
function kernelAt(distance: number): number {
  if (Math.abs(distance) >= halfWidth) {
    return 0;
  }
  const angle = Math.PI * distance;
  const sinc = distance === 0 ? 1 : Math.sin(angle) / angle;
  return sinc * (0.5 + 0.5 * Math.cos(angle / halfWidth));
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

/**
 * Brings audio to a higher sample rate by band-limited interpolation. Going up, the source's own bandwidth is
 * the limit, so that one kernel serves; going down would need a narrower one.
 */
export function resampleUp(samples: Float32Array, fromRate: number, toRate: number): Float32Array {
  const divisor = greatestCommonDivisor(fromRate, toRate);
  const step = fromRate / divisor;
  const phases = toRate / divisor;
  // The distances repeat after `phases` samples: one row of weights for each.
  const weights = Array.from({ length: phases }, (_, phase) =>
    Float32Array.from({ length: 2 * halfWidth }, (_, tap) => kernelAt(tap - halfWidth + 1 - phase / phases)),
  );
  const result = new Float32Array(Math.round((samples.length * toRate) / fromRate));
  for (let index = 0; index < result.length; index++) {
    const position = index * step;
    const first = Math.floor(position / phases) - halfWidth + 1;
    const row = weights[position % phases] ?? new Float32Array();
    let sum = 0;
    for (let tap = 0; tap < row.length; tap++) {
      sum += (row[tap] ?? 0) * (samples[first + tap] ?? 0);
    }
    result[index] = sum;
  }
  return result;
}
