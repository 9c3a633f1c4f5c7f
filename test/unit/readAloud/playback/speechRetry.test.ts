import { deepStrictEqual } from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NotReadyError } from '../../../../src/messages/ownErrors.ts';
import { retrySpeech } from '../../../../src/readAloud/playback/speechRetry.ts';
import type { RetryWait } from '../../../../src/relay/callOptions.ts';
import type { RelayErrorKind } from '../../../../src/relay/errors/errorKind.ts';
import { RelayError, type RelayErrorDetails } from '../../../../src/relay/errors/relayError.ts';
import { createSpeechParts, createToneMp3, type SpeechParts, utteranceOf } from '../speech/speechParts.ts';
import { createParts, type PlaybackParts } from './playbackParts.ts';
import { settle } from './testPage.ts';

/** All tries fail in this way: gives how long each wait was, in milliseconds, without what spreads them. */
async function waitsOf(...errors: readonly (RelayError | Error)[]): Promise<readonly number[]> {
  const waits: number[] = [];
  let tries = 0;
  const send = () => Promise.reject(errors[Math.min(tries++, errors.length - 1)]);
  const { signal } = new AbortController();
  await retrySpeech(send, { signal, onWait: () => {} }, async (ms) => void waits.push(ms)).catch(() => {});
  deepStrictEqual(waits.length, tries - 1);
  return waits.map((ms) => ms - (ms % 500));
}

describe('a request for speech that fails', () => {
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
    // What the relay asks for, unless it asks too much.
    ['rateLimit', [7000, 7000, 7000, 7000], { retryAfterMs: 7000 }],
    ['server', [7000, 7000, 7000], { retryAfterMs: 7000, status: 503 }],
    ['rateLimit', [], { retryAfterMs: 60_001 }],
    // What no waiting heals.
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
    it(`${kind} ${JSON.stringify(details ?? {})} is waited for ${JSON.stringify(expected)}`, async () => {
      // The waits are spread by up to a quarter; none of these reaches the next step of half a second by that.
      const waits = await waitsOf(new RelayError(kind, details));
      const spread = waits.map(
        (ms, place) => Math.abs(ms - (expected[place] ?? 0)) <= (expected[place] ?? 0) / 4,
      );
      deepStrictEqual([waits.length, spread.every(Boolean)], [expected.length, true]);
    });
  }

  it('is sent again as often as the reasons say together, and never when it is a bug of ours', async () => {
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

describe('the speech of a reading, from a relay that fails at times', () => {
  let folder: string;
  let parts: SpeechParts;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'retried-'));
    parts = createSpeechParts(folder);
  });
  afterEach(async () => {
    await parts.written();
    await rm(folder, { recursive: true, maxRetries: 5 });
  });

  const limit = new RelayError('rateLimit', { retryAfterMs: 7000 });
  const utterance = utteranceOf('Hello there.');

  /** The relay fails in these ways, one after the other, and then speaks. */
  function failFirst(...errors: RelayError[]): void {
    const { answer } = parts.relay;
    parts.relay.answer = (request, signal) => {
      const error = errors.shift();
      if (error) throw error;
      return answer(request, signal);
    };
  }

  /** Asks, and notes the waits that are told. */
  function ask(signal = new AbortController().signal, onTold?: (wait: RetryWait | undefined) => void) {
    const told: (number | undefined)[] = [];
    const onWait = (wait: RetryWait | undefined) => {
      told.push(wait?.delayMs);
      onTold?.(wait);
    };
    return { told, audio: parts.read().get(utterance, { signal, onWait }) };
  }

  it('is asked for again, and whoever asks is told of each wait and of its end', async () => {
    failFirst(limit, limit);
    const { told, audio } = ask();
    deepStrictEqual([(await audio).format, told], ['mp3', [7000, undefined, 7000, undefined]]);
    deepStrictEqual([parts.relay.asked.length, parts.waited], [3, [7000, 7000]]);
  });

  it('is asked for once where nobody is told of a wait', async () => {
    failFirst(limit);
    const error = await parts
      .read()
      .get(utterance, { signal: new AbortController().signal })
      .catch((reason: unknown) => reason);
    deepStrictEqual([error, parts.relay.asked.length, parts.waited], [limit, 1, []]);
  });

  it('is asked for once by two who want it, through all tries', async () => {
    failFirst(limit);
    const [one, other] = [ask(), ask()];
    deepStrictEqual(await one.audio, await other.audio);
    deepStrictEqual(
      [one.told, other.told, parts.relay.asked.length],
      [[7000, undefined], [7000, undefined], 2],
    );
  });

  it('is not asked for again once nobody wants it, which shows when a wait is over', async () => {
    failFirst(limit, limit);
    const abort = new AbortController();
    const { audio } = ask(abort.signal, (wait) => !wait && abort.abort());
    const error = await audio.catch((reason: unknown) => reason);
    await settle();
    deepStrictEqual([error, parts.relay.asked.length], [new RelayError('cancelled'), 1]);
  });

  it('pays for no half twice where the other one is limited', async () => {
    const text = 'The first half of this text is here. And the second half of the text is here.';
    const { answer } = parts.relay;
    let isLimited = true;
    parts.relay.answer = (request, signal) => {
      if (request.input === text) throw new RelayError('requestTooLarge');
      if (request.input.startsWith('And') && isLimited) {
        isLimited = false;
        throw limit;
      }
      return answer(request, signal);
    };
    const { signal } = new AbortController();
    await parts.read().get(utteranceOf(text), { signal, onWait: () => {} });
    const [first, second] = text.split(/(?<=\.) /);
    deepStrictEqual(
      parts.relay.asked.map(({ input }) => input),
      [text, first, second, second],
    );
  });

  it('is asked for once more where it is far too short, and given up when nobody waits for that', async () => {
    const long =
      'All of these words take their time, as much as any voice would need for so many in a row here.';
    const lengths = [0.2, 9];
    parts.relay.answer = async () => ({
      bytes: await createToneMp3({ seconds: lengths.shift() ?? 0.3 }),
      format: 'mp3',
    });
    const { signal } = new AbortController();
    const spoken = await parts.read().get(utteranceOf(long), { signal, onWait: () => {} });
    const abort = new AbortController();
    const onWait = (wait: RetryWait | undefined) => void (wait && abort.abort());
    const other = parts.read().get(utteranceOf(`${long} Again.`), { signal: abort.signal, onWait });
    const error = await other.catch((reason: unknown) => reason);
    await settle();
    deepStrictEqual(
      [Math.round(spoken.seconds ?? 0), error, parts.relay.asked.length],
      [9, new RelayError('cancelled'), 3],
    );
  });
});

const connectTimeout = new RelayError('timeout', { phase: 'connect' });

describe('a fault by its kind, at the first sentence and at a later one', () => {
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

    /** The sentence that is waited for fails. */
    async function failWaited(): Promise<Outcome> {
      const { speaker, playback } = parts;
      await speaker.fail(error);
      if (playback.state.status !== 'failed') return 'is skipped';
      deepStrictEqual(playback.state.error, error);
      return 'fails';
    }

    it(`${given instanceof Error ? String(given) : given}: the first ${first}, a later one ${later}`, async () => {
      parts.playback.playerReady();
      parts.start(9);
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
