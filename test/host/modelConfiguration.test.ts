import { deepStrictEqual } from 'node:assert/strict';
import { lastBody } from './relayJournal.ts';
import { type StartedProvider, startProvider } from './startedProvider.ts';

/** A model, the options that VS Code passes for it, and the fields that are sent. */
const cases: readonly (readonly [model: string, chosen: unknown, sent: object])[] = [
  ['msg-sonnet-4-6', undefined, {}],
  ['msg-sonnet-4-6', { reasoningEffort: 'default', temperature: 'default' }, {}],
  [
    'msg-sonnet-4-6',
    { reasoningEffort: 'max', temperature: 0.3 },
    { thinking: { type: 'adaptive', display: 'summarized' }, output_config: { effort: 'max' } },
  ],
  ['msg-sonnet-4-6', { temperature: 0.3 }, { temperature: 0.3 }],
  ['msg-sonnet-4-6', { reasoningEffort: 'minimal', temperature: '1' }, {}],
  ['oa-large', { reasoningEffort: 'high', temperature: 0.3 }, {}],
  ['oa-mini', { reasoningEffort: 'low', temperature: 0.3 }, { reasoning_effort: 'low' }],
];

describe('the options of a model in VS Code’s model picker', () => {
  let provider: StartedProvider;
  before(async () => {
    provider = await startProvider();
  });
  after(() => provider.close());

  it('are offered if the list, the model family or the settings say that the model accepts them', async () => {
    const offered = async (model: string) =>
      Object.entries((await provider.informationOf(model)).configurationSchema?.properties ?? {}).map(
        ([name, property]) => [name, ...property.enum],
      );
    deepStrictEqual(
      [await offered('msg-opus-4-7'), await offered('oa-mini'), await offered('oa-large')],
      [
        [['reasoningEffort', 'default', 'low', 'medium', 'high', 'xhigh', 'max']],
        [['reasoningEffort', 'default', 'low']],
        [],
      ],
    );
  });

  for (const [model, chosen, sent] of cases) {
    it(`are sent as ${model} accepts them: ${JSON.stringify(chosen)}`, async () => {
      await provider.ask(model, 'Hi', { modelConfiguration: chosen });
      const { thinking, output_config, temperature, reasoning_effort } = (await lastBody()) as Readonly<
        Record<string, unknown>
      >;
      const found = { thinking, output_config, temperature, reasoning_effort };
      deepStrictEqual(JSON.parse(JSON.stringify(found)), sent);
    });
  }
});
