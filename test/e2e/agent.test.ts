import { deepStrictEqual, doesNotMatch, match, ok } from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drawPng } from '../relay/pictures/drawPng.ts';
import { type AgentDriver, startBuiltInChat, withoutUtilityModels } from './harness/drivers/agentDriver.ts';
import { openRelayEditor, type RelayEditor } from './harness/relayEditor.ts';

const path = '/v1/messages';

describe('VS Code’s own agent on a relay model, signed in to nothing', () => {
  let started: RelayEditor;
  let agent: AgentDriver;
  before(async () => {
    started = await openRelayEditor({
      connectByEnvironment: true,
      files: { 'total.ts': 'export const total = 1;\n' },
      settings: {
        ...withoutUtilityModels,
        'modelRelay.languageModels.capabilities': {
          '*': { images: true },
          // Not much more than the tools of the agent need: for a history that gets too long.
          'oa-mini': { context: 26_500, output: 8_000 },
        },
      },
    });
    await writeFile(inWorkspace('dot.png'), drawPng('red'));
    agent = await startBuiltInChat(started.editor);
    await agent.chooseModel('msg-sonnet-4-6');
  });
  after(() => started?.close());

  const inWorkspace = (name: string) => join(started.editor.workspaceFolder, name);
  const call = (tool: string, values: object) => `call ${tool} ${JSON.stringify(values)}`;
  /** What the relay's models were asked since then, and how that ended: it refuses what is not well-formed. */
  const endings = (since: number) =>
    started.relay.requests
      .slice(since)
      .map((request) => `${request.path} ${request.status} ${request.outcome}`);

  /** The words of a failure, without what only developers read. */
  async function expectFailure(...words: readonly string[]): Promise<void> {
    const shown = await agent.lastAnswer.innerText();
    for (const each of words) ok(shown.includes(each), shown);
    doesNotMatch(shown, /LanguageModelError|:\d+:\d+\)|\.js\b/);
  }

  it('is there after one command, with the relay’s models alone in the list that this opens', async () => {
    const { editor } = started;
    await editor.runCommand('Model Relay: Use Relay Models in VS Code Chat');
    const list = editor.page.locator('.ai-models-management-editor');
    await list.locator('.models-model-row').first().waitFor();
    await list.getByText('@provider:"Model Relay"').waitFor();
    deepStrictEqual(await list.getByText('Copilot').count(), 0);
    await agent.input.waitFor();
    await editor.screenshot('agent-list');
    await editor.runCommand('View: Close All Editors');
  });

  it('does a task: creates a file and changes another one, thinks, looks at an image, and goes on', async () => {
    const { relay } = started;
    const since = relay.requests.length;
    await agent.ask(
      [
        'Work, please',
        call('create_file', { filePath: inWorkspace('new.ts'), content: '// New\n' }),
        call('replace_string_in_file', {
          filePath: inWorkspace('total.ts'),
          oldString: 'total = 1',
          newString: 'total = 2',
        }),
      ].join('\n'),
    );
    await agent.keepAll();
    deepStrictEqual(await readFile(inWorkspace('new.ts'), 'utf8'), '// New\n');
    deepStrictEqual(await readFile(inWorkspace('total.ts'), 'utf8'), 'export const total = 2;\n');
    deepStrictEqual(endings(since), Array(2).fill(`${path} 200 completed`));

    await agent.ask(
      [
        'More work, thinking',
        call('view_image', { filePath: inWorkspace('dot.png') }),
        `then ${call('create_file', { filePath: inWorkspace('third.ts'), content: '// Third\n' })}`,
        `then ${call('read_file', { filePath: inWorkspace('is not there.ts'), startLine: 1, endLine: 1 })}`,
      ].join('\n'),
    );
    await agent.keepAll();
    deepStrictEqual(await readFile(inWorkspace('third.ts'), 'utf8'), '// Third\n');
    deepStrictEqual(endings(since), Array(6).fill(`${path} 200 completed`));
    const body = relay.requests.at(-1)?.bodyText ?? '';
    match(body, /"type":"thinking","thinking":"The request[^"\\]*(?:\\.[^"\\]*)*","signature":"\S+"/);
    match(body, /"media_type":"image\/png"/);
  });

  it('shows what the model thinks, and is stopped by its button, which closes the socket', async () => {
    const { relay } = started;
    const since = relay.requests.length;
    await agent.send('long 40 thinking slow');
    await agent.lastAnswer.getByText('The request has the word').waitFor();
    await agent.stopButton.click();
    await agent.waitUntilEnded();
    const [request] = relay.requests.slice(since);
    ok(request);
    await relay.waitForClose(request);
    deepStrictEqual(endings(since), [`${path} 200 closedByClient`]);
  });

  it('tells of a failure in our words and the relay’s, which are no links and fetch nothing, and tries again', async () => {
    const { relay } = started;
    const picture = `${relay.baseUrl}/v1/picture.png`;
    const message = `余额不足 [Quit](command:workbench.action.quit) ![](${picture}) <img src="${picture}"> <a href="command:workbench.action.quit">Quit</a> \`\`\``;
    relay.failNext(path, { kind: 'reply', status: 403, body: { error: { message } } });
    await agent.ask('Hello');
    await expectFailure('The balance is too low (HTTP 403).', '余额不足');
    deepStrictEqual(
      await agent.lastAnswer.evaluate((answer) => ({
        pictures: answer.querySelectorAll('img').length,
        commands: [...answer.querySelectorAll('a')]
          .map((link) => `${link.href} ${link.dataset['href'] ?? ''}`)
          .filter((address) => address.includes('command:')),
      })),
      { pictures: 0, commands: [] },
    );
    deepStrictEqual(
      relay.requests.filter((request) => request.path.includes('picture')),
      [],
    );
    await agent.lastAnswer.getByRole('button', { name: 'Try Again' }).click();
    await agent.lastAnswer.getByText('A scripted reply').first().waitFor();
    await agent.waitUntilEnded();
    await agent.ask('table cut');
    await expectFailure('The response was interrupted by the relay, its provider, or the network.');
  });

  it('waits for a rate limit in sight, and not for longer than the person wants', async () => {
    const { relay, editor } = started;
    const since = relay.requests.length;
    relay.failNext(path, { kind: 'reply', status: 429, headers: { 'retry-after': '55' }, body: '' });
    await agent.send('Hello again');
    await editor.statusBarItem(/Relay: retrying in \d+ s/).click();
    await agent.lastAnswer.getByText('A scripted reply').first().waitFor();
    await agent.waitUntilEnded();
    deepStrictEqual(
      relay.requests.slice(since).map(({ status }) => status),
      [429, 200],
    );
  });

  it('has a history that gets too long summarised by VS Code, by the limits that we tell, and goes on', async () => {
    const since = started.relay.requests.length;
    await agent.newChat();
    await agent.chooseModel('oa-mini');
    for (let turn = 1; turn <= 3; turn += 1) {
      await agent.ask(`Part ${turn}: long 12`);
      await agent.lastAnswer.getByText('Paragraph 12 of 12').waitFor();
    }
    const requests = started.relay.requests.slice(since);
    deepStrictEqual(new Set(requests.map(({ status }) => status)), new Set([200]));
    ok(requests.some(({ bodyText }) => bodyText.includes('comprehensive summary of the conversation')));
  });
});
