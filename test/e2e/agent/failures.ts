import { deepStrictEqual, doesNotMatch, ok } from 'node:assert/strict';
import type { AgentDriver } from '../harness/drivers/agentDriver.ts';
import type { RelayEditor } from '../harness/relayEditor.ts';
import type { StartedAgent } from './startedAgent.ts';

const path = '/v1/messages';

/** What the relay answers, and the words that the person gets. */
const refusals: readonly [name: string, status: number, message: string, words: string][] = [
  ['a key that is refused', 401, 'Invalid token', '{host} did not accept the key (HTTP 401).'],
  ['a balance that is too low', 403, '用户额度不足', 'The balance is too low (HTTP 403).'],
  [
    'a model that is not allowed',
    403,
    '该令牌无权访问模型 msg-sonnet-4-6',
    'The model “msg-sonnet-4-6” is not available to this token (HTTP 403).',
  ],
];

/** By words that the script obeys. */
const accidents: readonly [ask: string, words: string][] = [
  ['table cut', 'The relay, its provider or the network broke off before the end.'],
  ['overloaded', 'The relay or the provider behind it failed (HTTP 529).'],
  ['max tokens', 'The answer ended at the limit of output tokens.'],
];

/** What goes wrong with a relay model, and what the person is told. */
export function describeFailures(find: () => StartedAgent): void {
  let started: RelayEditor;
  let agent: AgentDriver;
  before(async () => {
    ({ started, agent } = find());
    await agent.newChat();
    await agent.chooseModel('msg-sonnet-4-6');
  });

  /** The words of the failure, without what only developers read. */
  async function expectFailure(words: string): Promise<void> {
    const shown = await agent.lastAnswer.innerText();
    ok(shown.includes(words.replace('{host}', new URL(started.relay.baseAddress).host)), shown);
    doesNotMatch(shown, /LanguageModelError|:\d+:\d+\)|\.js\b/);
  }

  for (const [name, status, message, words] of refusals) {
    it(name, async () => {
      started.relay.failNext(path, { kind: 'reply', status, body: { error: { message } } });
      await agent.ask('Hello');
      await expectFailure(words);
      await expectFailure(message);
    });
  }

  it('can be tried again', async () => {
    started.relay.failNext(path, { kind: 'reply', status: 403, body: { error: { message: '余额不足' } } });
    await agent.ask('Hello');
    await agent.lastAnswer.getByRole('button', { name: 'Try Again' }).click();
    await agent.lastAnswer.getByText('A scripted reply').first().waitFor();
  });

  for (const [ask, words] of accidents) {
    it(ask, async () => {
      await agent.ask(ask);
      await expectFailure(words);
    });
  }

  it('a rate limit is waited for in sight, and not for longer than the person wants', async () => {
    const { relay, editor } = started;
    const since = relay.requests.length;
    relay.failNext(path, { kind: 'reply', status: 429, headers: { 'retry-after': '55' }, body: '' });
    await agent.send('Hello again');
    await editor.statusBarItem(/Relay: again in \d+ s/).click();
    await agent.lastAnswer.getByText('A scripted reply').first().waitFor();
    await agent.waitUntilEnded();
    deepStrictEqual(
      relay.requests.slice(since).map(({ status }) => status),
      [429, 200],
    );
  });

  it('words of a relay are no links that do something, and fetch nothing', async () => {
    const { relay } = started;
    const picture = `${relay.baseAddress}/v1/picture.png`;
    const message = `[Quit](command:workbench.action.quit) ![](${picture}) <img src="${picture}"> <a href="command:workbench.action.quit">Quit</a> \`\`\``;
    relay.failNext(path, { kind: 'reply', status: 400, body: { error: { message } } });
    await agent.ask('Hello once more');
    await expectFailure('The request was refused as invalid (HTTP 400).');
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
  });
}
