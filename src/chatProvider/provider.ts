import type * as vscode from 'vscode';
import { loadOnce } from '../platform/loadOnce.ts';
import type { ListedModels } from './listedModels.ts';
import type { ModelInformation } from './models/modelInformation.ts';
import type { ResponderPorts } from './responder.ts';
import { toSignal } from './toSignal.ts';

export interface ProviderPorts extends ResponderPorts {
  readonly models: ListedModels;
}

/** The relay's models for everything in VS Code that asks for a language model. VS Code wants to know them early. */
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
