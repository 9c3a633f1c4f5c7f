/**
 * What it costs the view to draw a response that arrives in small steps, beside drawing all of it again at each
 * step, as most chats do. All in one run of one browser, so that the ratios mean something on any machine.
 * `npm run bench:render`; `--only NAME` picks one kind of response; `--alone` leaves the others out.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectFolder } from '../../../scripts/projectPaths.ts';
import { closeBrowsers, provideBrowser } from '../../e2e/harness/browser.ts';
import { judge, median, readCpuMs } from '../../timing.ts';
import { richAnswer } from '../../webview/chatFacts.ts';
import type { RenderPage } from '../../webview/renderPage.ts';
import { provideBundle } from '../../webview/webviewBundle.ts';

declare const renderPage: RenderPage;

const stepLength = 60;
const shortLength = 50_000;
const longLength = 100_000;
/** Of the others, so many steps are drawn, spread over the response, and stand for the rest. */
const sampledSteps = 24;
/**
 * Each measurement is the median of so many. In a round everything is drawn once, in turn, so that what else the
 * machine does meets all alike.
 */
const rounds = 7;

const { values } = parseArgs({
  options: {
    alone: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
});

const sentence =
  'The quick **brown fox** jumps over the `lazy dog`, then [rests](https://example.com/den) a while. ';
const chinese =
  '读取文件只需要**一次调用**。返回值是一个 `Promise`，可以用 `await` 等待；详情请看[文档](https://example.com/wendang)。';
const formula =
  String.raw`With $a_n = \frac{1}{n^2}$ it is` +
  '\n\n\\[\n\\sum_{n=1}^\\infty a_n = \\frac{\\pi^2}{6}\n\\]\n\n';
const code = `/** The settings, or the defaults when there are none. */
export async function readSettings(path: string): Promise<Settings> {
  const text = await readFile(path, { encoding: 'utf8' }); // may throw
  return text === '' ? { retries: 3, verbose: false } : JSON.parse(text);
}
`;

function repeat(part: string, length: number): string {
  return part.repeat(Math.ceil(length / part.length)).slice(0, length);
}

const parts: readonly string[] = [
  richAnswer,
  `${sentence.repeat(4)}\n\n`,
  `- ${sentence}\n`.repeat(5),
  `\n\`\`\`ts\n${code}\`\`\`\n\n`,
  `| a | b |\n| - | - |\n${`| ${sentence}| x |\n`.repeat(5)}\n`,
  `${chinese.repeat(3)}\n\n`,
  formula,
];

/** Responses of about a length in characters, by what is in them. */
const answers: Readonly<Record<string, (length: number) => string>> = {
  mixed: (length) => repeat(parts.join('\n'), length),
  prose: (length) => repeat(`${sentence.repeat(4)}\n\n`, length),
  lists: (length) => repeat(`- ${sentence}\n  1. ${sentence}\n`, length),
  'code blocks': (length) => repeat(`Then:\n\n\`\`\`ts\n${code.repeat(4)}\`\`\`\n\n`, length),
  'one code block': (length) => `\`\`\`ts\n${repeat(code, length)}`,
  tables: (length) => repeat(`| a | b |\n| - | - |\n${`| ${sentence}| x |\n`.repeat(12)}\n`, length),
  'one table': (length) => `| a | b |\n| - | - |\n${repeat(`| ${sentence}| x |\n`, length)}`,
  'one paragraph': (length) => repeat(sentence, length),
  Chinese: (length) => repeat(`${chinese.repeat(3)}\n\n`, length),
  math: (length) => repeat(formula, length),
};

const browser = await provideBrowser();
const page = await browser.newPage({ viewport: { width: 400, height: 700 } });
await page.setContent('<!DOCTYPE html><div id="frame"></div>');
await page.addStyleTag({ content: await readFile(join(projectFolder, 'media/markdown.css'), 'utf8') });
// As in the view, which keeps its place by itself, the browser is spared to look for something to hold on to.
await page.addStyleTag({ content: '#frame { height: 100vh; overflow: auto; overflow-anchor: none }' });
await page.addScriptTag({ content: await provideBundle('test/webview/renderPage.ts') });

/** What drawing a response took: CPU time of the main thread, and the longest step. */
interface Times {
  totalMs: number;
  longestMs: number;
}

interface Round {
  totalMs: number;
  stepsMs: readonly number[];
}

const session = await page.context().newCDPSession(page);
await session.send('Performance.enable', { timeDomain: 'threadTicks' });

async function draw(name: string, text: string, lengths: readonly number[]): Promise<Round> {
  const before = await readCpuMs(session);
  const stepsMs = await page.evaluate(([drawer, all, ends]) => renderPage.drawInSteps(drawer, all, ends), [
    name,
    text,
    lengths,
  ] as const);
  return { totalMs: (await readCpuMs(session)) - before, stepsMs };
}

/** A step does the same in each round: what it took longer in one round than in another is the machine's doing. */
function summarize(all: readonly Round[]): Times {
  const steps = all[0]?.stepsMs.map((_, index) => Math.min(...all.map(({ stepsMs }) => stepsMs[index] ?? 0)));
  return { totalMs: median(all.map(({ totalMs }) => totalMs)), longestMs: Math.max(...(steps ?? [])) };
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
  const weight = steps.length / sampledSteps;
  const sampled = Array.from(
    { length: sampledSteps },
    (_, index) => steps[Math.floor((index + 0.5) * weight)] ?? 0,
  );
  const { totalMs, longestMs } = summarize([await draw(name, text, sampled)]);
  return { totalMs: totalMs * weight, longestMs };
}

const others = values.alone
  ? []
  : (await page.evaluate(() => renderPage.names)).filter((name) => name !== 'ours');
console.log(
  `Answers in steps of ${stepLength} characters: CPU ms of the main thread, with layout (the longest step). ` +
    `Others: ${sampledSteps} steps drawn, the rest reckoned from them.`,
);
for (const [name, makeText] of Object.entries(answers)) {
  if (values.only !== undefined && values.only !== name) continue;
  const [short, long] = [makeText(shortLength), makeText(longLength)];
  const drawings = [
    [long, [long.length]],
    [short, stepsOf(short)],
    [long, stepsOf(long)],
  ] as const;
  // The first round warms up the browser, for this kind of response, and doesn't count.
  const all: Round[][] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const drawn: Round[] = [];
    for (const [text, lengths] of drawings) drawn.push(await draw('ours', text, lengths));
    if (round > 0) all.push(drawn);
  }
  const [atOnce, shortTimes, longTimes] = drawings.map((_, index) =>
    summarize(all.flatMap((drawn) => drawn[index] ?? [])),
  );
  if (!atOnce || !shortTimes || !longTimes) continue;
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
