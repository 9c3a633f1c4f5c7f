import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { CheckPorts } from '../../../../src/connection/check/checkStages.ts';
import { type Check, startCheck } from '../../../../src/connection/check/connectionCheck.ts';
import type { CheckView } from '../../../../src/protocol/settingsProtocol.ts';
import { createRelayClient } from '../../../../src/relay/client.ts';
import type { Timeouts } from '../../../../src/relay/http/exchange.ts';
import type { NetworkOptions } from '../../../../src/relay/http/proxy.ts';
import type { RelayModel } from '../../../../src/relay/models/relayModel.ts';
import type { ReferenceRelay } from '../../../relay/referenceRelay.ts';
import type { Identity } from '../../relay/http/certificateAuthority.ts';
import { type SecureServer, startSecureServer } from '../../relay/http/secureServer.ts';
import { languages } from '../../translations.ts';

export interface Situation {
  readonly address: string;
  readonly apiKey?: string | undefined;
  readonly network?: NetworkOptions;
  readonly timeouts?: Partial<Timeouts>;
  /** The chosen models and voice. By default, the first models of the lists and no voice. */
  readonly chatModel?: string | undefined;
  readonly speechModel?: string | undefined;
  readonly voice?: string | undefined;
  readonly onChange?: (view: CheckView) => void;
  readonly createClient?: CheckPorts['createClient'];
  /** By default, no time passes. */
  readonly now?: () => number;
}

/** The time at which all checks of these tests run. */
export const today = Date.parse('2026-11-21T12:00:00Z');

/** Starts a check with a frozen clock, so that the messages are always the same. */
export function start(situation: Situation): Check {
  const { address, apiKey, network = {}, timeouts = {} } = situation;
  const first = (kind: RelayModel['kind']) => (listed: readonly RelayModel[]) =>
    listed.find((model) => model.kind === kind)?.id;
  return startCheck({
    profile: '',
    typedAddress: address,
    apiKey,
    createClient:
      situation.createClient ??
      (async () => createRelayClient({ baseUrl: address, apiKey: apiKey || 'none', network, timeouts })),
    chatModel: (listed) => situation.chatModel ?? first('chat')(listed),
    protocolOf: (model, listed) => listed.find(({ id }) => id === model)?.protocols[0] ?? 'messages',
    speechModel: (listed) => situation.speechModel ?? first('speech')(listed),
    voiceFor: () => situation.voice,
    t: languages.english,
    now: situation.now ?? (() => 0),
    formatDate: (ms) => new Date(ms).toISOString().slice(0, 10),
    onChange: situation.onChange ?? (() => {}),
  });
}

/** Runs a whole check without the speech test. */
export async function runCheck(situation: Situation): Promise<CheckView> {
  const check = start({
    ...situation,
    onChange: (view) => {
      situation.onChange?.(view);
      if (view.stages.some(({ status }) => status === 'asks'))
        queueMicrotask(() => check.answerSpeech(false));
    },
  });
  await check.ended;
  return check.view;
}

/** The statuses of all stages, in their order. */
export function statusesOf({ stages }: CheckView): string {
  return stages.map(({ status }) => status).join(' ');
}

/** The relay behind a web server with TLS. */
export async function startFront(
  relay: ReferenceRelay,
  identity: Identity,
  onEnd: OnEnd,
): Promise<SecureServer> {
  const front = await startSecureServer(identity, (response: ServerResponse<IncomingMessage>) => {
    const { method, url, headers } = response.req;
    const onward = request(`${relay.baseUrl}${url}`, { method, headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 0, reply.headers);
      reply.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.req.pipe(onward);
  });
  onEnd(() => front.close());
  return front;
}

/** Registers a function that undoes something after the check. */
export type OnEnd = (undo: () => unknown) => void;
