import { deepStrictEqual, ok } from 'node:assert/strict';
import * as vscode from 'vscode';
import { createListedModels } from '../../src/chatProvider/listedModels.ts';
import type { ModelInformation } from '../../src/chatProvider/models/modelInformation.ts';
import { createProvider } from '../../src/chatProvider/registerLanguageModels.ts';
import type { DrawnInEditor } from '../../src/chatProvider/responder.ts';
import { loadClient } from '../../src/connection/connectionStore.ts';
import { createRetryCountdown } from '../../src/platform/retryCountdown.ts';
import { silentLogger } from '../../src/relay/logger.ts';
import type { RelayModel } from '../../src/relay/models/relayModel.ts';
import { createTokenCorrection } from '../../src/relay/tokens/tokenCorrection.ts';

const base = process.env['MODEL_RELAY_BASE_URL'] ?? '';
const apiKey = process.env['MODEL_RELAY_API_KEY'] ?? '';

/** The provider of the relay's models, called as VS Code itself does, with options that no extension can pass. */
export interface StartedProvider {
  /** The generated images that were saved. */
  readonly savedImages: readonly (DrawnInEditor & { readonly bytes: Uint8Array })[];
  /** Returns the parts of the response as they were reported. */
  ask(model: string, text: string, options: object): Promise<unknown[]>;
  close(): Promise<void>;
}

export async function startProvider(): Promise<StartedProvider> {
  const client = await loadClient({ profile: '', baseUrl: base, apiKey }, silentLogger);
  const account = { profile: '', base };
  let listed: readonly RelayModel[] = [];
  const connected = async () => ({ client, account });
  const models = createListedModels({
    profiles: () => [''],
    connection: { connectedAs: connected, accountOf: async () => account },
    models: {
      listOf: () => listed,
      async accept(_, list) {
        listed = list.models;
      },
    },
    protocolOf: () => undefined,
    limits: () => ({ 'oa-mini': { effort: ['low'] } }),
    connect: async () => {},
    onDidChange: [],
    logger: silentLogger,
  });
  const savedImages: (DrawnInEditor & { readonly bytes: Uint8Array })[] = [];
  const waits = createRetryCountdown('test.retryNow');
  const provider = createProvider({
    models,
    connected,
    tokens: createTokenCorrection(undefined),
    onTokensLearned() {},
    saveImage: async (bytes, image) => {
      savedImages.push({ bytes, ...image });
      return '/images/drawn image.png';
    },
    waits,
    logger: silentLogger,
  });

  async function informationOf(model: string): Promise<ModelInformation> {
    const { token } = new vscode.CancellationTokenSource();
    const all = (await provider.provideLanguageModelChatInformation({ silent: true }, token)) ?? [];
    const found = all.filter(({ id }) => id === model);
    deepStrictEqual(found.length, 1);
    ok(found[0]);
    return found[0];
  }

  return {
    savedImages,
    async ask(model, text, options) {
      const { token } = new vscode.CancellationTokenSource();
      const content = [new vscode.LanguageModelTextPart(text)];
      const parts: unknown[] = [];
      await provider.provideLanguageModelChatResponse(
        await informationOf(model),
        [{ role: vscode.LanguageModelChatMessageRole.User, content, name: undefined }],
        { toolMode: vscode.LanguageModelChatToolMode.Auto, ...options },
        { report: (part) => parts.push(part) },
        token,
      );
      return parts;
    },
    async close() {
      vscode.Disposable.from(models, waits).dispose();
      await client.close();
    },
  };
}
