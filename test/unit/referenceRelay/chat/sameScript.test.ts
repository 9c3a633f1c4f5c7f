import { deepStrictEqual, match } from 'node:assert/strict';
import { useReferenceRelay } from '../../../relay/useReferenceRelay.ts';
import { callRelay, readReply } from '../callRelay.ts';
import { askChat, readChat, testProtocols } from './chatCalls.ts';

const { messages, chatCompletions, generateContent } = testProtocols;
const protocols = Object.values(testProtocols);

/** Models, and the status that each protocol returns for them: Messages, chat completions, generate content. */
const served: readonly (readonly [string, number, number, number])[] = [
  ['msg-opus-4-7', 200, 200, 404],
  ['dual-large', 200, 200, 404],
  ['oa-mini', 404, 200, 404],
  ['gx-2.5-pro', 404, 200, 200],
  ['gx-2.5-flash-lite', 404, 200, 200],
  ['seed-tts-1.0', 404, 404, 404],
  ['seedream-4-0-250828', 404, 404, 404],
  ['msg-nobody', 404, 404, 404],
];

describe('reference relay: the same script in every protocol', () => {
  const relay = useReferenceRelay({ slowWordMs: 1 });

  for (const content of ['thinking code', 'chinese', 'slow refuse', 'max tokens table', 'long 3', 'html']) {
    it(`responds alike: ${content}`, async () => {
      const first = await readChat(relay, messages, content, { model: 'dual-large' });
      const kind = content.includes('refuse') ? 2 : content.includes('max tokens') ? 1 : 0;
      const answers = [];
      for (const protocol of protocols) {
        const answer = await readChat(relay, protocol, content);
        answers.push({ ...answer, text: answer.text.replace(protocol.model, 'dual-large') });
      }
      deepStrictEqual(
        answers,
        protocols.map(({ reasons }) => ({ ...first, reason: reasons[kind] })),
      );
    });
  }

  for (const [model, ...statuses] of served) {
    it(`serves ${model} on its listed protocols and, if it chats, on chat completions`, async () => {
      const replies = await Promise.all(
        protocols.map((protocol) => askChat(relay, protocol, 'Hello', { model })),
      );
      deepStrictEqual(
        replies.map(({ status }) => status),
        statuses,
      );
    });
  }

  it('reads the model ID from the path, encoded or not', async () => {
    const body = generateContent.body('', 'refuse', false);
    const replies = [
      await callRelay(relay, '/v1beta/models/gx%2D2.5-flash:generateContent', { body }),
      await callRelay(relay, '/v1beta/models/vendor/gx:free:generateContent', { body }),
      await callRelay(relay, '/v1beta/models/%E0:generateContent', { body }),
    ];
    deepStrictEqual(
      replies.map(({ status }) => status),
      [200, 404, 400],
    );
    const { body: unknown } = await readReply(replies[1] ?? Response.error());
    match(JSON.stringify(unknown), /The model 'vendor\/gx:free' does not exist/);
  });

  it('makes the reasoning model always think, and others on request', async () => {
    const thoughts = [
      await readChat(relay, chatCompletions, 'Hello', { model: 'deep-reasoner' }),
      await readChat(relay, chatCompletions, 'Hello', { more: { reasoning_effort: 'low' } }),
      await readChat(relay, messages, 'Hello', {
        more: { thinking: { type: 'enabled', budget_tokens: 1024 } },
      }),
      await readChat(relay, generateContent, 'Hello', {
        more: { generationConfig: { thinkingConfig: { includeThoughts: true } } },
      }),
      await readChat(relay, messages, 'Hello', { more: { thinking: { type: 'disabled' } } }),
      await readChat(relay, chatCompletions, 'Hello'),
    ].map(({ thinking }) => thinking.slice(0, 11));
    deepStrictEqual(thoughts, [...Array(4).fill('The request'), '', '']);
  });

  const ends = [
    [messages, { max_tokens: 2 }, { stop_sequences: ['reply', 'never'] }, 'stop_sequence'],
    [chatCompletions, { max_completion_tokens: 2 }, { stop: 'reply' }, 'stop'],
    [
      generateContent,
      { generationConfig: { maxOutputTokens: 2 } },
      { generationConfig: { stopSequences: ['reply'] } },
      'STOP',
    ],
  ] as const;
  for (const [protocol, limit, stop, stopReason] of ends) {
    it(`${protocol.name}: respects the limit and the stop sequences`, async () => {
      const endOf = async (more: Readonly<Record<string, unknown>>) => {
        const { text, reason } = await readChat(relay, protocol, 'Hello', { more });
        return [text, reason];
      };
      deepStrictEqual(
        [await endOf(limit), await endOf(stop)],
        [
          ['## A scr', protocol.reasons[1]],
          ['## A scripted ', stopReason],
        ],
      );
    });
  }

  const turns = [
    ['user', 'table'],
    ['assistant', 'An answer.'],
    ['user', 'math'],
  ] as const;
  const talk = turns.map(([role, content]) => ({ role, content }));
  const contents = turns.map(([role, text]) => ({
    role: role === 'user' ? role : 'model',
    parts: [{ text }],
  }));
  for (const [protocol, more] of [
    [messages, { messages: talk }],
    [chatCompletions, { messages: [{ role: 'system', content: 'code' }, ...talk] }],
    [generateContent, { contents }],
  ] as const) {
    it(`${protocol.name}: responds to the last user turn, whatever comes before it`, async () => {
      const { text } = await readChat(relay, protocol, '', { more });
      deepStrictEqual(text.split('\n')[0], '## Scripted mathematics');
    });
  }
});
