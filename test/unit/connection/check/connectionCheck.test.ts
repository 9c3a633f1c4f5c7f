import { deepStrictEqual } from 'node:assert/strict';
import type { CheckView } from '../../../../src/protocol/settingsProtocol.ts';
import { useReferenceRelay } from '../../../relay/useReferenceRelay.ts';
import { createAuthority } from '../../relay/http/certificateAuthority.ts';
import { startGate } from '../../relay/probe/listener.ts';
import { runCheck, type Situation, start, startFront, statusesOf } from './runCheck.ts';

const authority = createAuthority();

/** The messages of a check that passes. */
const allWell = [
  'Base URL: Requests go to https://127.0.0.1',
  'Host name: 127.0.0.1 is an IP address. No lookup is needed.',
  'Connection: Connected directly to 127.0.0.1.',
  'Certificate: Issued by Authority of a test, valid until 2049-12-31, TLSv1.3.',
  'API key: The relay lists its models for this API key and accepted the key in a test request that generates nothing.',
  'Model lists: Models listed: 24.',
  'Chat test: “msg-haiku-4-5-20251001” responded with the Messages protocol in 0 ms.',
  'Speech test: Speech received with the voice BV700_streaming: 0 bytes of mp3.',
  'All checks passed.',
];

describe('the check', () => {
  const relay = useReferenceRelay();

  const situation = (change: Partial<Situation> = {}): Situation => ({
    address: relay.baseUrl,
    apiKey: relay.keys.good,
    chatModel: 'msg-haiku-4-5-20251001',
    speechModel: 'seed-tts-1.0',
    voice: 'BV700_streaming',
    ...change,
  });

  /** A whole check that includes the speech test, with all its changes. */
  async function speakToo(change: Partial<Situation> = {}, onAsk?: () => void) {
    const views: CheckView[] = [];
    const check = start(
      situation({
        ...change,
        onChange(view) {
          views.push(view);
          if (!statusesOf(view).endsWith('asks')) return;
          onAsk?.();
          queueMicrotask(() => check.answerSpeech(true));
        },
      }),
    );
    await check.ended;
    return { views, view: check.view };
  }

  it('reports the result of each stage', async () => {
    const undos: (() => unknown)[] = [];
    const front = await startFront(relay, authority.issue('127.0.0.1'), (undo) => undos.push(undo));
    const network = { extraCertificates: [authority.cert] };
    const { view } = await speakToo({ address: front.origin, network });
    for (const undo of undos) await undo();
    const lines = [...view.stages.map(({ label, verdict }) => `${label}: ${verdict}`), view.summary?.text];
    // The system assigns the ports, and the size of the audio depends on the synthesizer.
    const steady = lines.map((line) =>
      line?.replace(/(127\.0\.0\.1):\d+/, '$1').replace(/\d+ bytes/, '0 bytes'),
    );
    deepStrictEqual(steady, allWell);
  });

  it('shows all stages from the start, runs one at a time, and measures each', async () => {
    const { views, view } = await speakToo();
    deepStrictEqual(
      views.filter(
        ({ stages, isRunning, summary }) => stages.length !== 8 || isRunning !== (summary === undefined),
      ),
      [],
    );
    deepStrictEqual(
      views.flatMap(({ stages }) => stages.flatMap(({ id, status }) => (status === 'running' ? [id] : []))),
      ['address', 'name', 'connect', 'certificate', 'key', 'models', 'chat', 'speech', 'speech'],
    );
    deepStrictEqual(
      view.stages.map(({ ms }) => ms),
      [0, 0, 0, undefined, 0, undefined, 0, 0],
    );
  });

  it('requests each list once, and sixteen tokens from the model', async () => {
    const from = relay.requests.length;
    await runCheck(situation());
    deepStrictEqual(
      relay.requests
        .slice(from)
        .map(({ path, bodyText }) => [path, bodyText && JSON.parse(bodyText).max_tokens]),
      [
        ['/v1/models', ''],
        ['/v1beta/models', ''],
        // The request has no messages: only the key decides the reply.
        ['/v1/chat/completions', 1],
        ['/v1/messages', 16],
      ],
    );
  });

  it('sends nothing without a key, and closes its connections', async () => {
    const from = relay.requests.length;
    const gate = await startGate(Number(new URL(relay.baseUrl).port));
    await runCheck(situation({ address: `http://127.0.0.1:${gate.port}`, apiKey: undefined }));
    await gate.untilAllClosed();
    deepStrictEqual([gate.received(), relay.requests.length], ['', from]);
    await gate.close();
  });

  it('does not measure how long a person takes to answer', async () => {
    let clock = 0;
    const { view } = await speakToo({ now: () => clock }, () => {
      clock += 60_000;
    });
    deepStrictEqual(view.stages.at(-1)?.ms, 0);
  });

  it('ignores an answer to a question that it has not asked yet', async () => {
    const seen: string[] = [];
    const check = start(
      situation({
        onChange({ stages }) {
          const { status = '' } = stages.at(-1) ?? {};
          if (seen.at(-1) !== status) seen.push(status);
          queueMicrotask(() => check.answerSpeech(status === 'waiting'));
        },
      }),
    );
    await check.ended;
    deepStrictEqual(seen, ['waiting', 'running', 'asks', 'running', 'skipped']);
  });

  describe('of speech', () => {
    const asks =
      'asks | All checks passed so far. Test speech with two spoken words? | Speaks two words with the voice BV700_streaming of seed-tts-1.0. This may incur a small cost.';
    const rejected = 'The relay rejected the request as invalid (HTTP 400).';
    const noAccess = 'This API key has no access to the model “msg-haiku-4-5-20251001” (HTTP 503).';
    const outcomes: readonly (readonly [
      name: string,
      change: () => Partial<Situation>,
      isWanted: boolean | undefined,
      last: string,
    ])[] = [
      [
        'that the user skips, it speaks nothing',
        () => ({}),
        false,
        'skipped | All checks passed. | You skipped the speech test.',
      ],
      [
        'that the user wants, it speaks two words',
        () => ({}),
        true,
        'ok | All checks passed. | Speech received with the voice BV700_streaming: 0 bytes of mp3.',
      ],
      [
        'in a voice that the model does not have, it says so',
        () => ({ voice: 'nobody' }),
        true,
        `failed | “Speech test” failed: ${rejected} | ${rejected}`,
      ],
      [
        'without a voice, it does not ask',
        () => ({ voice: undefined }),
        undefined,
        'skipped | All checks passed. | No voice is selected.',
      ],
      [
        'without a speech model, it does not ask',
        () => ({ speechModel: undefined, apiKey: relay.keys.noChannel }),
        undefined,
        `skipped | “Chat test” failed: ${noAccess} | The relay lists no speech model, and none is selected.`,
      ],
    ];
    for (const [name, change, isWanted, last] of outcomes) {
      it(name, async () => {
        const seen: string[] = [];
        const check = start(
          situation({
            ...change(),
            onChange({ stages, isRunning, summary }) {
              const { status = '', verdict } = stages.at(-1) ?? {};
              const line = [status, summary?.text, verdict].filter(Boolean).join(' | ');
              if (!isRunning && seen.at(-1) !== line) seen.push(line.replace(/\d+ bytes/, '0 bytes'));
              if (status === 'asks') queueMicrotask(() => check.answerSpeech(isWanted ?? true));
            },
          }),
        );
        await check.ended;
        const { voice } = situation(change());
        deepStrictEqual(
          seen,
          isWanted === undefined ? [last] : [asks.replace('BV700_streaming', `${voice}`), last],
        );
      });
    }
  });
});
