import { deepStrictEqual } from 'node:assert/strict';
import { NotReadyError } from '../../../../src/messages/ownErrors.ts';
import { retrySpeech } from '../../../../src/readAloud/playback/speechRetry.ts';
import type { RetryWait } from '../../../../src/relay/callOptions.ts';
import type { RelayErrorKind } from '../../../../src/relay/errors/errorKind.ts';
import { RelayError, type RelayErrorDetails } from '../../../../src/relay/errors/relayError.ts';
import { createSpeechParts, type SpeechParts, utteranceOf } from '../speech/speechParts.ts';
import { useFolder } from '../speech/useFolder.ts';
import { createParts, type PlaybackParts } from './playbackParts.ts';
import { settle } from './testPage.ts';

/** The waits in milliseconds between tries that fail with these errors, rounded down to half a second. */
async function waitsOf(...errors: readonly (RelayError | Error)[]): Promise<readonly number[]> {
  const waits: number[] = [];
  let tries = 0;
  const send = () => Promise.reject(errors[Math.min(tries++, errors.length - 1)]);
  const { signal } = new AbortController();
  await retrySpeech(send, { signal, onWait: () => {} }, async (ms) => void waits.push(ms)).catch(() => {});
  deepStrictEqual(waits.length, tries - 1);
  return waits.map((ms) => ms - (ms % 500));
}

describe('a failed speech request', () => {
  const limited = [1000, 2000, 20_000, 60_000];
  const undone = [500, 1500, 4000];
  const perhapsBilled = [500];
  const table: readonly (readonly [RelayErrorKind, readonly number[], RelayErrorDetails?])[] = [
    ['rateLimit', limited],
    ['server', undone],
    ['connection', undone],
    ['connection', undone, { systemCode: 'ENOTFOUND' }],
    ['timeout', undone, { phase: 'connect' }],
    ['cancelled', undone],
    ['connection', perhapsBilled, { systemCode: 'ECONNRESET' }],
    ['timeout', perhapsBilled, { phase: 'firstByte' }],
    ['timeout', perhapsBilled, { phase: 'idle' }],
    ['timeout', perhapsBilled, { phase: 'relay', status: 504 }],
    ['interrupted', perhapsBilled],
    ['invalidResponse', perhapsBilled],
    // The wait that the relay asks for, unless it is too long.
    ['rateLimit', [7000, 7000, 7000, 7000], { retryAfterMs: 7000 }],
    ['server', [7000, 7000, 7000], { retryAfterMs: 7000, status: 503 }],
    ['rateLimit', [], { retryAfterMs: 60_001 }],
    // Errors that waiting can’t fix.
    ['connection', [], { systemCode: 'CERT_HAS_EXPIRED' }],
    ['connection', [], { proxyStatus: 407 }],
    ...(
      ['authentication', 'tokenUnavailable', 'insufficientBalance', 'modelNotAllowed', 'refused'] as const
    ).map((kind) => [kind, []] as const),
    ...(['wrongAddress', 'notFound', 'invalidRequest', 'requestTooLarge', 'betaFieldRejected'] as const).map(
      (kind) => [kind, []] as const,
    ),
  ];
  for (const [kind, expected, details] of table) {
    it(`${kind} ${JSON.stringify(details ?? {})} is retried after ${JSON.stringify(expected)}`, async () => {
      // The waits have a jitter of up to a quarter.
      const waits = await waitsOf(new RelayError(kind, details));
      const spread = waits.map(
        (ms, place) => Math.abs(ms - (expected[place] ?? 0)) <= (expected[place] ?? 0) / 4,
      );
      deepStrictEqual([waits.length, spread.every(Boolean)], [expected.length, true]);
    });
  }

  it('is retried only as often as all its reasons allow, and never after a bug of ours', async () => {
    const error = (kind: RelayErrorKind) => new RelayError(kind);
    const all = await waitsOf(
      error('interrupted'),
      error('server'),
      error('rateLimit'),
      error('interrupted'),
    );
    deepStrictEqual([all.length, await waitsOf(new Error('a bug'))], [3, []]);
  });
});

describe('the speech of a reading from a relay that sometimes fails', () => {
  const folder = useFolder();
  let parts: SpeechParts;
  beforeEach(() => {
    parts = createSpeechParts(folder.path);
  });
  afterEach(() => parts.written());

  const limit = new RelayError('rateLimit', { retryAfterMs: 7000 });
  const utterance = utteranceOf('Hello there.');

  /** Makes the relay fail with these errors, one after the other, and then respond. */
  function failFirst(...errors: RelayError[]): void {
    const { answer } = parts.relay;
    parts.relay.answer = (request, signal) => {
      const error = errors.shift();
      if (error) throw error;
      return answer(request, signal);
    };
  }

  /** Requests speech, and records the reported waits. */
  function ask(signal = new AbortController().signal, onTold?: (wait: RetryWait | undefined) => void) {
    const told: (number | undefined)[] = [];
    const onWait = (wait: RetryWait | undefined) => {
      told.push(wait?.delayMs);
      onTold?.(wait);
    };
    return { told, audio: parts.read().get(utterance, { signal, onWait }) };
  }

  it('is requested again, and each wait and its end are reported', async () => {
    failFirst(limit, limit);
    const { told, audio } = ask();
    deepStrictEqual([(await audio).format, told], ['mp3', [7000, undefined, 7000, undefined]]);
    deepStrictEqual([parts.relay.asked.length, parts.waited], [3, [7000, 7000]]);
  });

  it('is requested only once if no wait can be reported', async () => {
    failFirst(limit);
    const error = await parts
      .read()
      .get(utterance, { signal: new AbortController().signal })
      .catch((reason: unknown) => reason);
    deepStrictEqual([error, parts.relay.asked.length, parts.waited], [limit, 1, []]);
  });

  it('is shared by two callers through all retries', async () => {
    failFirst(limit);
    const [one, other] = [ask(), ask()];
    deepStrictEqual(await one.audio, await other.audio);
    deepStrictEqual(
      [one.told, other.told, parts.relay.asked.length],
      [[7000, undefined], [7000, undefined], 2],
    );
  });

  it('is not requested again if it is canceled at the end of a wait', async () => {
    failFirst(limit, limit);
    const abort = new AbortController();
    const { audio } = ask(abort.signal, (wait) => !wait && abort.abort());
    const error = await audio.catch((reason: unknown) => reason);
    await settle();
    deepStrictEqual([error, parts.relay.asked.length], [new RelayError('cancelled'), 1]);
  });
});

const connectTimeout = new RelayError('timeout', { phase: 'connect' });

describe('a fault at the first sentence and at a later one', () => {
  let parts: PlaybackParts;
  beforeEach(() => {
    parts = createParts();
  });

  type Outcome = 'is skipped' | 'fails';
  const outcomes: readonly [error: RelayErrorKind | Error, first: Outcome, later?: Outcome][] = [
    ['interrupted', 'fails', 'is skipped'],
    ['server', 'fails', 'is skipped'],
    ['timeout', 'fails', 'is skipped'],
    ['invalidResponse', 'fails', 'is skipped'],
    ['connection', 'fails'],
    [connectTimeout, 'fails'],
    ['invalidRequest', 'fails', 'is skipped'],
    ['requestTooLarge', 'fails', 'is skipped'],
    ['authentication', 'fails'],
    ['tokenUnavailable', 'fails'],
    ['insufficientBalance', 'fails'],
    ['modelNotAllowed', 'fails'],
    ['refused', 'fails'],
    ['wrongAddress', 'fails'],
    ['betaFieldRejected', 'fails'],
    ['rateLimit', 'fails'],
    [new NotReadyError('voice'), 'fails'],
    [new Error('a bug of ours'), 'fails'],
  ];
  for (const [given, first, later = first] of outcomes) {
    const error = typeof given === 'string' ? new RelayError(given) : given;

    /** Lets the request for the current sentence fail. */
    async function failWaited(): Promise<Outcome> {
      const { speaker, playback } = parts;
      await speaker.fail(error);
      if (playback.state.status !== 'failed') return 'is skipped';
      deepStrictEqual(playback.state.error, error);
      return 'fails';
    }

    it(`${given instanceof Error ? String(given) : given}: the first ${first}, a later one ${later}`, async () => {
      parts.open(9);
      const atFirst = await failWaited();
      parts = createParts({ lookAhead: 0 });
      await parts.readTo(9, 4);
      await parts.player.hearOut();
      deepStrictEqual([atFirst, await failWaited()], [first, later]);
      const isSkipped = later === 'is skipped';
      deepStrictEqual(parts.playback.state.skipped, isSkipped ? [5] : []);
      deepStrictEqual([parts.now(), parts.speaker.open], isSkipped ? ['loading 6', [6]] : ['failed 5', []]);
    });
  }
});
