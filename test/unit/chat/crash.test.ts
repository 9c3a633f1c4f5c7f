import { deepStrictEqual, ok } from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Conversation } from '../../../src/chat/model/conversation.ts';
import { parseRecord } from '../../../src/chat/model/records.ts';
import { createJournal } from '../../../src/chat/storage/journal.ts';
import { silentLogger } from '../../../src/relay/logger.ts';
import { createRandom } from '../../randomNumbers.ts';
import { useFolder } from '../testFolder.ts';

const linesOf = ({ stdout }: ChildProcess) => createInterface({ input: stdout ?? process.stdin });
const exitOf = (child: ChildProcess) => new Promise((resolve) => child.once('exit', resolve));

/** The content of a conversation, for comparison. */
const contentOf = ({ messages, turns, title }: Conversation) => ({
  messages: [...messages],
  turns,
  title,
});

describe('the journal after a crash', () => {
  let children: ChildProcess[];

  function start(script: string, ...args: string[]): ChildProcess {
    const command = [join(import.meta.dirname, script), ...args];
    const child = spawn(process.execPath, command, { stdio: ['pipe', 'pipe', 'inherit'] });
    children.push(child);
    return child;
  }

  beforeEach(() => {
    children = [];
  });
  afterEach(async () => {
    for (const child of children) {
      if (child.exitCode === null && child.signalCode === null && child.kill('SIGKILL')) await exitOf(child);
    }
  });
  const folder = useFolder();

  it('opens when it is cut at any byte, and loses at most the torn line', async () => {
    const path = join(folder(), 'c.jsonl');
    const lines = [
      { type: 'conversation', version: 1, id: 'c', at: 1 },
      { type: 'prompt', id: 'p', parentId: null, text: 'Ünïcødé 你好 👩‍👩‍👧\n', at: 2 },
      { type: 'answer', id: 'a', parentId: 'p', model: '模型', at: 3 },
      { type: 'delta', id: 'a', kind: 'thinking', text: '“hm”' },
      { type: 'signature', id: 'a', signature: '签' },
      { type: 'delta', id: 'a', kind: 'text', text: '世界 \\ "quoted"' },
      { type: 'toolCall', id: 'a', callId: 'c', name: 'look', input: { at: '这里' } },
      { type: 'toolResult', id: 'a', callId: 'c', status: 'done', text: '看到' },
      { type: 'picture', id: 'a', picture: { file: `${'a'.repeat(64)}.png`, mediaType: 'image/png' } },
      { type: 'end', id: 'a', status: 'complete', at: 4, usage: { inputTokens: 1 } },
      { type: 'prompt', id: 'p2', parentId: 'a', text: 'more', at: 5 },
      { type: 'title', title: '题目', at: 6 },
      { type: 'pin', isPinned: true },
    ].map((record) => JSON.stringify(record));
    const bytes = Buffer.from(`${lines.join('\n')}\n`);
    const next = { type: 'prompt', id: 'next', parentId: null, text: 'after the crash', at: 7 } as const;
    for (let cut = 0; cut <= bytes.length; cut++) {
      await writeFile(path, bytes.subarray(0, cut));
      // A line that lacks only its line break is complete.
      const ends = lines.map((_, index) => Buffer.byteLength(lines.slice(0, index + 1).join('\n')));
      const expected = new Conversation('c');
      for (const line of lines.filter((_, index) => (ends[index] ?? 0) <= cut)) {
        const record = parseRecord(line);
        if (record) expected.append(record);
      }
      const journal = createJournal(folder(), silentLogger);
      const opened = await journal.load('c');
      deepStrictEqual(opened && contentOf(opened), contentOf(expected), `cut at ${cut}`);
      await journal.append('c', next);
      expected.append(next);
      const again = await createJournal(folder(), silentLogger).load('c');
      deepStrictEqual(again && contentOf(again), contentOf(expected), `appended after a cut at ${cut}`);
    }
  });

  it('has everything that was written when the process was killed, once and in order', async function () {
    this.timeout(120_000);
    const random = createRandom(5);
    const written: number[] = [];
    for (let kill = 0; kill < 4; kill++) {
      const child = start('crashingWriter.ts', folder(), 'c', String(kill * 100_000));
      const limit = written.length + 50 + random() * 200;
      for await (const line of linesOf(child)) {
        written.push(Number(line));
        if (written.length > limit) child.kill('SIGKILL');
      }
    }
    ok(written.length > 200, 'each process wrote until it was killed');
    const conversation = await createJournal(folder(), silentLogger).load('c');
    const shown = JSON.stringify([...(conversation?.messages.values() ?? [])]);
    const kept = [...shown.matchAll(/\[(\d+)\]/g)].map(([, number]) => Number(number));
    deepStrictEqual(
      written.filter((number) => !kept.includes(number)),
      [],
      'nothing is lost',
    );
    deepStrictEqual(
      kept,
      [...new Set(kept)].sort((one, other) => one - other),
      'all is there once, in order',
    );
  });

  it('has no torn lines when two windows write at once, and each window gets all records of the other', async function () {
    this.timeout(60_000);
    const count = 2000;
    const names = ['one', 'other'];
    const pair = names.map((name) => start('racingWriter.ts', folder(), name, String(count)));
    const outputs = pair.map((child) => linesOf(child)[Symbol.asyncIterator]());
    await Promise.all(outputs.map((lines) => lines.next()));
    for (const { stdin } of pair) stdin?.write('go\n');
    const heard = await Promise.all(
      outputs.map(async (lines) => JSON.parse((await lines.next()).value ?? 'null') as string[]),
    );
    const [ofOne, ofOther] = names.map((name) =>
      Array.from({ length: count }, (_, number) => `${name}${number}`),
    );
    deepStrictEqual(heard, [ofOther, ofOne]);
    const written = (await readFile(join(folder(), 'c.jsonl'), 'utf8')).split('\n').flatMap((line) => {
      const record = line ? parseRecord(line) : undefined;
      ok(!line || record?.type === 'prompt', 'every line is whole');
      return record?.type === 'prompt' ? [record.id] : [];
    });
    deepStrictEqual(
      names.map((name) => written.filter((id) => id.replace(/\d+$/, '') === name)),
      [ofOne, ofOther],
    );
  });
});
