import { deepStrictEqual } from 'node:assert/strict';
import { NotReadyError } from '../../../../src/failures.ts';
import { RelayError, type RelayErrorKind } from '../../../../src/relay/relayError.ts';
import { createParts, type ReaderParts } from './readerParts.ts';

const connectTimeout = new RelayError('timeout', { phase: 'connect' });

describe('a fault by its kind, at the first sentence and at a later one', () => {
  let parts: ReaderParts;
  beforeEach(() => {
    parts = createParts();
  });

  type Outcome = 'is skipped' | 'fails' | 'is skipped after three tries' | 'fails after three tries';
  const outcomes: readonly [error: RelayErrorKind | Error, first: Outcome, later?: Outcome][] = [
    ['interrupted', 'fails after three tries', 'is skipped after three tries'],
    ['server', 'fails after three tries', 'is skipped after three tries'],
    ['timeout', 'fails after three tries', 'is skipped after three tries'],
    ['invalidResponse', 'fails after three tries', 'is skipped after three tries'],
    ['connection', 'fails after three tries'],
    [connectTimeout, 'fails after three tries'],
    ['invalidRequest', 'fails', 'is skipped'],
    ['requestTooLarge', 'fails', 'is skipped'],
    ['authentication', 'fails'],
    ['tokenUnavailable', 'fails'],
    ['insufficientBalance', 'fails'],
    ['modelNotAllowed', 'fails'],
    ['refused', 'fails'],
    ['wrongAddress', 'fails'],
    ['betaFieldRejected', 'fails'],
    ['rateLimit', 'fails after three tries'],
    [new NotReadyError('voice'), 'fails'],
    [new Error('a bug of ours'), 'fails'],
  ];
  for (const [given, first, later = first] of outcomes) {
    const error = typeof given === 'string' ? new RelayError(given) : given;

    /** The sentence that is waited for fails as often as it is asked for. */
    async function failWaited(): Promise<Outcome> {
      const { speaker, clock, reader } = parts;
      const [failing] = speaker.open;
      let tries = 0;
      while (speaker.open.includes(failing ?? -1)) {
        tries += 1;
        await speaker.fail(error);
        if (clock.waits.length > 0) {
          const [second, third] = given === 'rateLimit' ? [20_000, 60_000] : [500, 1500];
          deepStrictEqual(clock.waits, [tries === 1 ? second : third]);
          await clock.pass();
        }
      }
      if (reader.state.status === 'failed') deepStrictEqual(reader.state.error, error);
      const outcome = reader.state.status === 'failed' ? 'fails' : 'is skipped';
      return tries === 3 ? `${outcome} after three tries` : outcome;
    }

    it(`${given instanceof Error ? String(given) : given}: the first ${first}, a later one ${later}`, async () => {
      parts.reader.playerReady();
      parts.start(9);
      const atFirst = await failWaited();
      parts = createParts({ lookAhead: 0 });
      await parts.readTo(9, 4);
      await parts.player.hearOut();
      deepStrictEqual([atFirst, await failWaited()], [first, later]);
      const isSkipped = later.startsWith('is skipped');
      deepStrictEqual(parts.reader.state.skipped, isSkipped ? [5] : []);
      deepStrictEqual([parts.now(), parts.speaker.open], isSkipped ? ['loading 6', [6]] : ['failed 5', []]);
    });
  }
});
