import { parseArgs } from 'node:util';
import { compareOneStream } from './compareStreams.ts';

/** `npm run fuzz -- --cases 100000 --seed 1`. A seed that fails is printed, and is a case of its own: `--cases 1`. */
const { values } = parseArgs({
  options: { cases: { type: 'string', default: '100000' }, seed: { type: 'string', default: '1' } },
});
const cases = Number(values.cases);
const first = Number(values.seed);
for (let done = 0; done < cases; done += 1) {
  await compareOneStream(first + done);
  if ((done + 1) % 10_000 === 0) console.log(`${done + 1} streams, all the same however they were cut`);
}
