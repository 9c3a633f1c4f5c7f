import { deepStrictEqual } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import type { Preparation } from '../../../src/chat/model/chatServices.ts';
import type { JournalRecord } from '../../../src/chat/model/records.ts';
import { createPictureStore } from '../../../src/chat/storage/pictureStore.ts';
import { answer, delta, prompt } from './journalRecords.ts';
import { answerWith, idIn, question, shownIn, turnsOf, untilStopped, useSessions } from './sessionHarness.ts';

const pictureOf = (length: number) =>
  Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(length)]);

describe('a chat with concurrent events', () => {
  const harness = useSessions();
  afterEach(() => mock.timers.reset());

  const write = async (...records: readonly JournalRecord[]) => {
    for (const record of records) await harness.openJournal().append('c', record);
  };

  it('sends a queued message after an edit that stopped the running response', async () => {
    let reply: Preparation['ask'] = untilStopped;
    const session = await harness.open({ reply: (...call) => reply(...call) });
    session.send(question('one'));
    await harness.hasText();
    session.send(question('queued'));
    reply = answerWith('fine');
    session.edit(idIn(session), 'one, edited');
    await harness.until(() => turnsOf(session)[1]?.status === 'complete');
    deepStrictEqual(shownIn(session), [
      ['one, edited', 'fine', 'complete'],
      ['queued', 'fine', 'complete'],
    ]);
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
    await harness.hasText();
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
    const [at, writer] = [Date.now(), `${hostname()}:${other.pid}`];
    await write(prompt('p'), answer('a', 'p', { writer, at }));
    const session = await harness.open({}, 'c');
    const statuses = [turnsOf(session)[0]?.status];
    other.kill();
    await once(other, 'exit');
    mock.timers.tick(5_000);
    await harness.until(() => turnsOf(session)[0]?.status !== 'waiting');
    statuses.push(turnsOf(session)[0]?.status);
    deepStrictEqual(statuses, ['waiting', 'interrupted']);
  });

  it('shows a response as interrupted when its window was killed, and continues it', async () => {
    await write(prompt('p', null, 'q'), answer('a', 'p'), delta('a', 'Half'));
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
    await harness.hasText();
    session.stop();
    await session.close();
    deepStrictEqual(turnsOf(await harness.open({}, session.conversation.id))[0]?.status, 'stopped');
  });

  it('accepts an edit of a question that has received another response in the meantime', async () => {
    const session = await harness.open();
    await harness.ask(session, 'one');
    const first = idIn(session);
    session.retry(first);
    await harness.idle(session);
    const found = [idIn(session) === first, session.edit(first, 'one, edited'), session.edit('nothing', 'x')];
    deepStrictEqual(
      [found, turnsOf(session).map(({ prompt }) => prompt)],
      [[false, true, false], ['one, edited']],
    );
  });

  it('retries a response that is still streaming, and keeps the partial one as a version', async () => {
    let reply: Preparation['ask'] = untilStopped;
    const session = await harness.open({ reply: (...call) => reply(...call) });
    session.send(question('one'));
    await harness.hasText();
    const [first = ''] = session.running;
    reply = answerWith('again');
    session.retry(first);
    await harness.until(() => turnsOf(session)[0]?.status === 'complete');
    deepStrictEqual(
      [shownIn(session), session.conversation.answer(first)?.end?.status, session.isQueueHeld],
      [[['one', 'again', 'complete']], 'stopped', false],
    );
  });
});
