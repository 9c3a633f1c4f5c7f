import { compareOneStream } from '../../fuzz/compareStreams.ts';

/** `npm run fuzz` does a hundred thousand. */
const cases = 1000;

describe('streams of chance', () => {
  it(`read the same however they are cut: ${cases} of them`, async () => {
    for (let seed = 1; seed <= cases; seed += 1) await compareOneStream(seed);
  });
});
