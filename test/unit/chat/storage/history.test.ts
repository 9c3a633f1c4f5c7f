import { deepStrictEqual, ok, rejects } from 'node:assert/strict';
import { appendFile, mkdir, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { textOf } from '../../../../src/chat/model/message.ts';
import type { JournalRecord } from '../../../../src/chat/model/records.ts';
import { firstWords } from '../../../../src/chat/model/titles.ts';
import { createHistory, type History } from '../../../../src/chat/storage/history.ts';
import { findInTurns, findSnippet, foldText } from '../../../../src/chat/storage/historySearch.ts';
import { createJournal, type Journal } from '../../../../src/chat/storage/journal.ts';
import { type Logger, silentLogger } from '../../../../src/relay/logger.ts';
import { createRandom } from '../../../randomNumbers.ts';
import { useFolder } from '../../testFolder.ts';
import { createHostileText } from '../hostileTexts.ts';
import { conversationOf, turn } from '../journalRecords.ts';

describe('the history', () => {
  const root = useFolder();
  let folder: string;
  let journal: Journal;
  let history: History;
  let logged: string[];
  const { signal } = new AbortController();

  beforeEach(() => {
    folder = root();
    logged = [];
    const keep = (message: string) => logged.push(message);
    const logger: Logger = { ...silentLogger, info: keep, warn: keep };
    journal = createJournal(folder, logger);
    history = createHistory(folder, journal, logger);
  });

  const write = (id: string, ...records: JournalRecord[]) =>
    Promise.all(records.map((record) => journal.append(id, record)));
  const pathOf = (id: string) => join(folder, `${id}.jsonl`);
  const listed = async () => (await history.list()).map(({ id }) => id);

  it('is empty if nothing was written', async () => {
    await rm(folder, { recursive: true });
    deepStrictEqual([await history.list(), await history.search('x', { signal })], [[], []]);
  });

  it('lists conversations with their details, pinned ones first, then the latest', async () => {
    await write('old', ...turn(1, 'Old\n\u202equestion', 'x'));
    await write('new', ...turn(1, 'New', 'x'), ...turn(2, 'More', 'y'), ...turn(2, 'ignored', ''));
    await write('pinned', ...turn(1, 'Pinned', 'x'), { type: 'pin', isPinned: true });
    await write('named', ...turn(3, 'Lost', 'x'), { type: 'title', title: ' A\ntitle ', at: 99 });
    deepStrictEqual(await history.list(), [
      { id: 'pinned', title: 'Pinned', updatedAt: 12, turnCount: 1, isPinned: true },
      { id: 'named', title: 'A title', updatedAt: 32, turnCount: 0, isPinned: false },
      { id: 'new', title: 'New', updatedAt: 22, turnCount: 2, isPinned: false },
      { id: 'old', title: 'Old question', updatedAt: 12, turnCount: 1, isPinned: false },
    ]);
  });

  it('sees what another window writes and removes', async () => {
    await write('c', ...turn(1, 'Mine', 'x'));
    deepStrictEqual((await history.list())[0]?.title, 'Mine');
    await appendFile(pathOf('c'), '{"type":"title","title":"Theirs","at":1}\n');
    deepStrictEqual((await history.list())[0]?.title, 'Theirs');
    await rm(pathOf('c'));
    deepStrictEqual(await history.list(), []);
  });

  it('skips files that are not conversations, and logs each once', async () => {
    await write('c', ...turn(1, 'Mine', 'x'));
    await writeFile(pathOf('foreign'), 'nonsense\n{"a":1}\n');
    await writeFile(join(folder, 'not ours.jsonl'), '');
    await writeFile(join(folder, 'readme.txt'), '');
    await mkdir(pathOf('folder'));
    await symlink(pathOf('loop'), pathOf('loop'));
    logged = [];
    deepStrictEqual(await listed(), ['c']);
    deepStrictEqual(await listed(), ['c']);
    deepStrictEqual(
      logged.filter((line) => line.includes('foreign')),
      ['History: foreign.jsonl contains no conversation'],
    );
    ok(logged.some((line) => line.startsWith('History: failed to read loop.jsonl: ')));
  });

  it('renames, pins and deletes conversations, and undoes each', async () => {
    await write('c', ...turn(1, 'First words', 'x'));
    const states: unknown[] = [];
    const note = async () =>
      states.push((await history.list()).map(({ title, isPinned }) => [title, isPinned]));
    await history.rename('c', 'A\nname');
    await history.pin('c', true);
    await note();
    await history.rename('c', '');
    await history.pin('c', false);
    await note();
    await history.delete('c');
    await note();
    await history.restore('c');
    await note();
    deepStrictEqual(states, [[['A name', true]], [['First words', false]], [], [['First words', false]]]);
  });

  it('removes the files of conversations that were deleted long ago, and only those', async () => {
    const deleted: JournalRecord = { type: 'delete', isDeleted: true, at: 20 };
    const long = [...turn(1, 'q', 'x'), deleted];
    await write('long', ...long);
    await write('restored', ...long, { type: 'delete', isDeleted: false, at: 21 });
    await write('never', ...turn(1, 'q', 'x'));
    await write(
      'used',
      ...long,
      ...turn(2, 'another window went on', 'x').map((record) => ({ ...record, at: Date.now() })),
    );
    await write('touched', ...long);
    await write('lately', ...turn(1, 'q', 'x'), { ...deleted, at: Date.now() });
    await writeFile(pathOf('foreign'), 'nonsense\n');
    for (const id of ['long', 'restored', 'never', 'used', 'lately', 'foreign'])
      await utimes(pathOf(id), 1, 1);
    await history.purge(30 * 24 * 60 * 60 * 1000);
    deepStrictEqual(
      (await readdir(folder)).sort(),
      ['foreign', 'lately', 'never', 'restored', 'touched', 'used'].map((id) => `${id}.jsonl`),
    );
  });

  it('imports a conversation as a new one', async () => {
    const records = turn(1, 'q', 'imported');
    const ids = [await history.importConversation(records), await history.importConversation(records)];
    deepStrictEqual((await listed()).sort(), [...ids].sort());
    for (const id of ids) {
      const loaded = await journal.load(id);
      deepStrictEqual(
        loaded?.turns.map(({ answer }) => textOf(answer)),
        ['imported'],
      );
      const [first = ''] = (await readFile(pathOf(id), 'utf8')).split('\n');
      deepStrictEqual({ ...JSON.parse(first), at: 0 }, { type: 'conversation', version: 1, id, at: 0 });
    }
  });

  it('imports nothing at all if a part is nested too deep to be written', async () => {
    const input = JSON.parse(`{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`);
    const call: JournalRecord = { type: 'toolCall', id: 'a1', callId: 'c', name: 'look', input };
    await rejects(history.importConversation([...turn(1, 'q', 'a'), call]), RangeError);
    deepStrictEqual(await history.list(), []);
  });

  it('finds text in titles, questions and responses, on every branch, in any case and width', async () => {
    await write('one', ...turn(1, 'What is a MONAD?', 'A monad, Ｍｏｎａｄ'), ...turn(2, 'x', 'monadic'));
    await write('two', ...turn(1, '你好', '“中文”……的句子，ａ：é！'), {
      type: 'title',
      title: 'Monads',
      at: 1,
    });
    await write('three', ...turn(1, 'nothing', 'x'));
    await write('four', ...turn(1, 'monad', 'x'), { type: 'delete', isDeleted: true, at: 1 });
    const find = async (text: string) =>
      (await history.search(text, { signal })).map(({ entry, snippet }) => [entry.id, snippet]);
    deepStrictEqual(await find(' monad '), [
      ['one', 'What is a MONAD?'],
      ['two', 'Monads'],
    ]);
    // As it was written, not as it is compared.
    deepStrictEqual(await find('的句子,A'), [['two', '“中文”……的句子，ａ：é！']]);
    deepStrictEqual([await find('absent'), (await find(' ')).length], [[], 3]);
  });

  it('shows about 80 characters around a match', async () => {
    const words = 'one two\nthree '.repeat(20);
    await write('c', ...turn(1, `${words}HERE ${words}`, ''));
    const [match] = await history.search('here', { signal });
    deepStrictEqual(
      match?.snippet,
      '…two three one two three one two three HERE one two three one two three one two t…',
    );
  });

  it('stops a search that is no longer wanted', async () => {
    await write('c', ...turn(1, 'monad', ''));
    await rejects(
      history.search('monad', { signal: AbortSignal.abort(new Error('no longer')) }),
      /no longer/,
    );
  });

  it('counts matches in the turns of a conversation, ignoring case', () => {
    const { turns } = conversationOf([...turn(1, 'loop?', 'A Loop, a loop.'), ...turn(2, 'other', 'A loop')]);
    deepStrictEqual(
      ['LOOP', 'nowhere', ''].map((text) => findInTurns(turns, text)),
      [
        [
          { turnId: 'a1', place: 0, count: 3 },
          { turnId: 'a2', place: 1, count: 1 },
        ],
        [],
        [],
      ],
    );
  });

  it('shows the match in its snippet, whatever the text is', () => {
    const random = createRandom(3);
    let found = 0;
    for (let round = 0; round < 3000; round++) {
      const text = Array.from({ length: 8 }, () => createHostileText(random)).join('');
      const start = Math.floor(random() * text.length);
      const folded = foldText(text)
        .slice(start, start + 1 + Math.floor(random() * 5))
        .trim();
      const snippet = folded && findSnippet(conversationOf(turn(1, text, '')), folded);
      if (!snippet) continue;
      found += 1;
      const comparable = (part: string) =>
        foldText(part).replace(/[\p{Control}\u2028\s\p{Surrogate}\uFFFD]/gu, '');
      ok(comparable(snippet).includes(comparable(folded)), JSON.stringify({ text, folded, snippet }));
    }
    ok(found > 2000);
  });
});

describe('the first words of a text', () => {
  const cases: [text: string, words: string][] = [
    ['  One\r\n\ttwo  ', 'One two'],
    ['word '.repeat(30), `${'word '.repeat(11)}word…`],
    ['界'.repeat(61), `${'界'.repeat(60)}…`],
    ['🙂'.repeat(31), `${'🙂'.repeat(30)}…`],
    ['a\u202eb\u2028c\0d\uD83D', 'a b c d\uFFFD'],
    ['', ''],
  ];
  for (const [text, words] of cases) {
    it(`${JSON.stringify(text.slice(0, 20))}…`, () => deepStrictEqual(firstWords(text), words));
  }
});
