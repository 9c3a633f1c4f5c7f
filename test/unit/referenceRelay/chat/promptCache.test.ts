import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { type ReferenceRelay, startReferenceRelay } from '../../../relay/referenceRelay.ts';
import { callRelay, readEvents } from '../callRelay.ts';

const mark = { cache_control: { type: 'ephemeral' } };
/** A block of the given number of tokens. */
const block = (tokens: number, more = {}) => ({ type: 'text', text: 'abc '.repeat(tokens), ...more });
const user = (...content: readonly object[]) => ({ role: 'user', content });
const assistant = (...content: readonly object[]) => ({ role: 'assistant', content });

describe('reference relay: prompt caching', () => {
  let relay: ReferenceRelay;
  beforeEach(async () => {
    relay = await startReferenceRelay();
  });
  afterEach(() => relay.close());

  async function ask(
    messages: readonly object[],
    { authorization, ...more }: Readonly<Record<string, unknown>> = {},
  ) {
    const response = await callRelay(relay, '/v1/messages', {
      body: { model: 'msg-sonnet-4-6', max_tokens: 10, messages, ...more },
      ...(typeof authorization === 'string' && { authorization }),
    });
    const { usage, error } = (await response.json()) as {
      usage?: Readonly<Record<string, number>>;
      error?: { readonly message: string };
    };
    if (!usage) return error?.message.replace(/ \(request id.*/, '');
    return [usage['input_tokens'], usage['cache_creation_input_tokens'], usage['cache_read_input_tokens']];
  }

  it('reads the longest prefix that was marked before, and caches the rest up to the last mark', async () => {
    const first = [user(block(2000, mark), block(10))];
    deepStrictEqual(await ask(first), [10, 2000, 0]);
    deepStrictEqual(await ask(first), [10, 0, 2000]);
    const second = [user(block(2000), block(10)), assistant(block(100)), user(block(500, mark))];
    deepStrictEqual(await ask(second), [0, 610, 2000]);
    // Marks may move, and content as a string is the same as a text block.
    const text = block(500).text;
    const third = [...second.slice(0, 2), { role: 'user', content: text }, assistant(block(1, mark))];
    deepStrictEqual(await ask(third), [0, 1, 2610]);
    strictEqual(relay.requests.map(({ billedInFull }) => billedInFull).join(), [2010, 10, 610, 1].join());
  });

  it('starts with the tools and the system prompt', async () => {
    const tool = { name: 'a', description: block(2000).text, input_schema: { type: 'object' } };
    const system = [block(2000, mark)];
    const [, written = 0] = (await ask([user(block(1))], { tools: [tool], system })) ?? [];
    strictEqual(Number(written) > 4000, true);
    deepStrictEqual(await ask([user(block(7))], { tools: [{ ...tool, ...mark }], system }), [7, 0, written]);
    const other = { ...tool, name: 'b' };
    deepStrictEqual(await ask([user(block(7))], { tools: [other], system }), [7, written, 0]);
  });

  it('uses a separate cache for each key and each model', async () => {
    const messages = [user(block(2000, mark))];
    deepStrictEqual(await ask(messages), [0, 2000, 0]);
    deepStrictEqual(await ask(messages, { model: 'msg-opus-4-7' }), [0, 2000, 0]);
    const authorization = `Bearer ${relay.keys.restricted}`;
    deepStrictEqual(await ask(messages, { authorization, model: 'msg-haiku-4-5-20251001' }), [0, 2000, 0]);
    deepStrictEqual(await ask(messages), [0, 0, 2000]);
  });

  it('caches no prompt of fewer than 1,024 tokens', async () => {
    for (const _ of [1, 2]) deepStrictEqual(await ask([user(block(1023, mark))]), [1023, 0, 0]);
    deepStrictEqual(await ask([user(block(1024, mark))]), [0, 1024, 0]);
  });

  it('looks back twenty blocks from a mark', async () => {
    await ask([user(block(2000, mark))]);
    const behind = (count: number) => [
      user(block(2000), ...Array.from({ length: count - 1 }, () => block(1)), block(1, mark)),
    ];
    deepStrictEqual(await ask(behind(21)), [0, 2021, 0]);
    deepStrictEqual(await ask(behind(20)), [0, 20, 2000]);
  });

  it('accepts at most four marks', async () => {
    const marked = (count: number) => [user(...Array.from({ length: count }, () => block(1, mark)))];
    deepStrictEqual(await ask(marked(4)), [4, 0, 0]);
    strictEqual(await ask(marked(5)), 'A maximum of 4 blocks with cache_control may be provided. Found 5.');
  });

  it('reports no cache usage if nothing is marked', async () => {
    deepStrictEqual(await ask([user(block(2000))]), [2000, undefined, undefined]);
  });

  it('is reported at the start and the end of a stream', async () => {
    const body = {
      model: 'msg-sonnet-4-6',
      max_tokens: 10,
      messages: [user(block(2000, mark))],
      stream: true,
    };
    await (await callRelay(relay, '/v1/messages', { body })).text();
    const events = readEvents(await (await callRelay(relay, '/v1/messages', { body })).text());
    deepStrictEqual(
      events
        .map(({ data }) => JSON.stringify(data))
        .filter((data) => data.includes('"cache_creation_input_tokens":0,"cache_read_input_tokens":2000'))
        .map((data) => /"type":"(\w+)"/.exec(data)?.[1]),
      ['message_start', 'message_delta'],
    );
  });
});
