import { NotReadyError } from '../failures.ts';
import type { Account } from '../profiles.ts';
import type { RelayClient } from '../relay/client.ts';
import type { Protocol } from '../relay/models/models.ts';
import { readSetting } from '../settings.ts';
import type { Preparation } from './chatPorts.ts';

export interface PreparationPorts {
  /** Rejects with a NotReadyError when no relay is connected. */
  readonly ensureConnected: () => Promise<{ readonly client: RelayClient; readonly account: Account }>;
  /** Id of the chosen chat model, after the list was read if need be. */
  readonly currentModel: () => Promise<string | undefined>;
  /** Why the lists could not be read, where that is why there is no model. */
  readonly listFailure: () => unknown;
  /** In which protocol a model is spoken to; its id decides where nothing is known. */
  readonly protocolOf: (model: string) => Protocol | undefined;
}

/** What a question is asked with, all of one profile: another may be chosen while the lists are read. */
export async function prepareWith(ports: PreparationPorts, wished?: string): Promise<Preparation> {
  const { account } = await ports.ensureConnected();
  const model = wished ?? (await ports.currentModel());
  const { client, account: now } = await ports.ensureConnected();
  const { profile, base } = now;
  if (profile !== account.profile || base !== account.base) return prepareWith(ports, wished);
  if (!model) throw ports.listFailure() ?? new NotReadyError('model');
  const protocol = ports.protocolOf(model);
  const system = defaultSystem(profile);
  return {
    model,
    relay: new URL(base).origin,
    settings: {
      // People edit settings.json by hand, and the relay takes whole numbers from 1 on (contract 8).
      maxTokens: Math.max(1, Math.floor(readSetting('modelRelay.chat.maxOutputTokens', profile))),
      ...(system && { system }),
      ...(protocol && { protocol }),
    },
    ask: (request, call) => client.streamChat(request, call),
  };
}

/** The system prompt of conversations that have none of their own. */
export function defaultSystem(profile?: string): string {
  return readSetting('modelRelay.chat.systemPrompt', profile).trim();
}
