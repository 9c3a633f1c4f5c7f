import { deepStrictEqual } from 'node:assert/strict';
import { createRelayClient } from '../../../src/relay/client.ts';
import { taskPaths } from '../../../src/relay/tasks/taskPaths.ts';
import { testPaths } from '../../../src/tasks/lookupTest.ts';
import { reply, startServer } from '../relay/misbehavingServer.ts';
import { languages } from '../translations.ts';

const t = languages.english;

describe('the test of a relay’s paths', () => {
  for (const [status, body, severity] of [
    [404, '{"detail":"Not Found"}', 'error'],
    [404, '{"error":{"message":"Invalid URL (GET {path})"}}', 'error'],
    [404, '<html></html>', 'error'],
    [404, '{"error":{"message":"Task not found"}}', 'ok'],
    [400, '{"code":"task_not_exist","message":"x"}', 'ok'],
    [401, '{"error":{"message":"no","code":"invalid_api_key"}}', 'warning'],
  ] as const)
    for (const [name, paths] of Object.entries(taskPaths))
      it(`reports ${severity} for HTTP ${status} with ${body}, at ${name}`, async () => {
        await using server = await startServer((call) =>
          reply(call, status, body.replace('{path}', call.request.url ?? '')),
        );
        const client = createRelayClient({ baseUrl: server.origin, apiKey: 'sk-0aB1cD2eF3gH4iJ5' });
        const verdict = await testPaths(client, paths, { t, host: 'relay.example.com' });
        await client.close();
        deepStrictEqual(verdict.severity, severity);
      });
});
