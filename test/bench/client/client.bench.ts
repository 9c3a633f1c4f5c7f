import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Protocol } from '../../../src/relay/chat/protocolNames.ts';
import { judge, median } from '../../timing.ts';
import { contendersFor, ours, type Read } from './contenders.ts';

/**
 * The shared client beside the official SDKs and a bare reader: CPU time of a streamed response, and memory over a long
 * one. All of one run, so that the ratios mean something on any machine. `npm run bench:client`. Ends with an error where
 * the client is over its limit.
 */
const deltas = 20_000;
/** The engine compiles the same code better in one process than in another. */
const processes = 5;
const rounds = 20;
const warmUpRounds = 10;
/** Our client's CPU time beside the bare reader's. */
const mostBesideBareReader = 1.2;
const charactersPerDelta = 5;
const longStreamBytes = 50 * 1024 ** 2;
const protocols: readonly Protocol[] = ['messages', 'chatCompletions', 'generateContent'];

async function cpuMs(read: Read): Promise<number> {
  const before = process.cpuUsage();
  const characters = await read(`bench-${deltas}-${charactersPerDelta}`);
  const { user, system } = process.cpuUsage(before);
  if (characters < deltas * charactersPerDelta) throw new Error(`Only ${characters} characters were read.`);
  return (user + system) / 1000;
}

/**
 * The least CPU time of each. Turn by turn, so that a busy moment of the machine falls on all of them; each begins now and
 * then, and none with what the one before left to be collected.
 */
async function measureStreams(baseUrl: string, protocol: Protocol): Promise<number[]> {
  const contenders = contendersFor(protocol);
  const reads = await Promise.all(contenders.map(({ create }) => create(baseUrl, protocol)));
  const least = contenders.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < warmUpRounds + rounds; round += 1) {
    for (let turn = 0; turn < reads.length; turn += 1) {
      const index = (round + turn) % reads.length;
      globalThis.gc?.({ type: 'minor' });
      const ms = await cpuMs(reads[index] as Read);
      if (round >= warmUpRounds) least[index] = Math.min(least[index] ?? ms, ms);
    }
  }
  return least;
}

/** Each process is compared within itself. */
async function compareStreams(baseUrl: string, protocol: Protocol): Promise<void> {
  const runs: number[][] = [];
  for (let run = 0; run < processes; run += 1) {
    const child = fork(fileURLToPath(import.meta.url), [baseUrl, protocol]);
    const [least] = await once(child, 'message');
    runs.push(least);
    await once(child, 'exit');
  }
  console.log(`\n${protocol}: CPU for ${deltas} deltas, beside a bare reader of 1`);
  for (const [index, { name }] of contendersFor(protocol).entries()) {
    const of = (run: number[]) => run[index] ?? Number.NaN;
    const ratio = median(runs.map((run) => of(run) / (run[0] ?? Number.NaN)));
    console.log(
      `  ${name.padEnd(20)} ${ratio.toFixed(2).padStart(6)}   ${median(runs.map(of)).toFixed(1).padStart(7)} ms`,
    );
    if (name === ours.name) judge('beside the bare reader', ratio, mostBesideBareReader);
  }
}

async function measureMemory(baseUrl: string, protocol: Protocol): Promise<void> {
  const read = await ours.create(baseUrl, protocol);
  const characters = 1000;
  const samples: number[] = [];
  const timer = setInterval(() => {
    globalThis.gc?.();
    samples.push(process.memoryUsage().heapUsed / 1024 ** 2);
  }, 50);
  await read(`bench-${Math.floor(longStreamBytes / characters)}-${characters}`);
  clearInterval(timer);
  const [first = 0] = samples;
  const least = Math.min(...samples).toFixed(1);
  const most = Math.max(...samples).toFixed(1);
  console.log(
    `  ${protocol.padEnd(20)} ${least} to ${most} MB on the heap (${samples.length} samples, the first ${first.toFixed(1)})`,
  );
}

const [ownBaseAddress, ownProtocol] = process.argv.slice(2);
if (ownBaseAddress) {
  const least = await measureStreams(ownBaseAddress, ownProtocol as Protocol);
  await new Promise((resolve) => process.send?.(least, undefined, undefined, resolve));
  process.exit();
}
const server = fork(fileURLToPath(new URL('deltaServer.ts', import.meta.url)));
const [{ port }] = await once(server, 'message');
const baseUrl = `http://127.0.0.1:${port}`;
// Processes for each: what one library does to the engine must not count for another.
for (const protocol of protocols) await compareStreams(baseUrl, protocol);
console.log(`\nMemory over ${longStreamBytes / 1024 ** 2} MB`);
for (const protocol of protocols) await measureMemory(baseUrl, protocol);
process.exit();
