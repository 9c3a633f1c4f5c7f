import { deepStrictEqual, ok } from 'node:assert/strict';
import * as vscode from 'vscode';
import { loadClient } from '../../src/connection/connectionStore.ts';
import { createListedModels } from '../../src/editor/languageModels/listedModels.ts';
import { createProvider } from '../../src/editor/languageModels/provider.ts';
import { createWaits } from '../../src/editor/waits.ts';
import { silentLogger } from '../../src/relay/logger.ts';
import type { RelayModel } from '../../src/relay/models/relayModel.ts';
import { createTokenCorrection } from '../../src/tokens/tokenCorrection.ts';
import { lastBody } from './relayJournal.ts';

const base = process.env['MODEL_RELAY_BASE_URL'] ?? '';
const apiKey = process.env['MODEL_RELAY_API_KEY'] ?? '';

/** Models; what VS Code hands over as chosen beside them; and what of it goes out. */
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

describe('what a person chooses beside a model in VS Code’s picker', () => {
  let client: Awaited<ReturnType<typeof loadClient>>;
  let provider: ReturnType<typeof createProvider>;
  let disposables: vscode.Disposable[];

  before(async () => {
    client = await loadClient({ profile: '', baseAddress: base, apiKey }, silentLogger);
    const account = { profile: '', base };
    let listed: readonly RelayModel[] = [];
    const connected = async () => ({ client, account });
    const models = createListedModels({
      profiles: () => [''],
      connected,
      accountOf: async () => account,
      listOf: () => listed,
      acceptList: async (_, list) => {
        listed = list.models;
      },
      protocolOf: () => undefined,
      limits: () => ({ 'oa-mini': { effort: ['low'] } }),
      nameProfile: () => 'Default',
      connect: async () => {},
      onDidChange: [],
      logger: silentLogger,
    });
    const waits = createWaits('test.retryNow');
    disposables = [models, waits];
    provider = createProvider({
      models,
      connected,
      tokens: createTokenCorrection(undefined),
      onTokensLearned() {},
      waits,
      logger: silentLogger,
    });
  });
  after(async () => {
    vscode.Disposable.from(...disposables).dispose();
    await client.close();
  });

  async function informationOf(model: string) {
    const { token } = new vscode.CancellationTokenSource();
    const all = (await provider.provideLanguageModelChatInformation({ silent: true }, token)) ?? [];
    const found = all.filter(({ id }) => id === model);
    deepStrictEqual(found.length, 1);
    ok(found[0]);
    return found[0];
  }

  it('is offered where the list, the family or the person says that the model takes it', async () => {
    const offered = async (model: string) =>
      Object.entries((await informationOf(model)).configurationSchema?.properties ?? {}).map(
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
    it(`goes out as ${model} takes it: ${JSON.stringify(chosen)}`, async () => {
      const { token } = new vscode.CancellationTokenSource();
      const options = { toolMode: vscode.LanguageModelChatToolMode.Auto, modelConfiguration: chosen };
      const content = [new vscode.LanguageModelTextPart('Hi')];
      const messages = [{ role: vscode.LanguageModelChatMessageRole.User, content, name: undefined }];
      await provider.provideLanguageModelChatResponse(
        await informationOf(model),
        messages,
        options,
        { report() {} },
        token,
      );
      const { thinking, output_config, temperature, reasoning_effort } = (await lastBody()) as Readonly<
        Record<string, unknown>
      >;
      const found = { thinking, output_config, temperature, reasoning_effort };
      deepStrictEqual(JSON.parse(JSON.stringify(found)), sent);
    });
  }
});
