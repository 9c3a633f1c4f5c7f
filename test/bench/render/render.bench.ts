/**
 * What it costs the view to draw an answer that arrives in small steps, beside drawing all of it again at each
 * step, as most chats do. All in one run of one browser, so that the ratios mean something on any machine.
 * `npm run bench:render`; `--whole` draws every step of the others too, which takes minutes; `--only NAME` picks one
 * kind of answer; `--alone` leaves the others out.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectFolder } from '../../../scripts/projectPaths.ts';
import { closeBrowsers, provideBrowser } from '../../e2e/harness/browser.ts';
import type { RenderPage } from '../../webview/renderPage.ts';
import { provideBundle } from '../../webview/webviewBundle.ts';
import { answers } from './texts.ts';

declare const renderPage: RenderPage;

const stepLength = 60;
const shortLength = 50_000;
const longLength = 100_000;
/** Of the others, so many steps are drawn, spread over the answer, and stand for the rest. */
const sampledSteps = 24;
/** Each measurement is the best of so many: what else the machine does can only add to it. */
const rounds = 3;

const { values } = parseArgs({
  options: {
    whole: { type: 'boolean', default: false },
    alone: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
});

const browser = await provideBrowser();
const page = await browser.newPage({ viewport: { width: 400, height: 700 } });
await page.setContent('<!DOCTYPE html><div id="frame"></div>');
await page.addStyleTag({ content: await readFile(join(projectFolder, 'media/markdown.css'), 'utf8') });
await page.addStyleTag({ content: '#frame { height: 100vh; overflow: auto }' });
await page.addScriptTag({ content: await provideBundle('test/webview/renderPage.ts') });

/** What drawing an answer took: CPU time of the main thread, and the longest step. */
interface Times {
  totalMs: number;
  longestMs: number;
}

const session = await page.context().newCDPSession(page);
await session.send('Performance.enable', { timeDomain: 'threadTicks' });

async function readCpuMs(): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
}

/** The steps do the same in each round: what one took longer in a round than in another is the machine's doing. */
async function draw(name: string, text: string, lengths: readonly number[], count = rounds): Promise<Times> {
  const totals: number[] = [];
  const steps: number[] = [];
  for (let round = 0; round < count; round += 1) {
    const before = await readCpuMs();
    const times = await page.evaluate(([drawer, all, ends]) => renderPage.drawInSteps(drawer, all, ends), [
      name,
      text,
      lengths,
    ] as const);
    totals.push((await readCpuMs()) - before);
    for (const [index, time] of times.entries()) steps[index] = Math.min(steps[index] ?? time, time);
  }
  return { totalMs: Math.min(...totals), longestMs: Math.max(...steps) };
}

function stepsOf(text: string): number[] {
  const steps = Array.from(
    { length: Math.ceil(text.length / stepLength) },
    (_, index) => (index + 1) * stepLength,
  );
  return steps.map((length) => Math.min(length, text.length));
}

/** The others hold no state: a step costs the same whether those before it were drawn or not. */
async function drawAgainAndAgain(name: string, text: string): Promise<Times> {
  const steps = stepsOf(text);
  if (values.whole) return draw(name, text, steps, 1);
  const weight = steps.length / sampledSteps;
  const sampled = Array.from(
    { length: sampledSteps },
    (_, index) => steps[Math.floor((index + 0.5) * weight)] ?? 0,
  );
  const { totalMs, longestMs } = await draw(name, text, sampled, 1);
  return { totalMs: totalMs * weight, longestMs };
}

let missed = 0;

function judge(what: string, value: number, limit: number): void {
  const isMet = value <= limit;
  if (!isMet) missed += 1;
  console.log(`  ${isMet ? 'met   ' : 'MISSED'} ${what}: ${value.toFixed(2)} (at most ${limit})`);
}

const others = values.alone
  ? []
  : (await page.evaluate(() => renderPage.names)).filter((name) => name !== 'ours');
console.log(
  `Answers in steps of ${stepLength} characters: CPU ms of the main thread, with layout (the longest step).` +
    (values.whole ? '' : ` Others: ${sampledSteps} steps drawn, the rest reckoned from them.`),
);
await draw('ours', answers['mixed']?.(shortLength) ?? '', [shortLength]);
for (const [name, makeText] of Object.entries(answers)) {
  if (values.only !== undefined && values.only !== name) continue;
  const [short, long] = [makeText(shortLength), makeText(longLength)];
  const atOnce = await draw('ours', long, [long.length]);
  const shortTimes = await draw('ours', short, stepsOf(short));
  const longTimes = await draw('ours', long, stepsOf(long));
  console.log(
    `\n${name}: 50 KB ${shortTimes.totalMs.toFixed(0)}, 100 KB ${longTimes.totalMs.toFixed(0)}` +
      ` (${longTimes.longestMs.toFixed(1)}), at once ${atOnce.totalMs.toFixed(0)}`,
  );
  for (const other of others) {
    const { totalMs, longestMs } = await drawAgainAndAgain(other, long);
    console.log(
      `  ${other}: 100 KB ${totalMs.toFixed(0)} (${longestMs.toFixed(0)}), ${(totalMs / longTimes.totalMs).toFixed(0)} times ours`,
    );
  }
  judge('all steps beside drawing it at once', longTimes.totalMs / atOnce.totalMs, 3);
  judge('100 KB beside 50 KB', longTimes.totalMs / shortTimes.totalMs, 2.3);
  judge('longest step beside drawing it at once', longTimes.longestMs / atOnce.totalMs, 0.2);
}
await closeBrowsers();
console.log(missed === 0 ? '\nAll requirements are met.' : `\n${missed} requirements are missed.`);
process.exitCode = missed === 0 ? 0 : 1;
