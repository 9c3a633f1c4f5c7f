import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { testResultsFolder } from '../../scripts/projectPaths.ts';
import { withoutUtilityModels } from '../e2e/harness/drivers/agentDriver.ts';
import { type EditorWindow, openEditor } from '../e2e/harness/editor.ts';
import { openChat } from '../e2e/harness/relayEditor.ts';
import { waitUntil } from '../e2e/harness/waitUntil.ts';
import { closeWorkstation } from '../e2e/harness/workstation.ts';
import { createRandom } from '../randomNumbers.ts';
import type { Load, LoadReport, Soak } from './load.ts';
import { abortedRequests } from './loads/abortedRequests.ts';
import { agentTurns } from './loads/agentTurns.ts';
import { longConversation } from './loads/longConversation.ts';
import { readingAloud } from './loads/readingAloud.ts';
import { relayFailures } from './loads/relayFailures.ts';
import { secondWindow } from './loads/secondWindow.ts';
import { findLostInJournal, findLostInPage, findUncaught } from './losses.ts';
import { type Sample, takeSample } from './measures.ts';
import { SharedConversation } from './sharedConversation.ts';
import { startSoakRelay } from './soakRelay.ts';
import { idleConnectionsLimit, judgeGrowth, tabulate, tabulateSamples, type Verdict } from './verdict.ts';

const agent = 'VS Code’s agent';

/** A new load is a file in loads/ and a row here. */
const loads: Readonly<Record<string, Load>> = {
  'long conversation': longConversation,
  'second window': secondWindow,
  'reading aloud': readingAloud,
  [agent]: agentTurns,
  'aborted requests': abortedRequests,
  'relay failures': relayFailures,
};

/** However short it is: the growth is judged by quarters. */
const leastSamples = 12;

/** What a load may take to end what it has begun, with all time-outs and retries. */
const endingMs = 300_000;

const settings = {
  ...withoutUtilityModels,
  'modelRelay.chat.model': 'msg-sonnet-4-6',
  'modelRelay.readAloud.confirmAboveBytes': 0,
  // The relay stalls often here.
  'modelRelay.timeouts.connect': 5,
  'modelRelay.timeouts.firstByte': 8,
  'modelRelay.timeouts.idle': 8,
};

interface SoakOptions {
  readonly minutes: number;
  readonly seed: number;
  /** Names of loads that are left out. */
  readonly without: readonly string[];
}

/** Does everything at once in one real editor, and judges what it holds and what became of it. True where all is well. */
export async function runSoak({ minutes, seed, without }: SoakOptions): Promise<boolean> {
  const unknown = without.filter((name) => !(name in loads));
  if (unknown.length > 0) throw new Error(`No load is called so: ${unknown.join(', ')}.`);
  const relay = await startSoakRelay();
  const editor = await openEditor({
    settings,
    env: { MODEL_RELAY_BASE_URL: relay.current.baseUrl, MODEL_RELAY_API_KEY: relay.current.keys.good },
    viewport: { width: 1600, height: 1000 },
  });
  const pageErrors: string[] = [];
  const collectErrors = ({ page }: EditorWindow) =>
    page.on('pageerror', (error) => pageErrors.push(`page: ${error.stack ?? error.message}`));
  try {
    collectErrors(editor);
    const chat = await openChat(editor);
    const conversation = new SharedConversation();
    await conversation.send(chat, 'table');
    const otherWindow = await editor.openWindow();
    collectErrors(otherWindow);
    const otherChat = await openChat(otherWindow);
    await otherChat.locator('.prompt', { hasText: conversation.sent[0] ?? '' }).waitFor();
    const over = new AbortController();
    const shared = {
      minutes,
      relay,
      editor,
      chat,
      otherWindow,
      otherChat,
      conversation,
      signal: over.signal,
    };

    const running = new Map<string, () => Promise<LoadReport>>();
    for (const [place, [name, load]] of Object.entries(loads).entries()) {
      if (without.includes(name)) continue;
      running.set(name, await load({ ...shared, random: createRandom(seed + place) }));
    }

    const begunAt = performance.now();
    const passedMinutes = () => (performance.now() - begunAt) / 60_000;
    const overdue = new Promise<never>((_, reject) => {
      over.signal.addEventListener('abort', () => {
        setTimeout(() => reject(new Error('It does not end.')), endingMs).unref();
      });
    });
    const reports = [...running].map(async ([name, run]) => {
      const report: LoadReport = await Promise.race([run(), overdue]).catch((error: Error) => ({
        did: 'broke off',
        wrong: [`after ${passedMinutes().toFixed(1)} minutes: ${error.stack}`],
      }));
      if (report.wrong.length > 0) {
        await editor.screenshot(`soak-${name}`);
        const log = join(testResultsFolder, 'screenshots', `soak-${name}.log`);
        await writeFile(log, await editor.readLogs());
      }
      return { name, ...report };
    });
    const soak: Soak = { ...shared, random: Math.random };
    const samples: Sample[] = [];
    const everyMs = Math.min(60_000, (minutes * 60_000) / leastSamples);
    for (let next = everyMs; next <= minutes * 60_000; next += everyMs) {
      await delay(Math.max(0, begunAt + next - performance.now()));
      samples.push(await takeSample(soak, passedMinutes()));
      console.log(
        tabulateSamples(samples.slice(-1))
          .split('\n')
          .slice(samples.length > 1 ? 1 : 0)
          .join('\n'),
      );
    }
    over.abort();
    const done = await Promise.all(reports);
    console.log(`\n${tabulateSamples(samples)}\n`);
    console.log(`${tabulate(done.map(({ name, did }) => [name, did]))}\n`);

    const idle = await waitUntilIdle(soak);
    const wrong = [
      ...done.flatMap(({ name, wrong }) => wrong.map((words) => `${name}: ${words}`)),
      ...(await findLostInJournal(soak)),
      ...(await findLostInPage('page 1', chat, soak)),
      ...(await findLostInPage('page 2', otherChat, soak)),
      ...pageErrors,
      ...findUncaught(await editor.readLogs(), { hasAgent: running.has(agent) }),
    ];
    const verdicts: readonly Verdict[] = [
      ...judgeGrowth(samples),
      {
        what: 'sockets when idle',
        figure: String(idle.connections),
        isGood: idle.connections <= idleConnectionsLimit,
      },
      { what: 'requests that never end', figure: String(idle.running), isGood: idle.running === 0 },
      { what: 'lost, out of order, uncaught', figure: String(wrong.length), isGood: wrong.length === 0 },
    ];
    console.log(
      tabulate(verdicts.map(({ what, figure, isGood }) => [isGood ? 'good' : 'BAD ', what, figure])),
    );
    for (const words of wrong) console.log(`- ${words}`);
    return verdicts.every(({ isGood }) => isGood);
  } finally {
    await editor.close();
    await closeWorkstation();
    await relay.close();
  }
}

/** Waits until nothing runs any more, or as long as anything of it may take, and gives what is left. */
async function waitUntilIdle(soak: Soak): Promise<{ connections: number; running: number }> {
  const look = async () => ({
    connections: await soak.relay.current.countConnections(),
    running: soak.relay.countRunning(),
  });
  return await waitUntil('the relay to be idle', async () => {
    const { connections, running } = await look();
    return running === 0 && connections <= idleConnectionsLimit ? { connections, running } : undefined;
  }).catch(look);
}
