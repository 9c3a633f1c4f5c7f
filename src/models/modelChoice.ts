import { readSetting } from '../platform/settings/settings.ts';
import type { Protocol } from '../relay/chat/protocolNames.ts';
import type { RelayModel } from '../relay/models/relayModel.ts';
import { type ChosenKind, modelSettings, modelsOfKind } from './modelGroups.ts';
import { chooseProtocol } from './protocolChoice.ts';

/** The selected model of a kind, or else the first listed one, of the profile in use or another. */
export function chooseModel(
  kind: ChosenKind,
  listed: readonly RelayModel[],
  profile?: string,
): string | undefined {
  return readSetting(modelSettings[kind], profile).trim() || modelsOfKind(listed, kind)[0]?.id;
}

/** The protocol of a model by the setting or the lists, if known. */
export function protocolFor(
  id: string,
  listed: readonly RelayModel[],
  profile?: string,
): Protocol | undefined {
  return chooseProtocol(id, listed, readSetting('modelRelay.chat.protocols', profile));
}

/** The models and the voice that the connection check of a profile tests. */
export function modelChoices(profile: string) {
  return {
    chatModel: (listed: readonly RelayModel[]) => chooseModel('chat', listed, profile),
    speechModel: (listed: readonly RelayModel[]) => chooseModel('speech', listed, profile),
    protocolOf: (id: string, listed: readonly RelayModel[]) => protocolFor(id, listed, profile),
  };
}

/** The models of a kind, as suggestions in the settings panel. */
export function suggestModels(kind: ChosenKind, listed: readonly RelayModel[]) {
  return modelsOfKind(listed, kind).map(({ id, displayName }) => ({
    value: id,
    ...(displayName && { description: displayName }),
  }));
}
