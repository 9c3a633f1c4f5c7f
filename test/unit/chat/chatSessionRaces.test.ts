import { deepStrictEqual } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import type { Preparation } from '../../../src/chat/model/chatServices.ts';
import { createJournal } from '../../../src/chat/storage/journal.ts';
import { createPictureStore } from '../../../src/chat/storage/pictureStore.ts';
import { RelayError } from '../../../src/relay/errors/relayError.ts';
import { silentLogger } from '../../../src/relay/logger.ts';
import { answerWith, finish, question, turnsOf, untilStopped, useSessions } from './sessionHarness.ts';

const pictureOf = (length: number) =>
  Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(length)]);

describe('a chat with concurrent events', () => {
  const harness = useSessions();
  afterEach(async () => {
    mock.timers.reset();
  });

  const hasDelta = () => harness.facts.some(({ type }) => type === 'delta');

  it('sends a queued message after an edit that stopped the running response', async () => {
    let reply: Preparation['ask'] = untilStopped;
    const session = await harness.open({ reply: (...call) => reply(...call) });
    session.send(question('one'));
    await harness.until(hasDelta);
    session.send(question('queued'));
    reply = answerWith('fine');
    session.edit(session.turns(0, 1).turns[0]?.id ?? '', 'one, edited');
    await harness.until(() => turnsOf(session)[1]?.status === 'complete');
    deepStrictEqual(
      turnsOf(session).map(({ prompt, status }) => [prompt, status]),
      [
        ['one, edited', 'complete'],
        ['queued', 'complete'],
      ],
    );
  });

  it('has the end of a response on disk when the chat is closed right after leaving it', async () => {
    const session = await harness.open({
      async *reply(...call) {
        yield { type: 'text', text: 'part' };
        yield { type: 'image', mediaType: 'image/png', bytes: pictureOf(30_000_000) };
        yield* untilStopped(...call);
      },
    });
    session.send(question('one'));
    await harness.until(hasDelta);
    const id = session.conversation.id;
    session.newConversation();
    await session.close();
    const [turn] = turnsOf(await harness.open({}, id));
    deepStrictEqual([turn?.status, turn?.parts[0]], ['stopped', { type: 'text', text: 'part' }]);
  });

  it('stores an image once that arrives several times at the same time', async () => {
    const folder = join(harness.folder, 'pictures');
    const store = createPictureStore(folder);
    const kept = await Promise.all(Array.from({ length: 8 }, () => store.keep(pictureOf(100_000))));
    deepStrictEqual([new Set(kept.map((each) => each?.file)).size, (await readdir(folder)).length], [1, 1]);
  });

  it('waits for an empty response of another window while that window is open', async () => {
    const other = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)']);
    await once(other, 'spawn');
    mock.timers.enable({ apis: ['setInterval'] });
    const at = Date.now();
    const records = [
      { type: 'conversation', version: 1, id: 'c', at },
      { type: 'prompt', id: 'p', parentId: null, text: 'q', at },
      { type: 'answer', id: 'a', parentId: 'p', model: 'm', writer: `${hostname()}:${other.pid}`, at },
    ];
    await mkdir(join(harness.folder, 'conversations'), { recursive: true });
    const lines = records.map((record) => `${JSON.stringify(record)}\n`).join('');
    await writeFile(join(harness.folder, 'conversations', 'c.jsonl'), lines);
    const session = await harness.open({}, 'c');
    const statuses = [turnsOf(session)[0]?.status];
    other.kill();
    await once(other, 'exit');
    mock.timers.tick(5_000);
    await harness.until(() => turnsOf(session)[0]?.status !== 'waiting');
    statuses.push(turnsOf(session)[0]?.status);
    deepStrictEqual(statuses, ['waiting', 'interrupted']);
  });

  it('shows a response as interrupted, not stopped, when its window was closed', async () => {
    const session = await harness.open({ reply: untilStopped });
    session.send(question('one'));
    await harness.until(hasDelta);
    const id = session.conversation.id;
    await session.close();
    const [turn] = turnsOf(await harness.open({}, id));
    deepStrictEqual(
      [turn?.status, turn?.failure?.title, turn?.parts],
      [
        'interrupted',
        'The window was closed before this response was complete.',
        [{ type: 'text', text: 'part' }],
      ],
    );
  });

  it('shows a response as interrupted when its window was killed, and continues it', async () => {
    const journal = createJournal(join(harness.folder, 'conversations'), silentLogger);
    const records = [
      { type: 'prompt', id: 'p', parentId: null, text: 'q', at: 1 },
      { type: 'answer', id: 'a', parentId: 'p', model: 'm', at: 1 },
      { type: 'delta', id: 'a', kind: 'text', text: 'Half' },
    ] as const;
    for (const record of records) await journal.append('c', record);
    const session = await harness.open({}, 'c');
    session.continueAnswer('a');
    await harness.until(() => turnsOf(session)[1]?.status === 'complete');
    deepStrictEqual(
      [turnsOf(session)[0]?.status, harness.requests[0]?.messages.slice(0, 2).map(({ content }) => content)],
      ['interrupted', ['q', 'Half']],
    );
  });

  it('shows a response as stopped when the window is closed right after Stop', async () => {
    const session = await harness.open({ reply: untilStopped });
    session.send(question('one'));
    await harness.until(hasDelta);
    session.stop();
    await session.close();
    deepStrictEqual(turnsOf(await harness.open({}, session.conversation.id))[0]?.status, 'stopped');
  });

  it('accepts an edit of a question that has received another response in the meantime', async () => {
    const session = await harness.open();
    session.send(question('one'));
    await harness.until(() => turnsOf(session)[0]?.status === 'complete');
    const first = turnsOf(session)[0]?.id ?? '';
    session.retry(first);
    await harness.until(() => turnsOf(session)[0]?.status === 'complete');
    deepStrictEqual(
      [turnsOf(session)[0]?.id === first, session.edit(first, 'one, edited'), session.edit('nothing', 'x')],
      [false, true, false],
    );
    deepStrictEqual(
      turnsOf(session).map(({ prompt }) => prompt),
      ['one, edited'],
    );
  });

  it('retries a response that is still streaming, and keeps the partial one as a version', async () => {
    let asked = 0;
    const session = await harness.open({
      reply: async function* (_request, { signal }) {
        asked += 1;
        yield { type: 'text', text: `try ${asked}` };
        if (asked > 1) return yield finish;
        await new Promise((_, reject) =>
          signal.addEventListener('abort', () => reject(new RelayError('cancelled'))),
        );
      },
    });
    session.send(question('one'));
    await harness.until(() => turnsOf(session)[0]?.status === 'running');
    const [first] = session.running;
    session.retry(first ?? '');
    await harness.until(() => turnsOf(session)[0]?.status === 'complete');
    const { conversation } = session;
    deepStrictEqual(
      [turnsOf(session)[0]?.parts, conversation.answer(first ?? '')?.end?.status, session.isQueueHeld],
      [[{ type: 'text', text: 'try 2' }], 'stopped', false],
    );
  });
});
