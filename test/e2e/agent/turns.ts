import { deepStrictEqual } from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { AgentDriver } from '../harness/drivers/agentDriver.ts';
import type { RelayEditor } from '../harness/relayEditor.ts';
import { waitUntil } from '../harness/waitUntil.ts';
import type { StartedAgent } from './startedAgent.ts';

/** How long it may take until a stop counts, before it is tried once more. */
const stoppingMs = 3_000;

const protocols: readonly [name: string, model: string, path: string][] = [
  ['messages', 'msg-sonnet-4-6', '/v1/messages'],
  ['chat completions', 'oa-large', '/v1/chat/completions'],
  ['generate content', 'GX 2.5 Pro', '/v1beta/models/gx-2.5-pro:streamGenerateContent'],
];

/** What it does for a person who asks for something, and how it is stopped. */
export function describeTurns(find: () => StartedAgent): void {
  let started: RelayEditor;
  let agent: AgentDriver;
  before(async () => {
    ({ started, agent } = find());
    for (const [name] of protocols) await writeFile(inWorkspace(`${name}.ts`), 'export const total = 1;\n');
  });

  const inWorkspace = (path: string) => join(started.editor.workspaceFolder, path);
  const call = (tool: string, values: object) => `call ${tool} ${JSON.stringify(values)}`;
  /** What the relay's models were asked since then, and how that ended: it refuses what is not well-formed. */
  const endings = (since: number) =>
    started.relay.requests.slice(since).map(({ path, status, outcome }) => `${path} ${status} ${outcome}`);

  it('is there after one command, with the relay’s models alone in the list that this opens', async () => {
    const { editor } = started;
    await editor.runCommand('Model Relay: Use Relay Models in VS Code’s Chat');
    const list = editor.page.locator('.ai-models-management-editor');
    await list.locator('.models-model-row').first().waitFor();
    await list.getByText('@provider:"Model Relay"').waitFor();
    deepStrictEqual(await list.getByText('Copilot').count(), 0);
    await agent.input.waitFor();
    await editor.screenshot('agent-list');
    await editor.runCommand('View: Close All Editors');
  });

  for (const [name, model, path] of protocols) {
    describe(`in ${name}`, () => {
      before(async () => {
        await agent.newChat();
        await agent.chooseModel(model);
      });

      it('creates a file and changes another one, with two calls at once', async () => {
        const { relay } = started;
        const since = relay.requests.length;
        await agent.ask(
          [
            `Work for ${name}`,
            call('create_file', { filePath: inWorkspace(`new ${name}.ts`), content: '// New\n' }),
            call('replace_string_in_file', {
              filePath: inWorkspace(`${name}.ts`),
              oldString: 'total = 1',
              newString: 'total = 2',
            }),
          ].join('\n'),
        );
        await agent.keepAll();
        deepStrictEqual(await readFile(inWorkspace(`new ${name}.ts`), 'utf8'), '// New\n');
        deepStrictEqual(await readFile(inWorkspace(`${name}.ts`), 'utf8'), 'export const total = 2;\n');
        deepStrictEqual(endings(since), [`${path} 200 completed`, `${path} 200 completed`]);
      });

      it('goes on in a second turn, with three rounds of calls', async () => {
        const { relay } = started;
        const since = relay.requests.length;
        const read = { filePath: inWorkspace(`${name}.ts`), startLine: 1, endLine: 1 };
        await agent.ask(
          [
            `More work for ${name}, thinking`,
            call('read_file', read),
            `then ${call('create_file', { filePath: inWorkspace(`third ${name}.ts`), content: '// Third\n' })}`,
            `then ${call('read_file', { ...read, filePath: inWorkspace('is not there.ts') })}`,
          ].join('\n'),
        );
        await agent.keepAll();
        deepStrictEqual(await readFile(inWorkspace(`third ${name}.ts`), 'utf8'), '// Third\n');
        deepStrictEqual(endings(since), Array(4).fill(`${path} 200 completed`));
      });

      for (const [by, stop] of [
        ['its button', () => agent.stopButton.click()],
        ['its key', () => started.editor.page.keyboard.press('ControlOrMeta+Escape')],
      ] as const) {
        it(`is stopped by ${by}, which closes the socket`, async () => {
          const { relay } = started;
          const since = relay.requests.length;
          await agent.send('long 40 slow');
          await agent.lastAnswer.getByText('A long scripted reply').waitFor();
          const request = await waitUntil('the request', async () => relay.requests[since]);
          await waitUntil('the socket to be closed', async () => {
            // While its view is drawn anew, it hears of no key: as a person would, it is stopped once more.
            if (request.outcome === 'running') await stop();
            return Promise.race([relay.waitForClose(request).then(() => true), delay(stoppingMs)]);
          });
          await agent.waitUntilEnded();
          deepStrictEqual(endings(since), [`${path} 200 closedByClient`]);
        });
      }
    });
  }
}
