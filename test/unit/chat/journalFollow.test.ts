import { deepStrictEqual, ok } from 'node:assert/strict';
import { appendFile, mkdir, rename, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Conversation } from '../../../src/chat/model/conversation.ts';
import type { JournalRecord } from '../../../src/chat/model/records.ts';
import { createJournal, type Journal } from '../../../src/chat/storage/journal.ts';
import { type Logger, silentLogger } from '../../../src/relay/logger.ts';
import { useFolder } from '../testFolder.ts';
import { answer, delta, prompt } from './journalRecords.ts';

const lineOf = (record: JournalRecord) => `${JSON.stringify(record)}\n`;

/** All messages of a conversation, in no particular order. */
const contentOf = ({ messages }: Conversation) =>
  [...messages.values()].map((message) => JSON.stringify(message)).sort();

describe('following a conversation', () => {
  let folder: string;
  let path: string;
  let windows: { close(): void }[];

  afterEach(() => {
    for (const window of windows) window.close();
  });
  const root = useFolder();
  beforeEach(() => {
    folder = join(root(), 'conversations');
    path = join(folder, 'c.jsonl');
    windows = [];
  });

  /** A window that loads and follows the conversation. */
  async function openWindow(logger: Logger = silentLogger) {
    const journal = createJournal(folder, logger, 5);
    const conversation = (await journal.load('c')) ?? new Conversation('c');
    const heard: JournalRecord[] = [];
    let wake = () => {};
    const close = journal.keep(conversation, () => {});
    conversation.onDidChange(({ record, isOwn }) => {
      if (isOwn) return;
      heard.push(record);
      wake();
    });
    const window = {
      journal,
      conversation,
      heard,
      async write(...records: JournalRecord[]) {
        for (const record of records) conversation.append(record);
        await journal.flush();
      },
      async hears(isEnough: () => boolean) {
        while (!isEnough()) await new Promise<void>((resolve) => (wake = resolve));
      },
      close,
    };
    windows.push(window);
    return window;
  }

  /** The first record that others append to a conversation that is followed from now on. */
  function firstHeard(journal: Journal, conversation: Conversation): Promise<JournalRecord> {
    windows.push({ close: journal.keep(conversation, () => {}) });
    return new Promise((resolve) => {
      conversation.onDidChange(({ record }) => resolve(record));
    });
  }

  it('reports what another window appends, once and in order, and not one’s own records', async () => {
    const [one, other] = [await openWindow(), await openWindow()];
    const ofOne = [prompt('p'), answer('a', 'p'), delta('a', 'x'), delta('a', 'x')];
    await one.write(...ofOne);
    await other.hears(() => other.heard.length === 4);
    const ofOther = [prompt('q', 'a'), answer('b', 'q'), delta('b', 'y')];
    await other.write(...ofOther);
    await one.hears(() => one.heard.length === 3);
    await one.write(delta('a', 'z'));
    await other.hears(() => other.heard.length === 5);
    deepStrictEqual([one.heard, other.heard], [ofOther, [...ofOne, delta('a', 'z')]]);
    const third = await openWindow();
    deepStrictEqual(contentOf(one.conversation), contentOf(third.conversation));
    deepStrictEqual(contentOf(other.conversation), contentOf(third.conversation));
  });

  it('reports what another part of the same window appends', async () => {
    const window = await openWindow();
    await window.write(prompt('p'));
    const title: JournalRecord = { type: 'title', title: 'from the list', at: 1 };
    await window.journal.append('c', title);
    await window.hears(() => window.heard.length > 0);
    deepStrictEqual(window.heard, [title]);
  });

  it('waits for the rest of a torn line', async () => {
    const window = await openWindow();
    const expected: JournalRecord[] = [];
    const last = prompt('你好');
    const bytes = Buffer.from(lineOf(last));
    await mkdir(folder, { recursive: true });
    for (let cut = 1; cut < bytes.length; cut += 5) {
      // A complete line precedes the torn one: once it has been read, the torn one has been seen as well.
      await appendFile(path, Buffer.concat([Buffer.from(lineOf(prompt(`p${cut}`))), bytes.subarray(0, cut)]));
      expected.push(prompt(`p${cut}`));
      await window.hears(() => window.heard.length === expected.length);
      await appendFile(path, bytes.subarray(cut));
      expected.push(last);
      await window.hears(() => window.heard.length === expected.length);
    }
    deepStrictEqual(window.heard, expected);
  });

  for (const [what, replace] of [
    ['replaced', () => writeFile(`${path}.new`, lineOf(prompt('n'))).then(() => rename(`${path}.new`, path))],
    ['emptied', () => truncate(path)],
  ] as const)
    it(`continues with what comes after another program has ${what} the file`, async () => {
      const seen = Promise.withResolvers<void>();
      const window = await openWindow({ ...silentLogger, warn: () => seen.resolve() });
      await window.write(prompt('p'));
      await appendFile(path, lineOf(prompt('o')));
      await window.hears(() => window.heard.length === 1);
      await replace();
      await seen.promise;
      const other = await openWindow();
      await window.write(prompt('q'));
      await other.hears(() => other.heard.length === 1);
      await other.write(prompt('r'));
      await window.hears(() => window.heard.length === 2);
      deepStrictEqual([window.heard, other.heard], [[prompt('o'), prompt('r')], [prompt('q')]]);
    });

  it('reports exactly what was appended between loading a conversation and following it', async () => {
    const other = await openWindow();
    await other.write(prompt('p'), answer('a', 'p'), delta('a', 'one'));
    const journal = createJournal(folder, silentLogger, 5);
    const conversation = await journal.load('c');
    ok(conversation);
    await other.write(delta('a', ' two'));
    deepStrictEqual(await firstHeard(journal, conversation), delta('a', ' two'));
    deepStrictEqual(contentOf(conversation), contentOf(other.conversation));
  });

  it('reports nothing once it is closed', async () => {
    const [one, other] = [await openWindow(), await openWindow()];
    one.close();
    await other.write(prompt('p'));
    const third = await openWindow();
    await other.write(prompt('q'));
    await third.hears(() => third.heard.length === 1);
    deepStrictEqual(one.heard, []);
  });
});
