import { deepStrictEqual, ok, rejects } from 'node:assert/strict';
import OpenAI from 'openai';
import { useReferenceRelay } from '../../relay/useReferenceRelay.ts';

const model = 'oa-mini';
const tools: OpenAI.ChatCompletionTool[] = [
  {
    type: 'function',
    function: {
      name: 'read_file',
      description: 'Reads a file.',
      parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
    },
  },
];
const calls = 'call read_file {"path":"a b.txt"}\ncall read_file {"path":"c"}';

describe('the official SDK of the chat-completions protocol, on the reference relay', () => {
  const relay = useReferenceRelay();
  let client: OpenAI;
  const clientWith = (apiKey: string) =>
    new OpenAI({ baseURL: `${relay.baseUrl}/v1`, apiKey, maxRetries: 0 });

  before(async () => {
    client = clientWith(relay.keys.good);
  });

  it('gets the same response whole and streamed, with its usage', async () => {
    const messages: OpenAI.ChatCompletionMessageParam[] = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'code please' },
    ];
    const whole = await client.chat.completions.create({ model, messages });
    const stream = client.chat.completions.stream({
      model,
      messages,
      stream_options: { include_usage: true },
    });
    const streamed = await stream.finalChatCompletion();
    deepStrictEqual(
      [streamed.choices[0]?.message.content, streamed.usage?.completion_tokens],
      [whole.choices[0]?.message.content, whole.usage?.completion_tokens],
    );
  });

  for (const isStreamed of [false, true]) {
    it(`calls tools and returns results${isStreamed ? ', streamed' : ''}`, async () => {
      const ask = (messages: OpenAI.ChatCompletionMessageParam[]): Promise<OpenAI.ChatCompletion> =>
        isStreamed
          ? client.chat.completions.stream({ model, tools, messages }).finalChatCompletion()
          : client.chat.completions.create({ model, tools, messages });
      const question: OpenAI.ChatCompletionMessageParam = { role: 'user', content: calls };
      const [first] = (await ask([question])).choices;
      const called = (first?.message.tool_calls ?? []).filter((call) => call.type === 'function');
      deepStrictEqual(
        [
          first?.finish_reason,
          called.map((call) => [call.function.name, JSON.parse(call.function.arguments)]),
        ],
        [
          'tool_calls',
          [
            ['read_file', { path: 'a b.txt' }],
            ['read_file', { path: 'c' }],
          ],
        ],
      );
      const [second] = (
        await ask([
          question,
          { role: 'assistant', content: first?.message.content ?? null, tool_calls: called },
          ...called.map(({ id }, index) => ({
            role: 'tool' as const,
            tool_call_id: id,
            content: `result number ${index}`,
          })),
        ])
      ).choices;
      deepStrictEqual(second?.finish_reason, 'stop');
      ok(second?.message.content?.includes('result number 1'));
    });
  }

  it('lists the models', async () => {
    const ids: string[] = [];
    for await (const { id } of client.models.list()) ids.push(id);
    ok(ids.includes(model));
  });

  it('understands the relay’s errors', async () => {
    const request = { model, messages: [{ role: 'user' as const, content: 'Hello' }] };
    const createWith = (key: string) => clientWith(key).chat.completions.create(request);
    await rejects(createWith(relay.keys.expired401), OpenAI.AuthenticationError);
    await rejects(createWith(relay.keys.balanceTooLow), OpenAI.PermissionDeniedError);
    await rejects(createWith(relay.keys.rateLimited), OpenAI.RateLimitError);
    await rejects(client.chat.completions.create({ ...request, model: 'nobody' }), OpenAI.NotFoundError);
    await rejects(client.chat.completions.create({ model, messages: [] }), OpenAI.BadRequestError);
    const stream = client.chat.completions.stream({
      model,
      messages: [{ role: 'user', content: 'error event' }],
    });
    await rejects(stream.finalChatCompletion(), OpenAI.OpenAIError);
  });
});
