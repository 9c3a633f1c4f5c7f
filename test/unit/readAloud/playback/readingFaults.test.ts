import { deepStrictEqual } from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeFailure } from '../../../../src/messages/failures.ts';
import { Playback } from '../../../../src/readAloud/playback/playback.ts';
import { createCachedSpeech, createSpeechWorkshop } from '../../../../src/readAloud/speech/cachedSpeech.ts';
import { createMp3Encoding } from '../../../../src/readAloud/speech/mp3.ts';
import { createSpeechCache } from '../../../../src/readAloud/speech/speechCache.ts';
import { createRelayClient } from '../../../../src/relay/client.ts';
import { silentLogger } from '../../../../src/relay/logger.ts';
import type { QuirkName } from '../../../relay/quirks/table.ts';
import { type ReferenceRelay, startReferenceRelay } from '../../../relay/referenceRelay.ts';
import { speak } from '../../../relay/sound/voice.ts';
import { languages } from '../../translations.ts';
import { familyA, readLame, utteranceOf } from '../speech/speechParts.ts';
import { createTestPage, settle } from './testPage.ts';

/** Short texts, since speaking them takes longer than everything else here. */
const texts = ['One.', 'Two.', 'Three.', 'Four.', 'Five.', 'Six.', 'Seven.'];
/** The tests wait for it ten times; a sentence is spoken in a twentieth of it. */
const timeoutMs = 500;
/** Sentences that are heard before the fault begins; one more may have been fetched by then. */
const heardBefore = 2;

/** What the user hears and sees. */
interface Outcome {
  /** While the fault lasts: the number of skipped sentences, the status of the reading, and its message. */
  readonly during: string;
  /** After the fault, once the user has continued: the number of sentences that are still missing. */
  readonly missing: number;
}

async function readWith(relay: ReferenceRelay, quirk: QuirkName, times?: number): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'faults-'));
  const client = createRelayClient({
    baseUrl: relay.baseUrl,
    apiKey: relay.keys.good,
    // All others run without a short time-out: on a busy machine, speaking can take longer.
    ...(quirk === 'body-stalls-at-100-bytes' && { timeouts: { idleMs: timeoutMs } }),
  });
  const cache = createSpeechCache({ folder, limitBytes: () => 1e8, logger: silentLogger });
  const encoding = createMp3Encoding({ readWasm: readLame });
  const speech = createCachedSpeech({
    workshop: createSpeechWorkshop({ cache, encoding, logger: silentLogger, wait: async () => {} }),
    choice: async () => ({ ...familyA, origin: relay.baseUrl, speak: client.speak }),
  });
  const player = createTestPage((): Playback => playback);
  let changed = () => {};
  const playback = new Playback({
    post: player.post,
    logger: silentLogger,
    // One request at a time, so that faults come one after the other.
    lookAhead: 0,
    onChange: () => changed(),
  });

  /** Plays until the reading ends or fails, or `until` sentences were heard. */
  async function hearOn(until = texts.length): Promise<void> {
    while (!['finished', 'failed'].includes(playback.state.status) && player.heard.length < until) {
      if (player.status === 'playing') await player.hearOut();
      else
        await new Promise<void>((resolve) => {
          changed = resolve;
        });
    }
    await settle();
  }

  function describe(): string {
    const { status, skipped, error, notice } = playback.state;
    const words =
      error === undefined
        ? notice
        : describeFailure(error, { t: languages.english, host: 'The relay' }).title;
    return [`${skipped.length} passed over`, status, words].filter(Boolean).join(', ');
  }

  try {
    const utterances = texts.map((text, index) => utteranceOf(text, index));
    playback.playerReady();
    playback.start({ title: 'text', source: { next: () => utterances.shift() }, speech });
    await hearOn(heardBefore);
    const fault = relay.with(quirk, { path: '/v1/audio/speech', ...(times !== undefined && { times }) });
    await hearOn();
    const during = describe();
    fault.undo();
    if (playback.state.status === 'failed') playback.session?.retry();
    await hearOn();
    deepStrictEqual(
      player.heard,
      [...new Set(player.heard)].toSorted((a, b) => a - b),
      'all in order, none twice',
    );
    return { during, missing: texts.length - player.heard.length };
  } finally {
    playback.stop();
    await cache.written();
    await client.close();
    await rm(folder, { recursive: true });
  }
}

const unharmed = '0 passed over, finished';
const refusedAt = (title: string) => `0 passed over, failed, ${title}`;
const givenUp = (title: string) => `2 passed over, failed, ${title}`;
const brokeOff = 'The response was interrupted by the relay, its provider, or the network.';
const tooLow = refusedAt('The balance is too low (HTTP 403).');

/** The outcome of a fault in one request, and of one that lasts. */
const rows: readonly (readonly [quirk: QuirkName, once: string, lasting: string])[] = [
  // Speech in another form, as channels send it.
  ['audio-as-events', unharmed, unharmed],
  // Retried, and skipped if that does not help; the third one in a row ends the reading.
  ['json-tail-after-audio', unharmed, givenUp(brokeOff)],
  ['body-stalls-at-100-bytes', unharmed, givenUp('The relay sent no data for 1 s.')],
  ['html-502', unharmed, givenUp('The relay or its provider returned an error (HTTP 502).')],
  // Skipped without a retry: the relay may refuse just this sentence.
  [
    'contents-required',
    '1 passed over, finished, skipped',
    givenUp('The relay rejected the request as invalid (HTTP 400).'),
  ],
  // These fail for every sentence, so nothing is skipped.
  ['balance-empty', tooLow, tooLow],
  // Waited for, with reduced prefetching.
  ['concurrency-limit', '0 passed over, finished, rateLimited', refusedAt('Rate limit reached (HTTP 429).')],
  // Offline: nothing is skipped, however long it lasts.
  ['socket-closed-without-reply', unharmed, refusedAt('The relay can’t be reached (UND_ERR_SOCKET).')],
];

describe('a reading, with the faults of real relays', () => {
  let relay: ReferenceRelay;
  before(async () => {
    relay = await startReferenceRelay();
    // The first sentence loads the synthesizer, and so takes longer than any other.
    await speak('One.', 'f2', 1);
  });
  after(() => relay.close());

  for (const [quirk, once, lasting] of rows) {
    it(quirk, async () => {
      const first = await readWith(relay, quirk, 1);
      const second = await readWith(relay, quirk);
      // Only sentences skipped in a finished reading are missing; all others are heard in the end.
      deepStrictEqual(
        [first, second],
        [
          { during: once, missing: Number(/^\d/.exec(once)?.[0]) },
          { during: lasting, missing: 0 },
        ],
      );
    });
  }
});
