import { loadOnce } from '../platform/loadWhenUsed.ts';
import type { Account } from '../platform/settings/profiles.ts';
import type { RelayModel } from '../relay/models/relayModel.ts';
import { type ChosenKind, chooseModel, modelChoices, protocolFor, suggestModels } from './modelChoice.ts';
import type { ModelStore } from './modelStore.ts';

const loadPicker = loadOnce(() => import('./modelPicker.ts'));

/** The functions for requests to the selected chat model. */
export function modelsForChat(models: ModelStore) {
  return {
    currentModel: () => models.select('chat'),
    listFailure: () => models.state.failure,
    protocolOf: models.protocolOf,
    knownModel: () => models.recall('chat'),
    ensureListed: models.ensureListed,
    listed: (id: string) => models.state.models.find((model) => model.id === id),
    pickOtherModels: async (current: readonly string[]) =>
      (await loadPicker()).pickOtherModels(models, current),
  };
}

/** The functions for reading aloud. */
export function modelsForSpeech(models: ModelStore) {
  return { currentModel: () => models.select('speech'), knownModel: () => models.selected('speech') };
}

/** The voices of speech models, which another feature knows. */
export interface Voices {
  readonly chooseVoice: (model: string, profile?: string) => string | undefined;
  readonly suggestVoices: (model: string) => { value: string; description: string }[];
}

/** The functions for the connection check and the settings panel. */
export function modelsForSettings(models: ModelStore, { chooseVoice, suggestVoices }: Voices) {
  return {
    onListed: models.accept,
    moveLists: models.moveLists,
    onSuggestionsChange: models.onDidChange,
    choices: (profile: string) => ({
      ...modelChoices(profile),
      voiceFor: (model: string) => chooseVoice(model, profile),
    }),
    suggest: {
      models: (kind: ChosenKind, account: Account) => suggestModels(kind, models.listOf(account)),
      defaultModel: (kind: ChosenKind, account: Account) =>
        chooseModel(kind, models.listOf(account), account.profile),
      voices: suggestVoices,
      defaultVoice: chooseVoice,
    },
  };
}

/** The functions for VS Code's own chat. */
export function modelsForEditor(models: ModelStore) {
  return {
    listOf: models.listOf,
    acceptList: models.accept,
    protocolOf: (model: RelayModel, profile: string) => protocolFor(model.id, [model], profile),
  };
}
