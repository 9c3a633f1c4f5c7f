/**
 * What a conversation of 10,000 messages costs beside an empty one, in a real page: the time to open it, its memory,
 * and the CPU time of a typed key. Each may be twice as much at most; else this ends with an error. Its nodes
 * are compared with those of a conversation of ten messages, since an empty one has nothing to show.
 */

import { closeBrowsers } from '../../e2e/harness/browser.ts';
import { judge, median, readCpuMs } from '../../timing.ts';
import { makeTurn } from '../../webview/chatFacts.ts';
import { hostConversation } from '../../webview/chatHost.ts';
import { type ChatPage, openChatPage } from '../../webview/chatPage.ts';

const turnCount = 5_000;
const runs = 5;
const keys = 50;
const mostAllowed = 2;

const sentence = 'The quick **brown fox** jumps over the `lazy dog`, and then it rests in the sun. ';
const longConversation = Array.from({ length: turnCount }, (_, place) =>
  makeTurn({ id: `t${place}`, prompt: `Question ${place}: what then?`, text: sentence.repeat(12) }),
);

interface Costs {
  openMs: number;
  heapBytes: number;
  nodes: number;
  keyMs: number;
}

async function measure(turns: typeof longConversation): Promise<Costs> {
  const start = performance.now();
  const chat = await openChatPage();
  await hostConversation(chat, turns, 'outside');
  await chat.page
    .locator(turns.length > 0 ? 'chat-turn .turn-footer' : '.welcome')
    .last()
    .waitFor();
  const openMs = performance.now() - start;
  const costs = { openMs, ...(await measureMemory(chat)), keyMs: await measureKeys(chat) };
  await chat.close();
  return costs;
}

async function measureMemory({ page }: ChatPage): Promise<Pick<Costs, 'heapBytes' | 'nodes'>> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes } = await session.send('Memory.getDOMCounters');
  return { heapBytes: usedSize, nodes };
}

/** The CPU time of the page for a key, up to the last frame: its wall-clock time is mostly waiting for frames. */
async function measureKeys({ page }: ChatPage): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await page.focus('chat-composer textarea');
  const before = await readCpuMs(session);
  for (let key = 0; key < keys; key += 1) await page.keyboard.press('a');
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  return ((await readCpuMs(session)) - before) / keys;
}

// The first page also starts the browser and builds the bundle.
await measure([]);
const empty: Costs[] = [];
const short: Costs[] = [];
const long: Costs[] = [];
for (let run = 0; run < runs; run += 1) {
  empty.push(await measure([]));
  short.push(await measure(longConversation.slice(-5)));
  long.push(await measure(longConversation));
}

const rows = [
  ['time to open', 'openMs', 'ms', 1, 'empty', empty],
  ['memory (JS heap)', 'heapBytes', 'MB', 1 / 1_000_000, 'empty', empty],
  ['nodes of the page', 'nodes', '', 1, '10 messages', short],
  ['CPU time of a key', 'keyMs', 'ms', 1, 'empty', empty],
] as const;
for (const [name, key, unit, factor, other, costsOfOther] of rows) {
  const [small, large] = [costsOfOther, long].map((all) => median(all.map((costs) => costs[key])) * factor);
  const numbers = `${other} ${small?.toFixed(1)} ${unit}, 10,000 messages ${large?.toFixed(1)} ${unit}`;
  judge(`${name}, ${numbers}`, (large ?? Number.NaN) / (small ?? Number.NaN), mostAllowed);
}
await closeBrowsers();
