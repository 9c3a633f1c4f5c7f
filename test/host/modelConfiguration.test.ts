import { deepStrictEqual } from 'node:assert/strict';
import { lastBody } from './relayJournal.ts';
import { type StartedProvider, startProvider } from './startedProvider.ts';

describe('the options of a model in VS Code’s model picker', () => {
  let provider: StartedProvider;
  before(async () => {
    provider = await startProvider();
  });
  after(() => provider.close());

  it('are sent as far as the model accepts them', async () => {
    const sentTo = async (model: string, modelConfiguration: unknown) => {
      await provider.ask(model, 'Hi', { modelConfiguration });
      const { temperature, reasoning_effort: effort } = Object(await lastBody());
      return [temperature, effort];
    };
    const chosen = { reasoningEffort: 'low', temperature: 0.3 };
    deepStrictEqual(
      [await sentTo('msg-sonnet-4-6', { temperature: 0.3 }), await sentTo('oa-mini', chosen)],
      [
        [0.3, undefined],
        [undefined, 'low'],
      ],
    );
  });
});
