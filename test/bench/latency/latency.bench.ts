/**
 * How long a word of a response takes from the relay’s socket until it stands in the page, in this chat and, in the same
 * window, in VS Code’s own with the same model: `npm run bench:latency`, after a build. Each word of the response is the
 * time at which it was sent.
 */
import type { Frame, Page } from 'playwright-core';
import { startBuiltInChat, withoutUtilityModels } from '../../e2e/harness/drivers/agentDriver.ts';
import { driveChat } from '../../e2e/harness/drivers/chatDriver.ts';
import { openNewChat, openRelayEditor } from '../../e2e/harness/relayEditor.ts';
import { closeWorkstation } from '../../e2e/harness/workstation.ts';
import { timeMark } from '../../relay/chat/answerChat.ts';
import { judge } from '../../timing.ts';

declare global {
  interface Window {
    /** When each word was first seen, by the time that it says. */
    seenWords: Map<number, number>;
  }
}

const words = 200;
/** No multiple of a frame: else all words of a run would meet the same moment between two. */
const wordMs = 47;
const runs = 3;
/** In milliseconds, of our chat: half of the words, and all but one of 20. */
const largestMedian = 35;
const largestTail = 70;
const mostUnseen = 0.05;

const question = `slow\nanswer ${JSON.stringify(`${timeMark} `.repeat(words))}`;

/** Notes when each word appears in a page. */
async function watch(page: Frame | Page): Promise<void> {
  await page.evaluate(() => {
    window.seenWords = new Map();
    new MutationObserver(() => {
      const now = Date.now();
      for (const [word] of document.body.textContent.matchAll(/\d{13}/g))
        if (!window.seenWords.has(Number(word))) window.seenWords.set(Number(word), now);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
}

async function readDelays(page: Frame | Page): Promise<number[]> {
  return await page.evaluate(() => [...window.seenWords].map(([sent, seen]) => seen - sent));
}

function report(name: string, delays: readonly number[]) {
  const sorted = delays.toSorted((one, other) => one - other);
  const at = (part: number) => sorted[Math.floor(part * (sorted.length - 1))] ?? Number.NaN;
  const seen = sorted.length / (words * runs);
  console.log(
    `${name.padEnd(16)} ${at(0.5)} ms median, ${at(0.95)} ms 95 %, of ${Math.round(seen * 100)} % of ${words * runs} words`,
  );
  return { median: at(0.5), tail: at(0.95), seen };
}

const started = await openRelayEditor({ connectByEnvironment: true, settings: withoutUtilityModels });
const { editor, relay } = started;
relay.settings.slowWordMs = wordMs;
try {
  const chat = await openNewChat(editor);
  await watch(chat);
  const driver = driveChat(chat);
  for (let run = 1; run <= runs; run++) {
    await driver.send(question);
    await driver.waitUntilEnded(run);
  }
  const { median, tail, seen } = report('Model Relay', await readDelays(chat));
  const agent = await startBuiltInChat(editor);
  await watch(editor.page);
  for (let run = 1; run <= runs; run++) await agent.ask(question);
  report('VS Code’s chat', await readDelays(editor.page));
  judge('median, ms', median, largestMedian);
  judge('95 %, ms', tail, largestTail);
  judge('words that were never seen, of 1', 1 - seen, mostUnseen);
} finally {
  await started.close();
  await closeWorkstation();
}
