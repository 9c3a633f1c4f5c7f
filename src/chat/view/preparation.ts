import { NotReadyError } from '../../messages/ownErrors.ts';
import {
  type ConnectedModelPorts,
  type ConnectedRelay,
  findConnectedModel,
} from '../../platform/connectedModel.ts';
import { readMaxOutputTokens, readSetting } from '../../platform/settings/settings.ts';
import type { Preparation } from '../model/chatServices.ts';
import type { ModelTargetPorts, ModelTargets } from '../model/modelTargets.ts';

export interface PreparationPorts
  extends ConnectedModelPorts,
    Pick<ModelTargets, 'configurable'>,
    Pick<ModelTargetPorts, 'listed'> {
  /** The connection of a profile as it is by now. */
  readonly connectedAs: (profile: string) => Promise<ConnectedRelay | undefined>;
}

/** What a question is asked with, all of one profile. Rejects as `findConnectedModel` does. */
export async function prepareWith(ports: PreparationPorts, wished?: string): Promise<Preparation> {
  const { account, model, protocol } = await findConnectedModel(ports, wished);
  const system = defaultSystem(account.profile);
  const outputLimit = ports.listed(model)?.outputTokenLimit;
  return {
    model,
    relay: new URL(account.base).origin,
    settings: {
      maxTokens: readMaxOutputTokens(account.profile),
      ...(outputLimit && { outputLimit }),
      ...(system && { system }),
      ...(protocol && { protocol }),
    },
    configurable: ports.configurable(model),
    async *ask(request, call) {
      // Anew for each round: while tools ran, the key may have been replaced or forgotten.
      const connected = await ports.connectedAs(account.profile);
      if (connected?.account.base !== account.base) throw new NotReadyError('connection');
      yield* connected.client.streamChat(request, call);
    },
  };
}

/** The system prompt of conversations that have none of their own. */
export function defaultSystem(profile?: string): string {
  return readSetting('modelRelay.chat.systemPrompt', profile).trim();
}
