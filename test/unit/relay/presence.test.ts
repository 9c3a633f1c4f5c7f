import { deepStrictEqual, rejects } from 'node:assert/strict';
import type { RelayClient, RelayClientOptions } from '../../../src/relay/client.ts';
import type { RelayErrorKind } from '../../../src/relay/errors/errorKind.ts';
import { RelayError } from '../../../src/relay/errors/relayError.ts';
import { useReferenceRelay } from '../../relay/useReferenceRelay.ts';
import { withClient } from './clientCalls.ts';
import { reply, startServer } from './misbehavingServer.ts';

const model = 'msg-haiku-4-5-20251001';
const question = { model, messages: [{ role: 'user', content: 'Hi' }], maxTokens: 10 } as const;

describe('whether a relay is at the base URL', () => {
  const relay = useReferenceRelay();

  const withRelay = <Result>(
    presence: Partial<RelayClientOptions>,
    use: (client: RelayClient) => Promise<Result>,
  ) => withClient(relay.baseUrl, use, { apiKey: relay.keys.good, ...presence });

  async function ask(client: RelayClient): Promise<void> {
    for await (const _ of client.streamChat(question));
  }

  const failsAs = (kind: RelayErrorKind) => (error: unknown) =>
    error instanceof RelayError && error.kind === kind;

  const nothingHere = ['error-ok-false', 'html-console'] as const;
  for (const quirk of nothingHere) {
    it(`is not known from ${quirk} alone`, async () => {
      using _quirk = relay.with(quirk);
      let answers = 0;
      await withRelay({ onAnswered: () => answers++ }, async (client) => {
        await rejects(client.listModels(), failsAs('wrongAddress'));
        await rejects(ask(client), failsAs('wrongAddress'));
      });
      deepStrictEqual(answers, 0);
    });

    const answers: readonly (readonly [string, (client: RelayClient) => Promise<unknown>])[] = [
      ['the lists', (client) => client.listModels()],
      ['a response', ask],
    ];
    for (const [name, answer] of answers) {
      it(`is known from ${name} before ${quirk}`, async () => {
        let told = 0;
        await withRelay({ onAnswered: () => told++ }, async (client) => {
          await answer(client);
          await answer(client);
          using _quirk = relay.with(quirk);
          await rejects(ask(client), failsAs('notFound'));
          await rejects(client.listModels(), failsAs('notFound'));
        });
        deepStrictEqual(told, 1);
      });
    }

    it(`is remembered despite ${quirk}`, async () => {
      using _quirk = relay.with(quirk);
      await withRelay({ hasAnswered: true }, (client) => rejects(ask(client), failsAs('notFound')));
    });
  }

  it('is known from a refusal in a relay’s format, not from one that any server may send', async () => {
    const refusals: readonly (readonly [status: number, body: string])[] = [
      [401, '{"error":{"message":"Invalid token","type":"new_api_error"}}'],
      [403, '{"error":{"message":"No balance","code":"insufficient_user_quota"}}'],
      [401, '{"message":"Unauthorized"}'],
      [401, '{"code":401,"msg":"Unauthorized"}'],
      [401, '<html>Sign in</html>'],
      [404, '{"error":{"message":"No such page","type":"not_found_error"}}'],
    ];
    const kinds: unknown[] = [];
    for (const [status, body] of refusals) {
      let isFirst = true;
      await using server = await startServer((call) =>
        isFirst ? reply(call, status, body) : reply(call, 404, 'Not found'),
      );
      await withClient(server.origin, async (client) => {
        await rejects(ask(client));
        isFirst = false;
        await rejects(ask(client), (error) => kinds.push(error instanceof RelayError && error.kind) > 0);
      });
    }
    const [not, wrong] = ['notFound', 'wrongAddress'];
    deepStrictEqual(kinds, [not, not, wrong, wrong, wrong, wrong]);
  });

  it('does not matter for a redirect to another origin', async () => {
    using _quirk = relay.with('redirect-website');
    await withRelay({ hasAnswered: true }, (client) => rejects(ask(client), failsAs('wrongAddress')));
  });
});
