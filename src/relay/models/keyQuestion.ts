import type { CallOptions } from '../callOptions.ts';
import { RelayError } from '../errors/relayError.ts';
import { sizeCaps } from '../http/request.ts';
import type { Transport } from '../http/transport.ts';
import type { RelayModel } from './relayModel.ts';

/**
 * Asks a question that needs the key, since some relays list their models for any key. It has no messages, so that it
 * is refused for its shape once the key was looked at (contract 5, 8): nothing is generated, and nothing is billed.
 *
 * Gives whether the relay answered as it does to a key that it knows; false also where there is no chat model to ask.
 * Throws RelayErrors only: `authentication` and `tokenUnavailable` for a key that is refused, and `cancelled`.
 */
export async function checkKey(
  transport: Transport,
  models: readonly RelayModel[],
  call?: CallOptions,
): Promise<boolean> {
  const model = models.find(({ kind }) => kind === 'chat');
  if (!model) return false;
  try {
    const reply = await transport.send({
      method: 'POST',
      path: model.protocols[0] === 'messages' ? '/v1/messages' : '/v1/chat/completions',
      // One token, should somebody answer all the same.
      json: { model: model.id, messages: [], max_tokens: 1 },
      headers: { accept: 'application/json' },
      retry: 'never',
      pace: 'quick',
      maxBytes: sizeCaps.list,
      call,
    });
    reply.release();
    return true;
  } catch (error) {
    if (!(error instanceof RelayError)) throw error;
    const { kind, details } = error;
    // A service behind the relay refuses the relay's own key, not this one.
    const isRefused = (kind === 'authentication' || kind === 'tokenUnavailable') && !details.upstreamStatus;
    if (isRefused || kind === 'cancelled') throw error;
    return kind === 'invalidRequest' && details.status !== undefined && details.status < 500;
  }
}
