import { deepStrictEqual, doesNotMatch, match, ok } from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { detectImageType } from '../../src/relay/media/imageFormat.ts';
import { drawPng } from '../relay/pictures/drawPng.ts';
import {
  type AgentDriver,
  openBuiltInChat,
  startBuiltInChat,
  withoutUtilityModels,
} from './harness/drivers/agentDriver.ts';
import type { Editor } from './harness/editor.ts';
import { useEditor } from './harness/useEditor.ts';
import { waitUntil } from './harness/waitUntil.ts';

const path = '/v1/messages';
/** More models than a view shows; the first list that is fetched is made up. */
const count = 500;

const command = 'Model Relay: Select Utility Model…';
const picker = 'Utility Model';
const names = ['chat.utilitySmallModel', 'chat.utilityModel'];

const rowsInUse = async ({ quickInput }: Editor) => {
  const rows = await quickInput.rows();
  return rows.filter(({ description }) => description.includes('in use')).map(({ label }) => label);
};

describe('VS Code’s own chat without a sign-in', () => {
  const { editor, relay } = useEditor({
    connectByEnvironment: true,
    files: { 'total.go': 'export const total = 1;\n' },
    settings: {
      ...withoutUtilityModels,
      'modelRelay.languageModels.capabilities': {
        '*': { images: true },
        // Little more than the agent's tools need, so that the history soon gets too long.
        'oa-mini': { context: 28_000, output: 8_000 },
      },
    },
  });
  let agent: AgentDriver;
  before(async () => {
    await writeFile(inWorkspace('dot.png'), drawPng('red'));
    const data = Array.from({ length: count }, (_, index) => ({
      id: `made-up-${index + 1}`,
      object: 'model',
      supported_endpoint_types: ['openai'],
    }));
    relay.failNext('/v1/models', { kind: 'reply', status: 200, body: { data } });
    relay.failNext('/v1beta/models', { kind: 'reply', status: 200, body: { models: [] } });
  });

  const inWorkspace = (name: string) => join(editor.workspaceFolder, name);
  const call = (tool: string, values: object) => `call ${tool} ${JSON.stringify(values)}`;
  /** The requests since then, and how they ended; the relay rejects malformed ones. */
  const endings = (since: number) =>
    relay.requests.slice(since).map((request) => `${request.path} ${request.status} ${request.outcome}`);

  /** The failure's text contains these words, and nothing that only developers read. */
  async function expectFailure(...words: readonly string[]): Promise<void> {
    const shown = await agent.lastAnswer.innerText();
    for (const each of words) ok(shown.includes(each), shown);
    doesNotMatch(shown, /LanguageModelError|:\d+:\d+\)|\.js\b/);
  }

  const paths = () => relay.requests.map(({ path }) => path);

  /** The events that activated our extension, one for each activation. */
  async function activations(): Promise<readonly string[]> {
    const lines = (await editor.readLogs()).split('\n');
    return lines.flatMap((line) => {
      const [, event] =
        /_doActivateExtension model-relay\.model-relay, .*activationEvent: '([^']+)'/.exec(line) ?? [];
      return event === undefined ? [] : [event];
    });
  }

  it('offers the relay’s models, which are fetched on first use and still there after a restart', async () => {
    await openBuiltInChat(editor);
    deepStrictEqual([await activations(), paths()], [[], []]);

    agent = await startBuiltInChat(editor);
    deepStrictEqual(await activations(), ['onCommand:modelRelay.openVsCodeChat']);
    await agent.chooseModel(`made-up-${count}`, 'keyboard');
    deepStrictEqual(paths(), ['/v1/models', '/v1beta/models']);

    await editor.waitUntilStored(`made-up-${count}`);
    await editor.restart();
    agent = await openBuiltInChat(editor);
    await agent.modelButton.filter({ hasText: 'made-up-' }).waitFor();
    const event = 'onLanguageModelChatProvider:model-relay';
    const all = await waitUntil('its chat asks for our models', async () => {
      const seen = await activations();
      return seen.includes(event) ? seen : undefined;
    });
    deepStrictEqual(all.toSorted(), ['onCommand:modelRelay.openVsCodeChat', event]);
    await agent.chooseModel('made-up-250');
    deepStrictEqual(paths(), ['/v1/models', '/v1beta/models']);
  });
  it('opens by one command, which lists only the relay’s models; another command refreshes them', async () => {
    await editor.runCommand('Model Relay: Use Relay Models in VS Code Chat');
    const list = editor.page.locator('.ai-models-management-editor');
    await list.locator('.models-model-row').first().waitFor();
    await list.getByText('@provider:"Model Relay"').waitFor();
    deepStrictEqual(await list.getByText('Copilot').count(), 0);
    await agent.input.waitFor();
    await editor.runCommand('View: Close All Editors');
    await editor.runCommand('Model Relay: Refresh Model List');
    await agent.chooseModel('msg-sonnet-4-6');
  });

  it('does a task: creates and edits files, thinks, views an image, and continues after a failed call', async () => {
    const since = relay.requests.length;
    await agent.ask(
      [
        'Work, please',
        call('create_file', { filePath: inWorkspace('new.go'), content: '// New\n' }),
        call('replace_string_in_file', {
          filePath: inWorkspace('total.go'),
          oldString: 'total = 1',
          newString: 'total = 2',
        }),
      ].join('\n'),
    );
    await agent.keepAll();
    deepStrictEqual(await readFile(inWorkspace('new.go'), 'utf8'), '// New\n');
    deepStrictEqual(await readFile(inWorkspace('total.go'), 'utf8'), 'export const total = 2;\n');
    deepStrictEqual(endings(since), Array(2).fill(`${path} 200 completed`));

    await agent.ask(
      [
        'More work, thinking',
        call('view_image', { filePath: inWorkspace('dot.png') }),
        `then ${call('create_file', { filePath: inWorkspace('third.go'), content: '// Third\n' })}`,
        `then ${call('read_file', { filePath: inWorkspace('is not there.go'), startLine: 1, endLine: 1 })}`,
      ].join('\n'),
    );
    await agent.keepAll();
    deepStrictEqual(await readFile(inWorkspace('third.go'), 'utf8'), '// Third\n');
    deepStrictEqual(endings(since), Array(6).fill(`${path} 200 completed`));
    const body = relay.requests.at(-1)?.bodyText ?? '';
    match(body, /"type":"thinking","thinking":"The request[^"\\]*(?:\\.[^"\\]*)*","signature":"\S+"/);
    match(body, /"media_type":"image\/png"/);
  });

  it('generates an image with our tool after approval, saves it to the workspace and shows it to the model', async () => {
    const since = relay.requests.length;
    await agent.send(call('modelRelay_createImage', { prompt: 'A red boat', path: 'art/boat.png' }));
    const chat = editor.page.locator('.interactive-session').first();
    const question = chat.locator('.chat-confirmation-widget-container').last();
    await question.waitFor({ state: 'attached' });
    const words = ((await question.getAttribute('aria-label')) ?? '').replaceAll('\u00a0', ' ');
    for (const each of ['A red boat', 'imagen-4.0-generate-001', 'art/boat.png', 'Number of images: 1'])
      ok(words.includes(each), words);
    deepStrictEqual(
      relay.requests.slice(since).filter(({ path }) => path.endsWith(':predict')),
      [],
    );
    await chat
      .getByRole('button', { name: /^Allow/ })
      .first()
      .click();
    const { bodyText } = await relay.waitForRequest(({ bodyText }) =>
      bodyText.includes('Saved art/boat.png'),
    );
    match(bodyText, /"media_type":"image\/png"/);
    await agent.waitUntilEnded();
    deepStrictEqual(detectImageType(await readFile(inWorkspace('art/boat.png'))), 'image/png');
  });

  it('shows the model’s thoughts, and closes the socket when its stop button is clicked', async () => {
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

  it('explains a failure in our words and the relay’s, without links and fetched images, and retries', async () => {
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

  it('shows that it waits for a rate limit, and ends the wait when the person wants', async () => {
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

  it('summarizes a history that exceeds the limits that we report, and continues', async () => {
    const since = relay.requests.length;
    await agent.newChat();
    await agent.chooseModel('oa-mini');
    for (let turn = 1; turn <= 3; turn += 1) {
      await agent.ask(`Part ${turn}: long 12`);
      await agent.lastAnswer.getByText('Paragraph 12 of 12').waitFor();
    }
    const requests = relay.requests.slice(since);
    deepStrictEqual(new Set(requests.map(({ status }) => status)), new Set([200]));
    ok(requests.some(({ bodyText }) => bodyText.includes('comprehensive summary of the conversation')));
  });

  it('asks for a utility model, which a command sets and resets', async () => {
    const { quickInput } = editor;
    const hint = editor.page.locator('.chat-input-notification-title', {
      hasText: 'Set BYOK utility models',
    });
    await editor.changeSettings(Object.fromEntries(names.map((name) => [name, null])));
    await agent.newChat();
    await agent.chooseModel('msg-sonnet-4-6');
    await hint.waitFor();
    await agent.ask('Say something.');
    deepStrictEqual(await editor.page.locator('.notification-toast').count(), 0);

    await editor.runCommand(command);
    await quickInput.waitFor(picker);
    deepStrictEqual(await rowsInUse(editor), ['VS Code Default']);
    await quickInput.pick('msg-haiku-4-5-20251001');
    for (const name of names) await editor.waitForSetting(name, 'model-relay/msg-haiku-4-5-20251001');
    await hint.waitFor({ state: 'hidden' });
    await agent.newChat();
    await agent.ask('Where is the harbour?');
    const title = await relay.waitForRequest(({ bodyText }) =>
      ['brief title', 'Where is the harbour?'].every((words) => bodyText.includes(words)),
    );
    deepStrictEqual(JSON.parse(title.bodyText).model, 'msg-haiku-4-5-20251001');
    await editor.runCommand(command);
    await quickInput.waitFor(picker);
    await quickInput.pick('VS Code Default');
    for (const name of names) await editor.waitForSetting(name, undefined);
  });
});
