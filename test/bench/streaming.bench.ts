/**
 * How the time to draw a streamed answer grows with its length. Run it with plain Node; `--chunk N` sets the length
 * of the pieces in characters, `--only NAME` picks one kind of text.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectFolder } from '../../scripts/projectPaths.ts';
import { closeBrowsers, provideBrowser } from '../e2e/harness/browser.ts';
import { richAnswer } from '../webview/chatFacts.ts';
import { provideBundle } from '../webview/webviewBundle.ts';

export interface StreamingTimes {
  /** Time in our code. */
  drawMs: number;
  /** Time of the browser's style and layout, asked for after each piece as the view that follows the end does. */
  layoutMs: number;
  /** The longest that one piece took, with its layout. */
  longestMs: number;
}

const { values } = parseArgs({
  options: { chunk: { type: 'string', default: '64' }, only: { type: 'string' } },
});

const sentence =
  'The quick **brown fox** jumps over the `lazy dog`, then [rests](https://example.com/den) a while. ';

function repeat(part: string, length: number): string {
  return part.repeat(Math.ceil(length / part.length)).slice(0, length);
}

const kinds: Readonly<Record<string, (length: number) => string>> = {
  'mixed answer': (length) => repeat(`${richAnswer}\n\n`, length),
  paragraphs: (length) => repeat(`${sentence.repeat(4)}\n\n`, length),
  'one code block': (length) =>
    `\`\`\`js\n${repeat('const answer = question.length * 42; // why not\n', length)}`,
  'one list': (length) => repeat(`- ${sentence}\n`, length),
  'one list item': (length) => `- begin\n${repeat(`  - ${sentence}\n`, length)}`,
  'one table': (length) => `| a | b |\n| - | - |\n${repeat(`| ${sentence}| x |\n`, length)}`,
  'one paragraph': (length) => repeat(sentence, length),
  'one quote': (length) => repeat(`> ${sentence}\n>\n`, length),
};
const lengths = [10_000, 100_000, 1_000_000];

const browser = await provideBrowser();
const page = await browser.newPage({ viewport: { width: 400, height: 700 } });
await page.setContent('<div class="conversation"></div>');
await page.addStyleTag({ content: await readFile(join(projectFolder, 'media/markdown.css'), 'utf8') });
await page.addStyleTag({ content: '.conversation { height: 100vh; overflow: auto }' });
await page.addScriptTag({ content: await provideBundle('test/webview/streamingPage.ts') });

const chunk = Number(values.chunk);
console.log(`Pieces of ${chunk} characters. Milliseconds per KB, drawing + layout (longest piece):`);
for (const [name, makeText] of Object.entries(kinds)) {
  if (values.only !== undefined && values.only !== name) continue;
  const perKb: number[] = [];
  const cells: string[] = [];
  for (const length of lengths) {
    const text = makeText(length);
    const times = await page.evaluate<StreamingTimes>(`streamText(${JSON.stringify(text)}, ${chunk})`);
    const kilobytes = text.length / 1000;
    perKb.push((times.drawMs + times.layoutMs) / kilobytes);
    cells.push(
      `${(times.drawMs / kilobytes).toFixed(2)} + ${(times.layoutMs / kilobytes).toFixed(2)} (${times.longestMs.toFixed(0)} ms)`,
    );
  }
  const [first = 1, , last = 1] = perKb;
  console.log(
    `${name.padEnd(16)}${cells.map((cell) => cell.padEnd(26)).join('')}1 MB / 10 KB: ${(last / first).toFixed(2)}`,
  );
}
await closeBrowsers();
