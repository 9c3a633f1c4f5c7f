import { deepStrictEqual, match, rejects, strictEqual } from 'node:assert/strict';
import { createOptionalFields } from '../../../../src/relay/chat/optionalFields.ts';
import { RelayError } from '../../../../src/relay/errors/relayError.ts';
import type { RelayRequest } from '../../../../src/relay/http/request.ts';
import { silentLogger } from '../../../../src/relay/logger.ts';
import type { RefusalStorage } from '../../../../src/relay/refusalMemory.ts';
import { withClient } from '../clientCalls.ts';
import { type Call, type MisbehavingServer, reply, startServer } from '../misbehavingServer.ts';
import { questionTo } from './askChat.ts';

const question = questionTo('msg-sonnet-4-6');
const answer = JSON.stringify({ content: 'A', stop_reason: 'end_turn' });

/** Refuses requests that have the field, with this message. */
const refusing =
  (words: string, status = 400, field = 'cache_control') =>
  (call: Call) =>
    call.request.body.includes(`"${field}"`)
      ? reply(call, status, JSON.stringify({ type: 'error', error: { type: 'x', message: words } }))
      : reply(call, 200, answer);

function createStorage(): RefusalStorage {
  const stored = new Map<string, unknown>();
  return {
    get: (key) => stored.get(key),
    async update(key, value) {
      stored.set(key, value);
    },
  };
}

/** Sends one request for each model; returns which of the requests that arrived had `cache_control`. */
async function ask(
  { origin, requests }: Pick<MisbehavingServer, 'origin' | 'requests'>,
  models: readonly string[],
  refusals?: RefusalStorage,
  log: string[] = [],
): Promise<boolean[]> {
  const before = requests.length;
  const logger = { ...silentLogger, info: (line: string) => void log.push(line) };
  await withClient(
    origin,
    async (client) => {
      for (const model of models) for await (const _ of client.streamChat({ ...question, model }));
    },
    { logger, ...(refusals && { refusals }) },
  );
  return requests.slice(before).map(({ body }) => body.includes('cache_control'));
}

describe('a field that a model refuses', () => {
  const refusals: readonly (readonly [words: string, status: number])[] = [
    ['json: unknown field "cache_control"', 422],
    ['#: extraneous key [cacheControl] is not permitted', 400],
    ['该模型不支持cache_control参数', 400],
    ['[400]: {"error":{"message":"cache_control: Extra inputs are not permitted"}}', 503],
  ];
  for (const [words, status] of refusals) {
    it(`is left out from then on: ${words}`, async () => {
      await using server = await startServer(refusing(words, status));
      const log: string[] = [];
      deepStrictEqual(await ask(server, [question.model, question.model, 'msg-opus-4-7'], undefined, log), [
        true,
        false,
        false,
        true,
        false,
      ]);
      const said = log.filter((line) => line.includes('cache_control'));
      strictEqual(said.length, 2);
      match(said[0] ?? '', /"msg-sonnet-4-6" rejects the field "cache_control"/);
    });
  }

  const invalid = {
    type: 'error',
    error: {
      type: 'invalid_request_error',
      message: 'cache_control: Extra inputs are not permitted',
    },
  };
  const goodReplies: readonly (readonly [name: string, body: string, type: string])[] = [
    ['as JSON', JSON.stringify(invalid), 'application/json'],
    ['as an event', `event: error\ndata: ${JSON.stringify(invalid)}\n\n`, 'text/event-stream'],
  ];
  for (const [name, body, type] of goodReplies) {
    it(`is left out if a reply with status 200 starts with the refusal, ${name}`, async () => {
      const refuse = (call: Call) =>
        call.request.body.includes('"cache_control"')
          ? reply(call, 200, body, { 'content-type': type })
          : reply(call, 200, answer);
      await using server = await startServer(refuse);
      deepStrictEqual(await ask(server, [question.model, question.model]), [true, false, false]);
    });
  }

  it('is remembered for the relay after the client is closed', async () => {
    const storage = createStorage();
    const refuse = refusing('cache_control: Extra inputs are not permitted');
    await using server = await startServer(refuse);
    deepStrictEqual(await ask(server, [question.model], storage), [true, false]);
    deepStrictEqual(await ask(server, [question.model], storage), [false]);
    await using other = await startServer(refuse);
    deepStrictEqual(await ask(other, [question.model], storage), [true, false]);
  });

  const others: readonly (readonly [name: string, status: number, words: string])[] = [
    ['another field', 400, 'context_management: Extra inputs are not permitted'],
    ['another status', 403, 'cache_control is not allowed for this token'],
    ['a server error', 500, 'cache_control: panic'],
  ];
  for (const [name, status, words] of others) {
    it(`is not blamed for an error about something else: ${name}`, async () => {
      await using server = await startServer(refusing(words, status));
      await rejects(ask(server, [question.model]), RelayError);
      strictEqual(server.requests.length, 1);
    });
  }

  it('is not remembered as refused if the request without it is refused as well', async () => {
    const storage = createStorage();
    const answerAll = (call: Call) =>
      reply(call, 400, JSON.stringify({ error: { message: 'cache_control or something else is wrong' } }));
    await using server = await startServer(answerAll);
    await rejects(ask(server, [question.model], storage), RelayError);
    deepStrictEqual(
      server.requests.map(({ body }) => body.includes('cache_control')),
      [true, false],
    );
    await rejects(ask(server, [question.model], storage), RelayError);
    strictEqual(server.requests[2]?.body.includes('cache_control'), true);
  });

  it('causes no second request once the response has begun', async () => {
    const failing = `event: message_start\ndata: {"type":"message_start","message":{}}\n\nevent: error\ndata: ${JSON.stringify(invalid)}\n\n`;
    await using server = await startServer((call) =>
      reply(call, 200, failing, { 'content-type': 'text/event-stream' }),
    );
    deepStrictEqual(await ask(server, [question.model]), [true]);
  });

  it('may be one of several: each costs one more request, the first named is left out first', async () => {
    const sent: unknown[] = [];
    const words = [
      '“temperature” can’t be used with thinking',
      'effort: Extra inputs are not permitted',
      'something else is wrong',
    ];
    const fields = createOptionalFields({
      relay: 'https://relay.example.com',
      transport: {
        async send({ json }: RelayRequest) {
          sent.push(json);
          const relayMessage = words[sent.length - 1];
          throw new RelayError('invalidRequest', {
            status: 400,
            ...(relayMessage !== undefined && { relayMessage }),
          });
        },
      },
    });
    const asked = fields.ask(
      'm',
      (takes) => ({
        method: 'POST',
        path: '/v1/messages',
        retry: 'refused',
        maxBytes: 1,
        json: ['thinking', 'temperature', 'effort'].filter((field) => takes(field, new RegExp(field))),
      }),
      async function* () {},
    );
    await rejects(asked.next(), RelayError);
    deepStrictEqual(sent, [['thinking', 'temperature', 'effort'], ['thinking', 'effort'], ['thinking']]);
  });
});
