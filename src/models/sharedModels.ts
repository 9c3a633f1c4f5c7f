import { loadOnce } from '../platform/loadWhenUsed.ts';
import type { Account } from '../platform/settings/profiles.ts';
import type { RelayModel } from '../relay/models/relayModel.ts';
import { type ChosenKind, chooseModel, modelChoices, protocolFor, suggestModels } from './modelChoice.ts';
import type { ModelStore } from './modelStore.ts';

const loadPicker = loadOnce(() => import('./modelPicker.ts'));

/** What those who ask the chosen chat model need of the models. */
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

/** What reading aloud needs of them. */
export function modelsForSpeech(models: ModelStore) {
  return { currentModel: () => models.select('speech'), knownModel: () => models.selected('speech') };
}

/** A speech model's voices, which are no models' own. */
export interface Voices {
  readonly chooseVoice: (model: string, profile?: string) => string | undefined;
  readonly suggestVoices: (model: string) => { value: string; description: string }[];
}

/** What the connection's check and its settings need of them. */
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

/** What VS Code's own chat needs of them. */
export function modelsForEditor(models: ModelStore) {
  return {
    listOf: models.listOf,
    acceptList: models.accept,
    protocolOf: (model: RelayModel, profile: string) => protocolFor(model.id, [model], profile),
  };
}
