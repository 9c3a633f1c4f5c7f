import { deepStrictEqual, ok } from 'node:assert/strict';
import { resampleUp, stretchTime } from '../../relay/sound/timeStretch.ts';

function sine(frequency: number, rate: number, length: number): Float32Array {
  return Float32Array.from(
    { length },
    (_, index) => 0.5 * Math.sin((2 * Math.PI * frequency * index) / rate),
  );
}

/** How often per second the wave rises through zero, away from the ends. */
function measureFrequency(samples: Float32Array, rate: number): number {
  const middle = samples.subarray(rate / 10, samples.length - rate / 10);
  const rises = middle.filter((sample, index) => sample >= 0 && (middle[index - 1] ?? 0) < 0);
  return (rises.length * rate) / middle.length;
}

describe('reference relay: sound', () => {
  for (const frequency of [100, 1000, 5000, 9000]) {
    it(`resamples a tone of ${frequency} Hz without changing it`, () => {
      const result = resampleUp(sine(frequency, 22_050, 22_050), 22_050, 24_000);
      const ideal = sine(frequency, 24_000, 24_000);
      const errors = result.map((sample, index) => Math.abs(sample - (ideal[index] ?? 0)));
      deepStrictEqual(result.length, 24_000);
      ok(Math.max(...errors.subarray(100, -100)) < 0.01);
    });
  }

  for (const speed of [0.2, 0.5, 1.3, 2, 3]) {
    it(`keeps the pitch at speed ${speed}`, () => {
      const result = stretchTime(sine(440, 24_000, 48_000), speed);
      deepStrictEqual(result.length, Math.round(48_000 / speed));
      ok(Math.abs(measureFrequency(result, 24_000) - 440) < 5);
    });
  }
});
