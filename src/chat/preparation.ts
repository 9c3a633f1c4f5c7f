import { type ConnectedModelPorts, findConnectedModel } from '../connectedModel.ts';
import { readMaxOutputTokens, readSetting } from '../settings.ts';
import type { Preparation } from './chatPorts.ts';
import type { Recipients } from './recipients.ts';

/** What a question is asked with, all of one profile. Rejects as `findConnectedModel` does. */
export async function prepareWith(
  ports: ConnectedModelPorts & Pick<Recipients, 'configurable'>,
  wished?: string,
): Promise<Preparation> {
  const { client, account, model, protocol } = await findConnectedModel(ports, wished);
  const system = defaultSystem(account.profile);
  return {
    model,
    relay: new URL(account.base).origin,
    settings: {
      maxTokens: readMaxOutputTokens(account.profile),
      ...(system && { system }),
      ...(protocol && { protocol }),
    },
    configurable: ports.configurable(model),
    ask: (request, call) => client.streamChat(request, call),
  };
}

/** The system prompt of conversations that have none of their own. */
export function defaultSystem(profile?: string): string {
  return readSetting('modelRelay.chat.systemPrompt', profile).trim();
}
