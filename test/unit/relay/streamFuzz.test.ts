import { compareOneStream } from '../../fuzz/compareStreams.ts';

/** `npm run fuzz` does a hundred thousand. */
const cases = 1000;

describe('random streams', () => {
  it(`are read the same however they are split: ${cases} of them`, async () => {
    for (let seed = 1; seed <= cases; seed += 1) await compareOneStream(seed);
  });
});
