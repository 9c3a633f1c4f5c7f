import { deepStrictEqual, ok } from 'node:assert/strict';
import { type AnswerText, AnswerTexts } from '../../../../src/chat/model/answerTexts.ts';
import type { ChatSession } from '../../../../src/chat/model/chatSession.ts';
import { Conversation } from '../../../../src/chat/model/conversation.ts';
import type { JournalRecord } from '../../../../src/chat/model/records.ts';
import { answer, delta, end, prompt } from '../journalRecords.ts';
import { idIn, question, untilStopped, useSessions } from '../sessionHarness.ts';

const begun = [prompt('p'), answer('a', 'p')];
const ended = end('a');

/** All states of the text until it is complete. */
function hear(text: AnswerText | undefined): Promise<string[]> {
  ok(text);
  const { promise, resolve } = Promise.withResolvers<string[]>();
  const heard: string[] = [];
  const listen = () => {
    if (heard.at(-1) !== text.read()) heard.push(text.read());
    if (!text.isComplete()) return;
    leave();
    resolve(heard);
  };
  const leave = text.onChange(listen);
  listen();
  return promise;
}

describe('the text of a streaming response', () => {
  const begin = () => {
    const conversation = new Conversation('c');
    const append = async (...records: readonly JournalRecord[]) => {
      for (const record of records) {
        conversation.append(record);
        // Listeners are called after the record.
        await undefined;
      }
    };
    const texts = new AnswerTexts(() => true);
    return { conversation, append, texts };
  };

  it('grows with each text delta, contains nothing else, and is complete with the response; others have none', async () => {
    const { conversation, append, texts } = begin();
    await append(...begun);
    const whole = hear(texts.find(conversation, 'a'));
    await append(
      delta('a', 'Hm.', 'thinking'),
      delta('a', 'I '),
      delta('a', 'look.'),
      { type: 'toolCall', id: 'a', callId: '1', name: 'look', input: {} },
      delta('a', 'Seen it.'),
      ended,
    );
    deepStrictEqual(
      [await whole, ...['a', 'p', ''].map((id) => texts.find(conversation, id)?.isComplete())],
      [['', 'I ', 'I look.', 'I look.\n\nSeen it.'], true, undefined, undefined],
    );
  });

  it('stops notifying listeners that have unsubscribed, but not the others', async () => {
    const { conversation, append, texts } = begin();
    await append(...begun);
    const text = texts.find(conversation, 'a');
    let calls = 0;
    const count = () => {
      calls += 1;
    };
    const leave = text?.onChange(count);
    const leaveToo = text?.onChange(count);
    leave?.();
    leaveToo?.();
    leave?.();
    const whole = hear(text);
    await append(delta('a', 'part'), ended);
    deepStrictEqual([await whole, calls], [['', 'part'], 0]);
  });
});

describe('the text of a session’s response', () => {
  const harness = useSessions();

  const here: Record<string, (session: ChatSession) => unknown> = {
    'is stopped': (session) => session.stop(),
    'belongs to a question that is edited': (session) => session.edit(idIn(session), 'r'),
    'is left for a new chat': (session) => session.newConversation(),
    'ends with its window': (session) => session.close(),
  };
  for (const [name, finish] of Object.entries(here)) {
    it(`ends with what was received so far when the response ${name}`, async () => {
      const session = await harness.open({ reply: untilStopped });
      session.send(question('q'));
      await harness.hasText();
      const whole = hear(session.answerText(idIn(session)));
      await finish(session);
      deepStrictEqual(await whole, ['part']);
    });
  }

  const elsewhere: Record<string, (session: ChatSession, append: typeof appendTo) => unknown> = {
    'it ends there': (session, append) => append(session, ended),
    'the user stops waiting for it': (session) => session.stop(),
    'another chat is opened': (session) => session.newConversation(),
  };
  const appendTo = async ({ conversation }: ChatSession, ...records: readonly JournalRecord[]) => {
    for (const record of records) await harness.openJournal().append(conversation.id, record);
  };
  for (const [name, finish] of Object.entries(elsewhere)) {
    it(`grows with the response of another window, until ${name}`, async () => {
      const session = await harness.open();
      await appendTo(session, ...begun, delta('a', 'One'));
      await harness.until(() => session.answerText('a')?.read() === 'One');
      const text = session.answerText('a');
      const whole = hear(text);
      await appendTo(session, delta('a', ' and two.'));
      await harness.until(() => text?.read() !== 'One');
      deepStrictEqual(text?.isComplete(), false);
      await finish(session, appendTo);
      deepStrictEqual(await whole, ['One', 'One and two.']);
    });
  }
});
