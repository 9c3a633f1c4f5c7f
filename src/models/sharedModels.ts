import { loadOnce } from '../platform/loadWhenUsed.ts';
import type { Account } from '../platform/settings/profiles.ts';
import type { RelayModel } from '../relay/models/relayModel.ts';
import { chooseModel, modelChoices, protocolFor, suggestModels } from './modelChoice.ts';
import type { ChosenKind } from './modelGroups.ts';
import type { ModelStore, SharedModelPorts } from './modelStore.ts';

const loadPicker = loadOnce(() => import('./modelPicker.ts'));
const loadMenu = loadOnce(() => import('./modelListing.ts'));
const loadFavorites = loadOnce(() => import('./modelFavorites.ts'));

/** The functions for requests to the selected chat model. */
export function modelsForChat(ports: SharedModelPorts) {
  const { store: models } = ports;
  return {
    currentModel: () => models.select('chat'),
    listFailure: () => models.state.failure,
    protocolOf: models.protocolOf,
    knownModel: () => models.recall('chat'),
    ensureListed: models.ensureListed,
    listed: (id: string) => models.state.models.find((model) => model.id === id),
    pickOtherModels: async (current: readonly string[]) =>
      (await loadPicker()).pickOtherModels(ports, current),
    modelMenu: async () => (await loadMenu()).createModelMenu(ports),
    pickAnotherModel: async (current: string, kind: 'chat' | 'image') =>
      (await loadPicker()).pickAnotherModel(ports, current, kind),
  };
}

/** The functions for reading aloud. */
export function modelsForSpeech(models: ModelStore) {
  return { currentModel: () => models.select('speech'), knownModel: () => models.selected('speech') };
}

/** The functions for images. */
export function modelsForImages(ports: SharedModelPorts) {
  const { store: models } = ports;
  return {
    currentModel: () => models.select('image'),
    listFailure: () => models.state.failure,
    models: () => models.state.models,
    protocolOf: models.protocolOf,
    useModel: async (model: RelayModel) => (await loadPicker()).useModel(ports, model, 'image'),
    selectModel: async () => (await loadPicker()).selectModel(ports, 'image'),
  };
}

/** The selected image model, for tools. */
export function modelForImageTools(models: ModelStore) {
  return {
    knownModel: () => models.selected('image'),
    findModel: async () => void (await models.select('image')),
  };
}

/** Whether the relay lists a video model, for tools. */
export function hasVideoModel(models: ModelStore): boolean {
  return models.state.models.some(({ kind }) => kind === 'video');
}

/** The functions for video tasks. */
export function modelsForTasks(models: ModelStore) {
  return { models: () => models.state.models, ensureListed: models.ensureListed };
}

/** The voices of speech models, from another feature. */
interface Voices {
  readonly chooseVoice: (model: string, profile?: string) => string | undefined;
  readonly suggestVoices: (model: string) => { value: string; description: string }[];
}

/** The functions for the connection check and the settings panel. */
export function modelsForSettings(
  { store: models, context }: SharedModelPorts,
  { chooseVoice, suggestVoices }: Voices,
) {
  return {
    onListed: models.accept,
    async moveLists(from: string, to: string | undefined): Promise<void> {
      await models.moveLists(from, to);
      await (await loadFavorites()).createModelFavorites(context.globalState).move(from, to);
    },
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
