import { deepStrictEqual, ok } from 'node:assert/strict';
import { appendFile, mkdir, mkdtemp, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { mock } from 'node:test';
import { Conversation } from '../../../src/chat/model/conversation.ts';
import { textOf } from '../../../src/chat/model/message.ts';
import type { JournalRecord } from '../../../src/chat/model/records.ts';
import { searchedText } from '../../../src/chat/storage/historySearch.ts';
import { createJournal, type Journal } from '../../../src/chat/storage/journal.ts';
import { type Logger, silentLogger } from '../../../src/relay/logger.ts';
import { createRandom } from '../../randomNumbers.ts';
import { prompt } from './promptRecord.ts';

const answer = (id: string, parentId: string): JournalRecord => ({
  type: 'answer',
  id,
  parentId,
  model: 'm',
  at: 2,
});
const delta = (id: string, text: string): JournalRecord => ({ type: 'delta', id, kind: 'text', text });
const lineOf = (record: JournalRecord) => `${JSON.stringify(record)}\n`;

/** All messages of a conversation, in no particular order. */
const contentOf = ({ messages }: Conversation) =>
  [...messages.values()].map((message) => JSON.stringify(message)).sort();

describe('following a conversation', () => {
  let folder: string;
  let path: string;
  let windows: { close(): void }[];

  beforeEach(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'follow-')), 'conversations');
    path = join(folder, 'c.jsonl');
    windows = [];
  });
  afterEach(async () => {
    for (const window of windows) window.close();
    mock.timers.reset();
    await rm(dirname(folder), { recursive: true });
  });

  /** A window that loads and follows the conversation. */
  async function openWindow(logger: Logger = silentLogger) {
    const journal = createJournal(folder, logger);
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
    for (let cut = 1; cut < bytes.length; cut++) {
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

  it('continues at the end of the new file when another program has replaced it', async () => {
    let wake = () => {};
    const window = await openWindow({ ...silentLogger, warn: () => wake() });
    const replaced = () => new Promise<void>((resolve) => (wake = resolve));
    const own = [prompt('p'), answer('a', 'p'), delta('a', 'one '), delta('a', 'two ')];
    await window.write(...own);
    await appendFile(path, lineOf(prompt('o')));
    // From here on, the file to be replaced has been read.
    await window.hears(() => window.heard.length === 1);

    // A version from another machine, and an older one.
    const versions = [[answer('b', 'p'), ...own], own.slice(0, 3)];
    for (const [place, records] of versions.entries()) {
      const seen = replaced();
      await writeFile(`${path}.new`, records.map(lineOf).join(''));
      await rename(`${path}.new`, path);
      await seen;
      await appendFile(path, lineOf(prompt(`q${place}`, 'a')));
      await window.hears(() => window.heard.length === place + 2);
    }
    await window.write(delta('a', 'three'));
    await appendFile(path, lineOf(prompt('r', 'q0')));
    await window.hears(() => window.heard.length === 4);
    deepStrictEqual(window.heard, [prompt('o'), prompt('q0', 'a'), prompt('q1', 'a'), prompt('r', 'q0')]);
    const [, a] = [...window.conversation.messages.values()];
    deepStrictEqual(a?.type === 'answer' && textOf(a), 'one two three');
  });

  it('continues after another program has emptied the file', async () => {
    let wake = () => {};
    const window = await openWindow({ ...silentLogger, warn: () => wake() });
    const isReplaced = new Promise<void>((resolve) => (wake = resolve));
    await mkdir(folder, { recursive: true });
    await appendFile(path, lineOf(prompt('p')));
    // The emptied file is noticed only if something has been read from it.
    await window.hears(() => window.heard.length === 1);
    await truncate(path);
    await isReplaced;
    await appendFile(path, lineOf(prompt('q')));
    await window.hears(() => window.heard.length === 2);
    deepStrictEqual(window.heard, [prompt('p'), prompt('q')]);
  });

  it('reports exactly what was appended between loading a conversation and following it', async () => {
    const other = await openWindow();
    await other.write(prompt('p'), answer('a', 'p'), delta('a', 'one'));
    const journal = createJournal(folder, silentLogger);
    const conversation = await journal.load('c');
    ok(conversation);
    await other.write(delta('a', ' two'));
    deepStrictEqual(await firstHeard(journal, conversation), delta('a', ' two'));
    deepStrictEqual(contentOf(conversation), contentOf(other.conversation));
  });

  it('polls the file if its folder can’t be watched', async () => {
    mock.timers.enable({ apis: ['setInterval'] });
    await writeFile(folder, 'a file where the folder should be');
    const journal = createJournal(folder, silentLogger);
    const told = firstHeard(journal, new Conversation('c'));
    // Wait until the watcher has failed: reading the same path takes as many steps.
    await Promise.allSettled([mkdir(folder, { recursive: true }), readFile(path)]);
    await rm(folder);
    await createJournal(folder, silentLogger).append('c', prompt('p'));
    mock.timers.tick(2_000);
    deepStrictEqual(await told, prompt('p'));
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

  it('brings windows that write at random to the same conversation', async () => {
    const random = createRandom(11);
    const all = [await openWindow(), await openWindow(), await openWindow()];
    let number = 0;
    for (let round = 0; round < 150; round++) {
      const window = all[Math.floor(random() * all.length)];
      const id = `m${number++}`;
      const parent =
        [...(window?.conversation.messages.keys() ?? [])].at(Math.floor(random() * number)) ?? null;
      const records = parent?.startsWith('a')
        ? [prompt(id, parent)]
        : [prompt(id), answer(`a${id}`, id), delta(`a${id}`, 'x'), delta(`a${id}`, 'x')];
      const written = window?.write(...records);
      if (random() < 0.5) await written;
    }
    await Promise.all(all.map(({ journal }) => journal.flush()));
    const lines = (await readFile(path, 'utf8')).split('\n').filter(Boolean);
    const expected = new Conversation('c');
    for (const line of lines) expected.append(JSON.parse(line));
    const textLength = ({ messages }: Conversation) =>
      [...messages.values()].reduce((length, message) => length + searchedText(message).length, 0);
    for (const window of all) {
      await window.hears(() => textLength(window.conversation) >= textLength(expected));
      deepStrictEqual(contentOf(window.conversation), contentOf(expected));
    }
    ok(expected.messages.size > 150);
  });
});
