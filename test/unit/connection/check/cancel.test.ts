import { deepStrictEqual } from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type CheckStageId,
  type CheckView,
  checkStageIds,
} from '../../../../src/protocol/settingsProtocol.ts';
import { createRelayClient, type RelayClient } from '../../../../src/relay/client.ts';
import { type ReferenceRelay, startReferenceRelay } from '../../../relay/referenceRelay.ts';
import { createAuthority } from '../../relay/http/certificateAuthority.ts';
import { type Listener, startGate, startListener } from '../../relay/probe/listener.ts';
import { type Situation, start, startFront, statusesOf } from './runCheck.ts';

const authority = createAuthority();

/** A check whose changes are all recorded and can be waited for. */
function watch(situation: Situation) {
  const views: CheckView[] = [];
  const waiting: { isMet: (view: CheckView) => boolean; resolve: () => void }[] = [];
  const check = start({
    ...situation,
    onChange(view) {
      views.push(view);
      for (const { isMet, resolve } of waiting) if (isMet(view)) resolve();
    },
  });
  return {
    check,
    until: (id: CheckStageId, status: string) =>
      new Promise<void>((resolve) => {
        const isMet = ({ stages }: CheckView) =>
          stages.some((stage) => stage.id === id && stage.status === status);
        waiting.push({ isMet, resolve });
        if (isMet(check.view)) resolve();
      }),
    /** Cancels the check and returns its final state. Nothing changes after that, whatever else is called. */
    async cancel() {
      check.cancel();
      const shown = views.length;
      check.cancel();
      check.answerSpeech(true);
      await check.ended;
      deepStrictEqual([views.length, views.at(-1)], [shown, check.view]);
      const { isRunning, summary } = check.view;
      return [statusesOf(check.view), isRunning, summary?.text];
    },
  };
}

/** The state of a check that was canceled in this stage: the stages before it have passed. */
function cancelledAt(id: CheckStageId) {
  const at = checkStageIds.indexOf(id);
  const statuses = checkStageIds.map((_, place) => (place < at ? 'ok' : 'cancelled'));
  return [statuses.join(' '), false, 'The check was stopped.'];
}

describe('a canceled check leaves no connection', () => {
  let relay: ReferenceRelay;
  /** Sees every connection to the relay. */
  let gate: Listener;
  const undos: (() => unknown)[] = [];

  beforeEach(async () => {
    relay = await startReferenceRelay();
    const front = await startFront(relay, authority.issue('127.0.0.1'), (undo) => undos.push(undo));
    gate = await startGate(front.port);
  });
  afterEach(async () => {
    await gate.close();
    for (const undo of undos.splice(0)) await undo();
    await relay.close();
  });

  const situation = (): Situation => ({
    address: `https://127.0.0.1:${gate.port}`,
    apiKey: relay.keys.good,
    network: { extraCertificates: [authority.cert] },
    chatModel: 'msg-haiku-4-5-20251001',
    speechModel: 'seed-tts-1.0',
    voice: 'BV700_streaming',
  });

  for (const id of checkStageIds) {
    it(`as soon as “${id}” begins`, async () => {
      const { until, cancel } = watch(situation());
      await until(id, 'running');
      deepStrictEqual(await cancel(), cancelledAt(id));
      await gate.untilAllClosed();
    });
  }

  const silences: readonly (readonly [CheckStageId, path: string])[] = [
    ['key', '/v1/models'],
    ['chat', '/v1/messages'],
    ['speech', '/v1/audio/speech'],
  ];
  for (const [id, path] of silences) {
    it(`while the relay is silent at “${id}”`, async () => {
      relay.with('no-reply', { path });
      const { check, until, cancel } = watch(situation());
      if (id === 'speech') {
        await until('speech', 'asks');
        check.answerSpeech(true);
      }
      await relay.waitForRequest((record) => record.path === path);
      deepStrictEqual(await cancel(), cancelledAt(id));
      await gate.untilAllClosed();
    });
  }

  it('while it asks whether to test speech', async () => {
    const { until, cancel } = watch(situation());
    await until('speech', 'asks');
    // After this, the check only waits for the user.
    await nextTurn();
    deepStrictEqual(await cancel(), cancelledAt('speech'));
    await gate.untilAllClosed();
    deepStrictEqual(relay.utterances, []);
  });

  it('in the middle of a handshake', async () => {
    const silent = await startListener();
    const { cancel } = watch({ ...situation(), address: `https://127.0.0.1:${silent.port}` });
    await silent.untilHeard();
    deepStrictEqual(await cancel(), cancelledAt('certificate'));
    await silent.untilAllClosed();
    await silent.close();
  });

  it('before it has a client, which is closed as soon as it exists', async () => {
    const made = Promise.withResolvers<RelayClient>();
    const { check, cancel } = watch({ ...situation(), createClient: () => made.promise });
    const end = cancel();
    const { address, apiKey = '' } = situation();
    const client = createRelayClient({ baseUrl: address, apiKey });
    made.resolve(client);
    deepStrictEqual(await end, cancelledAt('address'));
    const kind = await client.listModels().catch((error: { kind: string }) => error.kind);
    deepStrictEqual([kind, gate.opened(), check.view.stages.length], ['cancelled', 0, 8]);
  });
});
