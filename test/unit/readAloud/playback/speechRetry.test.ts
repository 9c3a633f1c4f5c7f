import { deepStrictEqual } from 'node:assert/strict';
import { NotReadyError } from '../../../../src/messages/ownErrors.ts';
import { retrySpeech } from '../../../../src/readAloud/playback/speechRetry.ts';
import type { RetryWait } from '../../../../src/relay/callOptions.ts';
import type { RelayErrorKind } from '../../../../src/relay/errors/errorKind.ts';
import { RelayError, type RelayErrorDetails } from '../../../../src/relay/errors/relayError.ts';
import { createParts, type PlaybackParts } from './playbackParts.ts';

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
    ['authentication', []],
    ['insufficientBalance', []],
    ['invalidRequest', []],
    ['requestTooLarge', []],
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

describe('the waits of a speech request', () => {
  const limit = new RelayError('rateLimit', { retryAfterMs: 7000 });

  /** Sends a request that fails twice. Returns its outcome, the number of tries, and the reported waits. */
  async function askTwice(
    abort: AbortController,
    report?: (wait: RetryWait | undefined) => void,
  ): Promise<unknown[]> {
    const told: (number | undefined)[] = [];
    let tries = 0;
    const send = async () => {
      tries += 1;
      if (tries <= 2) throw limit;
      return 'spoken';
    };
    const onWait = (wait: RetryWait | undefined) => {
      told.push(wait?.delayMs);
      report?.(wait);
    };
    const call = { signal: abort.signal, ...(report && { onWait }) };
    const outcome = await retrySpeech(send, call, async () => {}).catch((error: unknown) => error);
    return [outcome, tries, told];
  }

  it('are reported, and so is their end', async () => {
    const waits = [7000, undefined, 7000, undefined];
    deepStrictEqual(await askTwice(new AbortController(), () => {}), ['spoken', 3, waits]);
  });

  it('are none if they can’t be reported', async () => {
    deepStrictEqual(await askTwice(new AbortController()), [limit, 1, []]);
  });

  it('are not followed by a request that is canceled at their end', async () => {
    const abort = new AbortController();
    const outcome = await askTwice(abort, (wait) => wait ?? abort.abort());
    deepStrictEqual(outcome, [new RelayError('cancelled'), 1, [7000, undefined]]);
  });
});

describe('a fault at the first sentence and at a later one', () => {
  let parts: PlaybackParts;
  beforeEach(() => {
    parts = createParts();
  });

  const outcomes: readonly [error: RelayErrorKind | Error, isSkippedLater: boolean][] = [
    ['interrupted', true],
    ['server', true],
    ['timeout', true],
    ['invalidResponse', true],
    ['invalidRequest', true],
    ['requestTooLarge', true],
    ['connection', false],
    [new RelayError('timeout', { phase: 'connect' }), false],
    ['authentication', false],
    ['rateLimit', false],
    [new NotReadyError('voice'), false],
    [new Error('a bug of ours'), false],
  ];
  for (const [given, isSkipped] of outcomes) {
    const error = typeof given === 'string' ? new RelayError(given) : given;

    it(`${String(given)}: ends the reading${isSkipped ? ' only at the first' : ''}`, async () => {
      parts.open(9);
      await parts.speaker.fail(error);
      deepStrictEqual([parts.now(), parts.playback.state.error], ['failed 0', error]);
      parts = createParts({ lookAhead: 0 });
      await parts.readTo(9, 4);
      await parts.player.hearOut();
      await parts.speaker.fail(error);
      const { skipped, error: shown } = parts.playback.state;
      deepStrictEqual(
        [parts.now(), skipped, shown, parts.speaker.open],
        isSkipped ? ['loading 6', [5], undefined, [6]] : ['failed 5', [], error, []],
      );
    });
  }
});
