import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { once } from 'node:events';
import type { AnswerText } from '../../../../src/chat/model/answerTexts.ts';
import type { Preparation } from '../../../../src/chat/model/chatServices.ts';
import type { ChatSession } from '../../../../src/chat/model/chatSession.ts';
import type { JournalRecord } from '../../../../src/chat/model/records.ts';
import { createJournal } from '../../../../src/chat/storage/journal.ts';
import type { ChatEvent } from '../../../../src/relay/chat/chatEvent.ts';
import { RelayError } from '../../../../src/relay/errors/relayError.ts';
import { silentLogger } from '../../../../src/relay/logger.ts';
import { events, finish, question, turnsOf, useSessions } from '../sessionHarness.ts';

describe('the text of a streaming response', () => {
  const harness = useSessions();

  /** Yields each event after the view has received the one before. */
  async function* slowly(...all: readonly ChatEvent[]): AsyncGenerator<ChatEvent> {
    const told = () => harness.facts.filter(({ type }) => type === 'delta' || type === 'part').length;
    for (const event of all) {
      const before = told();
      yield event;
      if (event.type !== 'finish') await harness.until(() => told() > before);
    }
  }

  const untilStopped: Preparation['ask'] = async function* (_request, { signal }) {
    yield* slowly({ type: 'text', text: 'part' });
    if (!signal.aborted) await once(signal, 'abort');
    throw new RelayError('cancelled');
  };

  /** The text of the last response. */
  function textIn(session: ChatSession): AnswerText {
    const text = session.answerText(turnsOf(session).at(-1)?.id ?? '');
    if (!text) throw new Error('There is an answer');
    return text;
  }

  /** All states of the text until it is complete. */
  function hear(text: AnswerText): Promise<string[]> {
    return new Promise((resolve) => {
      const heard: string[] = [];
      const listen = () => {
        if (heard.at(-1) !== text.read()) heard.push(text.read());
        if (!text.isComplete()) return;
        leave();
        resolve(heard);
      };
      const leave = text.onChange(listen);
      listen();
    });
  }

  const hasText = () => harness.facts.some((fact) => fact.type === 'delta' && fact.kind === 'text');

  it('grows with each text delta, and contains nothing else', async () => {
    let isFirst = true;
    const session = await harness.open({
      reply: () => {
        if (!isFirst) return slowly({ type: 'text', text: 'Seen' }, { type: 'text', text: ' it.' }, finish);
        isFirst = false;
        return slowly(
          { type: 'thinking', text: 'Hm.' },
          { type: 'text', text: 'I ' },
          { type: 'text', text: 'look.' },
          { type: 'toolCall', id: '1', name: 'look', input: {} },
          { type: 'finish', verdict: 'complete', reason: 'tool_use', cause: 'toolCalls' },
        );
      },
    });
    session.send(question('q'));
    deepStrictEqual(await hear(textIn(session)), [
      '',
      'I ',
      'I look.',
      'I look.\n\nSeen',
      'I look.\n\nSeen it.',
    ]);
  });

  it('is complete at once for a finished response, and absent for an unknown ID or a question', async () => {
    const session = await harness.open({ reply: () => events({ type: 'text', text: 'whole' }, finish) });
    await harness.ask(session, 'q');
    const { promptId = '' } = turnsOf(session)[0] ?? {};
    deepStrictEqual(
      [
        textIn(session).isComplete(),
        textIn(session).read(),
        [promptId, ''].map((id) => session.answerText(id)),
      ],
      [true, 'whole', [undefined, undefined]],
    );
  });

  it('stops notifying listeners that have unsubscribed, but not the others', async () => {
    const session = await harness.open({ reply: untilStopped });
    session.send(question('q'));
    const text = textIn(session);
    let calls = 0;
    const count = () => {
      calls += 1;
    };
    const leave = text.onChange(count);
    const leaveToo = text.onChange(count);
    leave();
    leaveToo();
    leave();
    const whole = hear(text);
    await harness.until(hasText);
    session.stop();
    deepStrictEqual([await whole, calls], [['', 'part'], 0]);
  });

  const ends: Record<string, (session: ChatSession) => unknown> = {
    'is stopped': (session) => session.stop(),
    'belongs to a question that is edited': (session) => session.edit(turnsOf(session)[0]?.id ?? '', 'r'),
    'is left for a new chat': (session) => session.newConversation(),
    'ends with its window': (session) => session.close(),
  };
  for (const [name, end] of Object.entries(ends)) {
    it(`ends with the text received so far when the response ${name}`, async () => {
      const session = await harness.open({ reply: untilStopped });
      session.send(question('q'));
      await harness.until(hasText);
      const whole = hear(textIn(session));
      await end(session);
      deepStrictEqual(await whole, ['part']);
    });
  }

  describe('from another window', () => {
    const at = 1;
    const begun: readonly JournalRecord[] = [
      { type: 'prompt', id: 'p', parentId: null, text: 'q', at },
      { type: 'answer', id: 'a', parentId: 'p', model: 'm', at },
    ];
    const piece = (text: string): JournalRecord => ({ type: 'delta', id: 'a', kind: 'text', text });

    async function openBeside(): Promise<{
      session: ChatSession;
      write: (...records: readonly JournalRecord[]) => Promise<void>;
    }> {
      const session = await harness.open();
      const journal = createJournal(`${harness.folder}/conversations`, silentLogger);
      const { conversation } = session;
      const write = async (...records: readonly JournalRecord[]) => {
        for (const record of records) await journal.append(conversation.id, record);
      };
      await write({ type: 'conversation', version: 1, id: conversation.id, at }, ...begun, piece('One'));
      await harness.until(() => session.answerText('a')?.read() === 'One');
      return { session, write };
    }

    it('grows with it', async () => {
      const { session, write } = await openBeside();
      const text = textIn(session);
      const whole = hear(text);
      await write(piece(' and two.'));
      await harness.until(() => text.read() !== 'One');
      await write({ type: 'end', id: 'a', status: 'complete', at });
      deepStrictEqual(await whole, ['One', 'One and two.']);
    });

    for (const [name, end] of [
      ['the user stops waiting for it', (session: ChatSession) => session.stop()],
      ['another chat is opened', (session: ChatSession) => session.newConversation()],
    ] as const) {
      it(`counts as complete when ${name}`, async () => {
        const { session } = await openBeside();
        const text = textIn(session);
        strictEqual(text.isComplete(), false);
        const whole = hear(text);
        end(session);
        deepStrictEqual(await whole, ['One']);
      });
    }
  });
});
