import { deepStrictEqual } from 'node:assert/strict';
import { NotReadyError } from '../../../../src/messages/ownErrors.ts';
import { RelayError, type RelayErrorKind } from '../../../../src/relay/errors/relayError.ts';
import { createParts, type PlaybackParts } from './playbackParts.ts';

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
