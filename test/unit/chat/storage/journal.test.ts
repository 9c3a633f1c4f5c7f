import { deepStrictEqual, ok, rejects } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { appendFile, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Conversation } from '../../../../src/chat/model/conversation.ts';
import { textOf as textOfAnswer } from '../../../../src/chat/model/message.ts';
import { type JournalRecord, journalRecord, parseRecord } from '../../../../src/chat/model/records.ts';
import { createJournal, type Journal } from '../../../../src/chat/storage/journal.ts';
import { defined } from '../../../../src/relay/json.ts';
import { silentLogger } from '../../../../src/relay/logger.ts';
import { createRandom } from '../../../randomNumbers.ts';
import { useFolder } from '../../testFolder.ts';
import { createHostileText } from '../hostileTexts.ts';

const records: JournalRecord[] = [
  { type: 'conversation', version: 1, id: 'c1', at: 1 },
  { type: 'prompt', id: 'p', parentId: null, text: 'line\nbreak and “quotes” 你好', at: 2 },
  { type: 'answer', id: 'a', parentId: 'p', model: 'm', at: 3 },
  { type: 'delta', id: 'a', kind: 'text', text: 'part' },
  {
    type: 'end',
    id: 'a',
    status: 'complete',
    at: 4,
    usage: { inputTokens: 9, outputTokens: 1, cachedInputTokens: 5, cacheWrittenTokens: 3 },
  },
];

const linesOf = async (path: string) =>
  (await readFile(path, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('the journal', () => {
  let folder: string;
  let path: string;
  const root = useFolder();
  beforeEach(() => {
    folder = join(root(), 'conversations');
    path = join(folder, 'c1.jsonl');
  });

  const textOf = async (journal = createJournal(folder, silentLogger)) => {
    const conversation = await journal.load('c1');
    return conversation?.turns.map(({ answer }) => textOfAnswer(answer));
  };

  async function writeAll() {
    const journal = createJournal(folder, silentLogger);
    for (const record of records) void journal.append('c1', record);
    await journal.flush();
  }

  it('restores what was appended, in order, one record per line', async () => {
    await writeAll();
    const conversation = await createJournal(folder, silentLogger).load('c1');
    deepStrictEqual(
      [await linesOf(path), await textOf(), conversation?.turns[0]?.answer.end],
      [records, ['part'], records.at(-1)],
    );
  });

  it('can be read only by its owner', async () => {
    await writeAll();
    deepStrictEqual((await stat(path)).mode & 0o777, 0o600);
  });

  it('has no conversation without a file', async () => {
    deepStrictEqual(await textOf(), undefined);
  });

  it('ignores lines of other programs and versions', async () => {
    await writeAll();
    await appendFile(path, 'nonsense\n{"type":"hologram","id":"x"}\n[]\nnull\n');
    deepStrictEqual(await textOf(), ['part']);
  });

  it('logs once that it can’t write, and writes everything in order on the next flush or append', async () => {
    const blockedRecords = async (journal: Journal, some: readonly JournalRecord[]) => {
      await rm(folder, { recursive: true, force: true });
      await writeFile(folder, 'a file where the folder should be');
      const appended = await Promise.allSettled(some.map((record) => journal.append('c1', record)));
      deepStrictEqual(
        [await journal.flush(), new Set(appended.map(({ status }) => status))],
        [false, new Set(['rejected'])],
      );
      await rm(folder);
    };
    const told: string[] = [];
    const tell = (words: string) => void told.push(words.replace(/: Error.*/, ''));
    const journal = createJournal(folder, { ...silentLogger, error: tell, info: tell });
    await blockedRecords(journal, records);
    deepStrictEqual([await journal.flush(), await linesOf(path)], [true, records]);
    const [first, ...others] = records;
    await blockedRecords(journal, first ? [first] : []);
    for (const record of others) await journal.append('c1', record);
    deepStrictEqual(
      [await linesOf(path), told],
      [records, Array(2).fill(['History: failed to save', 'History can be saved again']).flat()],
    );
  });

  it('reports once that a conversation can’t be saved, and saves all of it when it can', async () => {
    await writeFile(folder, 'a file where the folder should be');
    const journal = createJournal(folder, silentLogger);
    const conversation = new Conversation('c1');
    const told: string[] = [];
    const unfollow = journal.keep(conversation, () => told.push('unwritable'));
    for (const record of records.slice(0, 3)) conversation.append(record);
    await journal.flush();
    await rm(folder);
    // Records appended after this are written as well.
    unfollow();
    for (const record of records.slice(3)) conversation.append(record);
    await journal.flush();
    deepStrictEqual([told, await textOf()], [['unwritable'], ['part']]);
    await rm(folder, { recursive: true });
    await writeFile(folder, 'a file where the folder should be');
    for (const record of records) conversation.append(record);
    await journal.flush();
    deepStrictEqual(told, ['unwritable', 'unwritable']);
  });

  it('does not report success while a failing write is in progress', async () => {
    await writeFile(folder, 'a file where the folder should be');
    const journal = createJournal(folder, silentLogger);
    const [record] = records;
    if (!record) throw new Error('no record');
    const appending = Promise.allSettled([journal.append('c1', record), journal.append('c1', record)]);
    deepStrictEqual(
      [await journal.flush(), (await appending).map(({ status }) => status)],
      [false, ['rejected', 'rejected']],
    );
  });

  it('writes each record once when a write is cut short', async function () {
    // The write is cut short by the shell's `ulimit`, which Windows does not have.
    if (process.platform === 'win32') this.skip();
    const child = join(import.meta.dirname, 'limitedWriter.ts');
    const script = `ulimit -f 1; exec "${process.execPath}" "${child}" "${folder}"`;
    const { stdout } = await promisify(execFile)('sh', ['-c', script]);
    const { count, error } = JSON.parse(stdout) as { count: number; error: string };
    deepStrictEqual(error, 'Error: the disk wrote only part of the data');
    const [first, second] = [
      await readFile(join(folder, 'first.jsonl'), 'utf8'),
      await readFile(path, 'utf8'),
    ];
    ok(!first.endsWith('\n'), 'a line was torn');
    const titles = `${first}\n${second}`.split('\n').flatMap((line) => {
      const record = parseRecord(line);
      return record?.type === 'title' ? [Number(record.title)] : [];
    });
    deepStrictEqual(
      titles,
      Array.from({ length: count }, (_, number) => number),
    );
  });

  it('rejects an ID that is a path', async () => {
    const journal = createJournal(folder, silentLogger);
    await rejects(journal.load('../../etc/passwd'));
  });
});

describe('a line of a journal', () => {
  const prompt = { type: 'prompt', id: 'p', parentId: null, text: 'q', at: 1 };
  const answer = { type: 'answer', id: 'a', parentId: 'p', model: 'm', at: 1 };
  const configuration = { type: 'configuration', at: 1 };
  for (const [known, later] of [
    [prompt, { isCompaction: 'later' }],
    [answer, { relay: 'not a URL', protocol: 'later', isImage: 'later' }],
    [configuration, { effort: 'enormous', temperature: 3 }],
  ] as const)
    it(`is read without the values that this version does not know: ${known.type}`, () => {
      const record = parseRecord(JSON.stringify({ ...known, ...later }));
      deepStrictEqual(record && defined(record), known);
    });

  it('is read as its schema says, also on the fast path without it', () => {
    const random = createRandom(5);
    const pick = <Item>(...items: Item[]) => items[Math.floor(random() * items.length)] as Item;
    const value = () =>
      pick<unknown>('text', 'thinking', createHostileText(random), 1, null, undefined, {}, []);
    let readCount = 0;
    for (let round = 0; round < 5000; round++) {
      const line = JSON.stringify({
        ...pick({}, { more: value() }),
        type: pick<unknown>('delta', 'delta', 'delta', 'end', 'choose', value()),
        id: pick<unknown>('id', 'id', value()),
        kind: pick<unknown>('text', 'thinking', value()),
        text: pick<unknown>(createHostileText(random), value()),
      });
      const torn = pick(line, line, line.slice(0, Math.floor(random() * line.length)), `[${line}]`);
      let bySchema: JournalRecord | undefined;
      try {
        bySchema = journalRecord.safeParse(JSON.parse(torn)).data;
      } catch {
        bySchema = undefined;
      }
      deepStrictEqual(parseRecord(torn), bySchema, torn);
      if (bySchema?.type === 'delta') readCount += 1;
    }
    ok(readCount > 500);
  });
});
