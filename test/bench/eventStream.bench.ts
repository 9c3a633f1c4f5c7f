import { createEventReader } from '../../src/relay/http/eventStream.ts';

/**
 * Shows that reading an event stream takes time in proportion to its bytes, however they are cut. Run it with
 * `node test/bench/eventStream.bench.ts`; eight times the bytes should take about eight times as long.
 */
const sizes = [1, 8] as const;
const rounds = 2;

const deltaEvent = `event: content_block_delta\ndata: {"type":"content_block_delta","delta":{"text":"word "}}\n\n`;
const smallEvents = (bytes: number) => deltaEvent.repeat(bytes / deltaEvent.length);
const hugeEvent = (bytes: number) => `data: "${'x'.repeat(bytes)}"\n\n`;
const cases: readonly (readonly [name: string, pieceBytes: number, create: (bytes: number) => string])[] = [
  ['small events, 16 KB pieces', 16_384, smallEvents],
  ['small events, 1 byte pieces', 1, smallEvents],
  ['one huge event, 16 KB pieces', 16_384, hugeEvent],
  ['one huge event, 16 byte pieces', 16, hugeEvent],
  ['one event of many lines', 16_384, (bytes) => `${'data: 1234567890\n'.repeat(bytes / 17)}\n`],
  ['blank lines', 16_384, (bytes) => '\n'.repeat(bytes)],
  ['blanks after line breaks', 16_384, (bytes) => `\n${' '.repeat(bytes)}`],
  ['a raw tail', 16_384, (bytes) => `data: 1\n\n<html>${'x'.repeat(bytes)}`],
];

function measureMs(stream: Buffer, pieceBytes: number): number {
  const startedAt = performance.now();
  const reader = createEventReader(
    () => {},
    () => new RangeError('too large'),
  );
  for (let offset = 0; offset < stream.length; offset += pieceBytes)
    reader.feed(stream.subarray(offset, offset + pieceBytes));
  reader.end();
  return performance.now() - startedAt;
}

for (const [name, pieceBytes, create] of cases) {
  const bests: number[] = [];
  for (const megabytes of sizes) {
    const stream = Buffer.from(create(megabytes * 1024 ** 2));
    let best = Number.POSITIVE_INFINITY;
    for (let round = 0; round < rounds; round += 1) best = Math.min(best, measureMs(stream, pieceBytes));
    bests.push(best);
  }
  const [small = 0, large = 0] = bests;
  console.log(
    `${name.padEnd(32)} 1 MB ${small.toFixed(1).padStart(8)} ms   8 MB ${large.toFixed(1).padStart(8)} ms   ratio ${(large / small).toFixed(1)}`,
  );
}
