import { deepStrictEqual } from 'node:assert/strict';
import { openBuiltInChat, startBuiltInChat, withoutUtilityModels } from './harness/drivers/agentDriver.ts';
import { openRelayEditor, type RelayEditor } from './harness/relayEditor.ts';
import { waitUntil } from './harness/waitUntil.ts';

const count = 500;

describe('the relay’s models in VS Code’s own list of models', () => {
  let started: RelayEditor;
  before(async () => {
    started = await openRelayEditor({ connectByEnvironment: true, settings: withoutUtilityModels });
    const { relay } = started;
    const data = Array.from({ length: count }, (_, index) => ({
      id: `made-up-${index + 1}`,
      object: 'model',
      supported_endpoint_types: ['openai'],
    }));
    relay.failNext('/v1/models', { kind: 'reply', status: 200, body: { data } });
    relay.failNext('/v1beta/models', { kind: 'reply', status: 200, body: { models: [] } });
  });
  after(() => started?.close());

  const paths = () => started.relay.requests.map(({ path }) => path);

  /** Why our extension began, in each window in which it did. */
  async function activations(): Promise<readonly string[]> {
    const lines = (await started.editor.readLogs()).split('\n');
    return lines.flatMap((line) => {
      const [, event] =
        /_doActivateExtension model-relay\.model-relay, .*activationEvent: '([^']+)'/.exec(line) ?? [];
      return event === undefined ? [] : [event];
    });
  }

  it('are asked for once there is something to ask for, all there from one look, and there again on another day', async () => {
    const { editor } = started;
    await openBuiltInChat(editor);
    deepStrictEqual([await activations(), paths()], [[], []]);

    const agent = await startBuiltInChat(editor);
    deepStrictEqual(await activations(), ['onCommand:modelRelay.openVsCodeChat']);
    await agent.searchModels(`made-up-${count}`, 'keyboard');
    await editor.page.keyboard.press('Enter');
    await agent.modelButton.filter({ hasText: `made-up-${count}` }).waitFor();
    deepStrictEqual(paths(), ['/v1/models', '/v1beta/models']);

    await editor.waitUntilStored(`made-up-${count}`);
    await editor.restart();
    const later = await openBuiltInChat(editor);
    await later.modelButton.filter({ hasText: 'made-up-' }).waitFor();
    const event = 'onLanguageModelChatProvider:model-relay';
    const all = await waitUntil('its chat asks for our models', async () => {
      const seen = await activations();
      return seen.includes(event) ? seen : undefined;
    });
    deepStrictEqual(all.toSorted(), ['onCommand:modelRelay.openVsCodeChat', event]);
    await later.chooseModel('made-up-250');
    deepStrictEqual(paths(), ['/v1/models', '/v1beta/models']);
  });
});
