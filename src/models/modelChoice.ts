import { readSetting } from '../platform/settings/settings.ts';
import type { Protocol } from '../relay/chat/protocolNames.ts';
import type { RelayModel } from '../relay/models/relayModel.ts';
import { defaultModel } from './modelGroups.ts';
import { chooseProtocol } from './protocolChoice.ts';

/** What a person can choose a model for, and the setting that says which. */
export const modelSettings = {
  chat: 'modelRelay.chat.model',
  speech: 'modelRelay.speech.model',
  image: 'modelRelay.images.model',
} as const;
export type ChosenKind = keyof typeof modelSettings;

/** The chosen model of a kind, or else the first of that kind among those listed; of the profile in use, or another. */
export function chooseModel(
  kind: ChosenKind,
  listed: readonly RelayModel[],
  profile?: string,
): string | undefined {
  return readSetting(modelSettings[kind], profile).trim() || defaultModel(listed, kind)?.id;
}

/** In which protocol a model is spoken to, as far as the person or the lists say. */
export function protocolFor(
  id: string,
  listed: readonly RelayModel[],
  profile?: string,
): Protocol | undefined {
  return chooseProtocol(id, listed, readSetting('modelRelay.chat.protocols', profile));
}

/** What the connection's check asks for a profile. */
export function modelChoices(profile: string) {
  return {
    chatModel: (listed: readonly RelayModel[]) => chooseModel('chat', listed, profile),
    speechModel: (listed: readonly RelayModel[]) => chooseModel('speech', listed, profile),
    protocolOf: (id: string, listed: readonly RelayModel[]) => protocolFor(id, listed, profile),
  };
}

/** The models of a kind, to choose one in the settings. */
export function suggestModels(kind: ChosenKind, listed: readonly RelayModel[]) {
  return listed
    .filter((model) => model.kind === kind)
    .map(({ id, displayName }) => ({ value: id, ...(displayName && { description: displayName }) }));
}
