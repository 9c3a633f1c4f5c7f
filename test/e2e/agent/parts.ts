import { deepStrictEqual, match } from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drawPng } from '../../relay/pictures/drawPng.ts';
import type { AgentDriver } from '../harness/drivers/agentDriver.ts';
import type { RelayEditor } from '../harness/relayEditor.ts';
import type { StartedAgent } from './startedAgent.ts';

const models: readonly [name: string, signature: RegExp | undefined][] = [
  ['msg-sonnet-4-6', /"type":"thinking","thinking":"The request[^"\\]*(?:\\.[^"\\]*)*","signature":"\S+"/],
  ['oa-large', undefined],
  ['GX 2.5 Pro', /"thoughtSignature":"\S+"/],
];

/** What the two send each other beside words. */
export function describeParts(find: () => StartedAgent): void {
  let started: RelayEditor;
  let agent: AgentDriver;
  before(async () => {
    ({ started, agent } = find());
    const { workspaceFolder } = started.editor;
    await writeFile(join(workspaceFolder, 'short.txt'), 'Short\n');
    await writeFile(join(workspaceFolder, 'dot.png'), drawPng('red'));
  });

  const call = (tool: string, path: string, values: object = {}) => {
    const filePath = join(started.editor.workspaceFolder, path);
    return `call ${tool} ${JSON.stringify({ filePath, ...values })}`;
  };
  const statuses = (since: number) => started.relay.requests.slice(since).map(({ status }) => status);
  const lastBody = () => started.relay.requests.at(-1)?.bodyText ?? '';

  for (const [model, signature] of models) {
    describe(model, () => {
      before(async () => {
        await agent.newChat();
        await agent.chooseModel(model);
      });

      it('shows what the model thinks while it does', async () => {
        await agent.send('thinking slow');
        await agent.lastAnswer.getByText('The request has the word').waitFor();
        await agent.stopButton.click();
        await agent.waitUntilEnded();
      });

      it('gets its thoughts back with their signatures, and the pictures of a tool', async () => {
        const since = started.relay.requests.length;
        await agent.ask(`Hello thinking\n${call('view_image', 'dot.png')}`);
        deepStrictEqual(statuses(since), [200, 200]);
        if (signature) match(lastBody(), signature);
        await agent.lastAnswer.getByText('Images that came with the question').waitFor();
        await agent.lastAnswer.getByText('image/png').waitFor();
      });

      it('is told of arguments that are none, and goes on', async () => {
        for (const words of ['empty arguments', ...(model.startsWith('GX') ? [] : ['broken arguments'])]) {
          const since = started.relay.requests.length;
          await agent.ask(`Please with ${words}\n${call('read_file', 'short.txt')}`);
          deepStrictEqual(statuses(since), [200, 200]);
          await agent.lastAnswer.getByText('Your input to the tool was invalid').waitFor();
        }
      });
    });
  }

  describe('a history that gets too long', () => {
    it('is summarised by VS Code, and the work goes on', async () => {
      const since = started.relay.requests.length;
      await agent.newChat();
      await agent.chooseModel('oa-mini');
      for (let turn = 1; turn <= 3; turn += 1) {
        await agent.ask(`Part ${turn}: long 12`);
        await agent.lastAnswer.getByText('Paragraph 12 of 12').waitFor();
      }
      const requests = started.relay.requests.slice(since);
      deepStrictEqual(new Set(requests.map(({ status }) => status)), new Set([200]));
      deepStrictEqual(
        requests.some(({ bodyText }) => bodyText.includes('comprehensive summary of the conversation')),
        true,
      );
    });
  });
}
