import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { chooseSpeed } from '../../e2e/harness/drivers/readerDriver.ts';
import { waitUntil } from '../../e2e/harness/waitUntil.ts';
import type { Load } from '../load.ts';

/** More than can be heard at that speed: an hour of text for half an hour. */
const sentencesPerMinute = 60;
const speed = 3;
const fileName = 'reading.md';
/** The longest that nothing new may be heard, with retries, time-outs and the relay's absences. */
const stillLimitMs = 180_000;

/** A sentence that became the current one, and where the sound was then, in seconds. */
interface Heard {
  readonly index: number;
  readonly clock: number;
}

declare global {
  interface Window {
    soakHeard: Heard[];
  }
}

function makeSentence(place: number): string {
  return place % 3 === 2
    ? `这个文件的第${place + 1}句讲的是中转站怎样朗读文字。`
    : `Sentence ${place + 1} of this file is about a relay that speaks while everything else goes on.`;
}

/** Notes from now on which sentences are the current one, in their order. */
async function listen(frame: Frame): Promise<void> {
  await frame.evaluate(() => {
    const heard: Heard[] = [];
    window.soakHeard = heard;
    const note = () => {
      const current = document.querySelector('[data-index][aria-current="true"]');
      const index = Number(current?.getAttribute('data-index') ?? -1);
      if (index === -1 || heard.at(-1)?.index === index) return;
      heard.push({ index, clock: document.querySelector('audio')?.currentTime ?? 0 });
    };
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, attributes: true });
    note();
  });
}

/** So much of what lies between two marks must have sounded, or something was left out. */
const leastSounded = 0.7;

/**
 * Sentences that nobody can have heard. Where the page has no time, as while it is measured, a sentence may sound and never
 * be marked: then the clock of the sound tells.
 */
function findUnheard(
  heard: readonly Heard[],
  skipped: ReadonlySet<number>,
  findSeconds: (index: number) => number,
): readonly string[] {
  return heard.slice(1).flatMap(({ index, clock }, place) => {
    const before = heard[place];
    // The clock of another stream begins anew.
    if (!before || index <= before.index + 1 || clock < before.clock) return [];
    const between = Array.from({ length: index - before.index }, (_, step) => before.index + step);
    const due = between
      .filter((each) => !skipped.has(each))
      .reduce((sum, each) => sum + findSeconds(each), 0);
    const sounded = clock - before.clock;
    return sounded >= leastSounded * due
      ? []
      : [`from ${before.index} to ${index}, ${sounded.toFixed(1)} of ${due.toFixed(1)} seconds sounded`];
  });
}

/** A long file is read aloud at speed; where the relay makes it stop, it is told to go on. */
export const readingAloud: Load = async ({ editor, relay, minutes, signal }) => {
  const sentences = Array.from({ length: Math.ceil(minutes * sentencesPerMinute) }, (_, place) =>
    makeSentence(place),
  );
  await writeFile(join(editor.workspaceFolder, fileName), sentences.join('\n\n'));
  await chooseSpeed(editor, speed);
  await editor.openFile(fileName);
  await editor.runCommand('Model Relay: Read File Aloud');
  const frame = await editor.webviewFrame('relay-reader .sentence');
  await listen(frame);

  return async () => {
    const again = frame.locator('.failure vscode-button').first();
    let retries = 0;
    let last = { count: 0, atMs: performance.now() };
    await waitUntil(
      'the end of the soak',
      async () => {
        if (signal.aborted) return true;
        if (await again.isVisible()) {
          await again.click({ timeout: 5_000 }).catch(() => {});
          retries += 1;
        }
        const count = await frame.evaluate(() => window.soakHeard.length);
        if (count > last.count) last = { count, atMs: performance.now() };
        if (performance.now() - last.atMs > stillLimitMs)
          throw new Error(`Nothing is heard behind mark ${last.count}`);
        return undefined;
      },
      Number.POSITIVE_INFINITY,
    );
    const { heard, skipped } = await frame.evaluate(() => ({
      heard: window.soakHeard,
      skipped: [...document.querySelectorAll('.sentence.skipped')].map((each) =>
        Number(each.getAttribute('data-index')),
      ),
    }));
    await editor.runCommand('Model Relay: Stop Reading');
    const unheard = findUnheard(
      heard,
      new Set(skipped),
      (index) => relay.findSpoken(sentences[index] ?? '') ?? 0,
    );
    const backwards = heard.filter(({ index }, place) => index < (heard[place - 1]?.index ?? 0));
    const reached = Math.max(0, ...heard.map(({ index }) => index)) + 1;
    return {
      did: `${reached} sentences, ${skipped.length} skipped, ${retries} retries`,
      wrong: [
        ...unheard,
        // Who tries again goes back to what was skipped just before.
        ...(backwards.length > retries ? [`went back ${backwards.length} times in ${retries} retries`] : []),
      ],
    };
  };
};
