import { deepStrictEqual, ok, rejects } from 'node:assert/strict';
import Anthropic from '@anthropic-ai/sdk';
import { useReferenceRelay } from '../../relay/useReferenceRelay.ts';

const model = 'msg-sonnet-4-6';
const tool: Anthropic.Tool = {
  name: 'read_file',
  description: 'Reads a file.',
  input_schema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
};
const callLine = 'call read_file {"path":"a b.txt"}';

describe('the official SDK of the Messages protocol, on the reference relay', () => {
  const relay = useReferenceRelay();
  let client: Anthropic;
  const clientWith = (authToken: string) =>
    new Anthropic({ baseURL: relay.baseUrl, authToken, apiKey: null, maxRetries: 0 });

  before(async () => {
    client = clientWith(relay.keys.good);
  });

  it('gets the same response whole and streamed', async () => {
    const request = {
      model,
      max_tokens: 1000,
      system: 'Be brief.',
      messages: [{ role: 'user' as const, content: 'code please' }],
    };
    const whole = await client.messages.create(request);
    const stream = client.messages.stream(request);
    let pieces = 0;
    stream.on('text', () => {
      pieces += 1;
    });
    const streamed = await stream.finalMessage();
    deepStrictEqual([streamed.content, streamed.stop_reason], [whole.content, 'end_turn']);
    ok(pieces > 10 && whole.usage.input_tokens > 0 && whole.usage.output_tokens > 0);
  });

  for (const isStreamed of [false, true]) {
    it(`calls tools and returns thinking and results${isStreamed ? ', streamed' : ''}`, async () => {
      const ask = (messages: Anthropic.MessageParam[]) => {
        const thinking: Anthropic.ThinkingConfigParam = { type: 'enabled', budget_tokens: 1024 };
        const request = { model, max_tokens: 2000, thinking, tools: [tool], messages };
        return isStreamed ? client.messages.stream(request).finalMessage() : client.messages.create(request);
      };
      const question: Anthropic.MessageParam = { role: 'user', content: `thinking\n${callLine}` };
      const first = await ask([question]);
      deepStrictEqual(
        [first.stop_reason, first.content.map(({ type }) => type)],
        ['tool_use', ['thinking', 'text', 'tool_use']],
      );
      const call = first.content.find((block) => block.type === 'tool_use');
      deepStrictEqual([call?.name, call?.input], ['read_file', { path: 'a b.txt' }]);
      const second = await ask([
        question,
        { role: 'assistant', content: first.content },
        {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: call?.id ?? '', content: 'forty-two' }],
        },
      ]);
      deepStrictEqual(second.stop_reason, 'end_turn');
      ok(second.content.some((block) => block.type === 'text' && block.text.includes('forty-two')));
    });
  }

  it('lists the models', async () => {
    const ids: string[] = [];
    for await (const { id } of client.models.list()) ids.push(id);
    ok(ids.includes(model));
  });

  it('understands the relay’s errors', async () => {
    const request = { model, max_tokens: 10, messages: [{ role: 'user' as const, content: 'Hello' }] };
    await rejects(clientWith(relay.keys.expired401).messages.create(request), Anthropic.AuthenticationError);
    await rejects(
      clientWith(relay.keys.balanceTooLow).messages.create(request),
      Anthropic.PermissionDeniedError,
    );
    await rejects(clientWith(relay.keys.rateLimited).messages.create(request), Anthropic.RateLimitError);
    await rejects(client.messages.create({ ...request, model: 'nobody' }), Anthropic.NotFoundError);
    await rejects(client.messages.create({ ...request, max_tokens: 0 }), Anthropic.BadRequestError);
    const stream = client.messages.stream({
      ...request,
      max_tokens: 1000,
      messages: [{ role: 'user', content: 'error event' }],
    });
    await rejects(stream.finalMessage(), Anthropic.APIError);
  });
});
