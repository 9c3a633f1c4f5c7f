import * as vscode from 'vscode';
import { commands, languageModelVendor } from '../manifest.ts';
import { toSignal } from '../platform/cancellation.ts';
import type { RelayConnection, RelayModels } from '../platform/connectedModel.ts';
import { type Lazy, loadOnce } from '../platform/loadWhenUsed.ts';
import { protocolFor } from '../platform/modelChoice.ts';
import type { RetryCountdown } from '../platform/retryCountdown.ts';
import { runAction } from '../platform/runAction.ts';
import { onSettingsChange, readModelLimits, readProfileNames } from '../platform/settings/settings.ts';
import type { Logger } from '../relay/logger.ts';
import { createTokenCorrection } from '../relay/tokens/tokenCorrection.ts';
import { createListedModels, type ListedModels } from './listedModels.ts';
import type { ModelInformation } from './models/modelInformation.ts';
import type { ResponderPorts } from './responder.ts';

interface LanguageModelsPorts {
  readonly context: Pick<vscode.ExtensionContext, 'globalState'>;
  readonly logger: Logger;
  readonly connection: Omit<RelayConnection, 'ensureConnected' | 'view'>;
  readonly models: Pick<RelayModels, 'listOf' | 'accept' | 'onDidChange'>;
  /** Generated images are added to the gallery. */
  readonly images: Lazy<{ readonly addImage: ResponderPorts['saveImage'] }>;
  readonly waits: RetryCountdown;
}

/** Settings that change the listed models: profiles, connections, limits. */
const settingsThatCount = [
  'modelRelay.baseUrl',
  'modelRelay.chat.protocols',
  'modelRelay.languageModels.capabilities',
] as const;

/** Key of the stored corrections of our token estimates, by model. */
const tokensKey = 'languageModels.tokens';

const loadCommands = loadOnce(async () => ({
  ...(await import('./openVsCodeChat.ts')),
  ...(await import('./utility/utilityCommand.ts')),
}));

/** Registers the relay's models for VS Code's own chat and agent, and for other extensions. */
export function registerLanguageModels(ports: LanguageModelsPorts): vscode.Disposable {
  const { context, logger, connection, waits } = ports;
  const models = createListedModels({
    ...ports,
    profiles: readProfileNames,
    limits: readModelLimits,
    protocolOf: (model, profile) => protocolFor(model.id, [model], profile),
    connect: () => runAction('connect'),
    onDidChange: [
      connection.onDidChange,
      connection.onKeysChange,
      ports.models.onDidChange,
      (listener) => onSettingsChange(settingsThatCount, listener),
    ],
  });
  const tokens = createTokenCorrection(context.globalState.get<unknown>(tokensKey));
  const provider = createProvider({
    models,
    connected: connection.connectedAs,
    tokens,
    onTokensLearned: () => void context.globalState.update(tokensKey, tokens.toJSON()),
    waits,
    logger,
    saveImage: async (...image) => (await ports.images.get()).addImage(...image),
  });
  const registration = vscode.lm.registerLanguageModelChatProvider(languageModelVendor, provider);
  void models.announce();
  const closing = new AbortController();
  return vscode.Disposable.from(
    models,
    { dispose: () => closing.abort() },
    vscode.commands.registerCommand(commands.selectUtilityModel, async () => {
      const { chooseUtilityModel } = await loadCommands();
      await chooseUtilityModel({ models, logger, closing: closing.signal });
    }),
    registration,
    vscode.commands.registerCommand(commands.openVsCodeChat, async () => {
      const { openVsCodeChat } = await loadCommands();
      await openVsCodeChat(models);
    }),
  );
}

interface ProviderPorts extends ResponderPorts {
  readonly models: ListedModels;
}

/** The provider of the relay's models. VS Code needs it early. */
export function createProvider(ports: ProviderPorts): vscode.LanguageModelChatProvider<ModelInformation> {
  const { models } = ports;
  const loadResponder = loadOnce(async () => (await import('./responder.ts')).createResponder(ports));
  return {
    onDidChangeLanguageModelChatInformation: models.onDidChange,

    async provideLanguageModelChatInformation({ silent }, token) {
      const { signal, dispose } = toSignal(token);
      try {
        return await models.list({ isSilent: silent, signal });
      } finally {
        dispose();
      }
    },

    async provideLanguageModelChatResponse(...asked) {
      return (await loadResponder()).provideLanguageModelChatResponse(...asked);
    },

    async provideTokenCount(...asked) {
      return (await loadResponder()).provideTokenCount(...asked);
    },
  };
}
