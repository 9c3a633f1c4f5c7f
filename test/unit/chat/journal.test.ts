import { deepStrictEqual, ok, rejects } from 'node:assert/strict';
import { appendFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { currentTurns, type JournalRecord } from '../../../src/chat/conversation.ts';
import { createJournal } from '../../../src/chat/journal.ts';
import { silentLogger } from '../../../src/relay/logger.ts';

const records: JournalRecord[] = [
  { type: 'conversation', version: 1, id: 'c1', at: 1 },
  { type: 'prompt', id: 'p', parentId: null, text: 'line\nbreak and “quotes” 你好', at: 2 },
  { type: 'answer', id: 'a', parentId: 'p', model: 'm', at: 3 },
  { type: 'delta', id: 'a', kind: 'text', text: 'part' },
];

describe('the journal', () => {
  let folder: string;
  let path: string;
  beforeEach(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'journal-')), 'conversations');
    path = join(folder, 'c1.jsonl');
  });
  afterEach(() => rm(join(folder, '..'), { recursive: true }));

  const textOf = async (journal = createJournal(folder, silentLogger)) => {
    const conversation = await journal.load('c1');
    return conversation && currentTurns(conversation).map(({ answer }) => answer.text);
  };

  async function writeAll() {
    const journal = createJournal(folder, silentLogger);
    for (const record of records) void journal.append('c1', record);
    await journal.flush();
  }

  it('brings back what was appended, in order, one record a line', async () => {
    await writeAll();
    const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
    deepStrictEqual(
      lines.map((line) => JSON.parse(line)),
      records,
    );
    deepStrictEqual(await textOf(), ['part']);
  });

  it('can be read by its owner alone', async () => {
    await writeAll();
    deepStrictEqual((await stat(path)).mode & 0o777, 0o600);
  });

  it('knows nothing of a conversation without a file', async () => {
    deepStrictEqual(await textOf(), undefined);
  });

  it('goes on after a line that a crash tore, and loses only that line', async () => {
    await writeAll();
    await appendFile(path, '{"type":"delta","id":"a","kind":"text","te');
    const journal = createJournal(folder, silentLogger);
    await journal.append('c1', { type: 'delta', id: 'a', kind: 'text', text: ' and more' });
    deepStrictEqual(await textOf(journal), ['part and more']);
  });

  it('leaves out lines of other programs and other versions', async () => {
    await writeAll();
    await appendFile(path, 'nonsense\n{"type":"hologram","id":"x"}\n[]\nnull\n');
    deepStrictEqual(await textOf(), ['part']);
  });

  it('says when it could not write, and writes what was left when it can', async () => {
    await writeFile(folder, 'a file where the folder should be');
    const journal = createJournal(folder, silentLogger);
    const [first, ...others] = records;
    ok(first);
    await rejects(journal.append('c1', first));
    await rm(folder);
    for (const record of others) await journal.append('c1', record);
    const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
    deepStrictEqual(
      lines.map((line) => JSON.parse(line)),
      records,
    );
  });

  it('takes no id that is a path', async () => {
    const journal = createJournal(folder, silentLogger);
    await rejects(journal.load('../../etc/passwd'));
  });
});
