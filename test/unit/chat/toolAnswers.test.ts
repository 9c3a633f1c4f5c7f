import { deepStrictEqual } from 'node:assert/strict';
import { toChatMessages } from '../../../src/chat/model/chatMessages.ts';
import { Conversation } from '../../../src/chat/model/conversation.ts';
import { recordResponse } from '../../../src/chat/model/recordResponse.ts';
import type { JournalRecord } from '../../../src/chat/model/records.ts';
import { answerInRounds } from '../../../src/chat/model/toolRounds.ts';
import type { RelayClient } from '../../../src/relay/client.ts';
import type { ReferenceRelay } from '../../relay/referenceRelay.ts';
import { useRelayClient } from '../relayClient.ts';
import { answer, prompt } from './journalRecords.ts';

const models = { messages: 'msg-sonnet-4-6', chatCompletions: 'oa-mini', generateContent: 'gx-2.5-pro' };

describe('responses with tools, from the reference relay', () => {
  let relay: ReferenceRelay;
  let client: RelayClient;
  useRelayClient((...started) => {
    [client, relay] = started;
  });

  /** Asks a question, runs the tools, and returns the recorded response. */
  async function respond(protocol: keyof typeof models, text: string, model: string = models[protocol]) {
    const conversation = new Conversation('c');
    const record = (entry: JournalRecord) => conversation.append(entry);
    record(prompt('p', null, text));
    record(answer('a', 'p', { model }));
    const { signal } = new AbortController();
    async function* ask() {
      const messages = await toChatMessages(conversation.turns, {
        model,
        hasTools: true,
        readPicture: () => Promise.reject(new Error('There are none.')),
      });
      const tools = [{ name: 'look', inputSchema: { type: 'object', properties: { at: {} } } }];
      yield* client.streamChat({ model, protocol, messages, tools, maxTokens: 1000 }, { signal });
    }
    const end = await recordResponse({
      answerId: 'a',
      signal,
      record,
      keepPicture: async () => undefined,
      open: () =>
        answerInRounds({
          ask,
          run: async ({ input }) => ({ status: 'done', text: `Seen ${JSON.stringify(input)}.` }),
          mayGoOn: async () => true,
          signal,
        }),
    });
    record(end);
    const [turn] = conversation.turns;
    const parts = (turn?.answer.parts ?? []).map((part) =>
      part.type === 'tool' ? [part.call.name, part.call.input, part.result?.text] : part.type,
    );
    return { status: end.status, cause: end.cause, parts };
  }

  it('send back the signatures of a model’s calls', async () => {
    // The reference relay refuses calls of this model without a signature.
    const { status, parts } = await respond('chatCompletions', 'call look\nthen call look', 'gx-2.5-flash');
    deepStrictEqual([status, parts.filter((part) => part !== 'text').length], ['complete', 2]);
  });

  it('are billed in full only for new tokens in each round', async () => {
    const before = relay.requests.length;
    const calls = ['call look {"at":1}', 'then call look {"at":2}', 'then call look {"at":3}'];
    await respond('messages', [...calls, 'abc '.repeat(2000), 'thinking'].join('\n'));
    deepStrictEqual(
      relay.requests.slice(before).map(({ billedInFull = 0 }) => billedInFull < 100),
      [false, true, true, true],
    );
  });

  for (const protocol of ['messages', 'chatCompletions', 'generateContent'] as const) {
    it(`continue for as many rounds as the model needs: ${protocol}`, async () => {
      deepStrictEqual(
        await respond(
          protocol,
          'call look {"at":1}\ncall look {"at":2}\nthen call look {"at":3}\nthen call look',
        ),
        {
          status: 'complete',
          cause: 'stop',
          parts: [
            'text',
            ['look', { at: 1 }, 'Seen {"at":1}.'],
            ['look', { at: 2 }, 'Seen {"at":2}.'],
            'text',
            ['look', { at: 3 }, 'Seen {"at":3}.'],
            'text',
            ['look', {}, 'Seen {}.'],
            'text',
          ],
        },
      );
    });
  }
});
