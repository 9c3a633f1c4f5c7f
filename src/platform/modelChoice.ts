import type { Protocol } from '../relay/chat/protocolNames.ts';
import { type ChosenKind, modelsOfKind } from '../relay/models/modelGroups.ts';
import { chooseProtocol } from '../relay/models/modelOverrides.ts';
import type { RelayModel } from '../relay/models/relayModel.ts';
import { readSetting } from './settings/settings.ts';

/** The settings of models by purpose. */
export const modelSettings = {
  chat: 'modelRelay.chat.model',
  speech: 'modelRelay.speech.model',
  image: 'modelRelay.images.model',
} as const satisfies Record<ChosenKind, string>;

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
