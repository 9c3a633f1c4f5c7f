import { deepStrictEqual } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseConnectLink } from '../../../../src/connection/connectLink.ts';
import { abilityFields, limitFields } from '../../../../src/relay/models/modelAbilities.ts';
import { priceFields } from '../../../../src/relay/models/modelPrices.ts';
import { withClient } from '../clientCalls.ts';
import { reply, startServer } from '../misbehavingServer.ts';

const page = readFileSync(join(import.meta.dirname, '../../../../docs/relay-operators.md'), 'utf8');
const blocks = (language: string) =>
  [...page.matchAll(/^```(\w*)\n([\s\S]*?)^```/gm)]
    .filter(([, found]) => found === language)
    .map(([, , code = '']) => code.trim());

describe('the docs page for relay operators', () => {
  it('has lists whose every field is understood', async () => {
    const [chatCompletions = '', generateContent = ''] = blocks('json');
    await using server = await startServer((call) =>
      reply(call, 200, call.request.url === '/v1/models' ? chatCompletions : generateContent),
    );
    const { models } = await withClient(server.origin, (client) => client.listModels());
    deepStrictEqual(models, [
      {
        id: 'msg-sonnet-4-6',
        displayName: 'Sonnet 4.6',
        kind: 'chat',
        protocols: ['messages', 'chatCompletions', 'generateContent'],
        contextTokens: 200_000,
        outputTokenLimit: 64_000,
        takesImages: true,
        takesTools: true,
        thinks: true,
        efforts: ['low', 'medium', 'high'],
        takesTemperature: true,
        prices: { input: 0.000003, output: 0.000015, cacheRead: 0.0000003 },
      },
    ]);
  });

  it('names every field of limits, capabilities and prices', () => {
    const named = new Set([...page.matchAll(/[\w.]+/g)].flatMap(([word]) => [word, word.split('.')[0]]));
    const fields = [...Object.keys(limitFields), ...Object.keys(abilityFields), ...Object.keys(priceFields)];
    deepStrictEqual(
      fields.filter((field) => !named.has(field)),
      [],
    );
  });

  it('has links that are accepted', () => {
    const links = blocks('').map(
      (link) => new URL(link.replace('{address}', encodeURIComponent('https://relay.example.com'))),
    );
    const address = {
      base: 'https://relay.example.com',
      origin: 'https://relay.example.com',
      host: 'relay.example.com',
    };
    deepStrictEqual(
      // VS Code decodes a query as a whole.
      links.map(({ pathname: path, search }) =>
        parseConnectLink({ path, query: decodeURIComponent(search.slice(1)), fragment: '' }),
      ),
      links.map(() => ({ ok: true, address, name: 'Example' })),
    );
    deepStrictEqual(links.length, 2);
  });
});
