import { deepStrictEqual } from 'node:assert/strict';
import { createRelayClient } from '../../../../src/relay/client.ts';
import { reply, withServer } from '../misbehavingServer.ts';

/** What a list says of one model beside its id, in one entry or several, and what is read from that. */
export type ListedModel = readonly [
  name: string,
  entries: object | readonly object[],
  expected: Readonly<Record<string, unknown>>,
];

/** Lets the relay's client read each from a server. */
export function describeListedModels(title: string, cases: readonly ListedModel[]): void {
  describe(title, () => {
    for (const [name, said, expected] of cases) {
      it(name, async () => {
        const data = (Array.isArray(said) ? said : [said]).map((entry) => ({ id: 'some-model', ...entry }));
        await withServer(
          (call) => reply(call, 200, JSON.stringify({ object: 'list', data })),
          async ({ origin }) => {
            const client = createRelayClient({ baseUrl: origin, apiKey: 'sk-0aB1cD2eF3gH4iJ5' });
            const { models } = await client.listModels();
            await client.close();
            const plain = { id: 'some-model', kind: 'chat', protocols: ['chatCompletions'] };
            deepStrictEqual(models, [{ ...plain, ...expected }]);
          },
        );
      });
    }
  });
}
