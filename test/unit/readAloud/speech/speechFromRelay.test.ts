import { deepStrictEqual, ok } from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createCachedSpeech,
  createSpeechWorkshop,
  type SpeechWorkshop,
} from '../../../../src/readAloud/speech/cachedSpeech.ts';
import { createMp3Encoding } from '../../../../src/readAloud/speech/mp3.ts';
import { createSpeechCache, type SpeechCache } from '../../../../src/readAloud/speech/speechCache.ts';
import { createRelayClient, type RelayClient } from '../../../../src/relay/client.ts';
import { silentLogger } from '../../../../src/relay/logger.ts';
import { type ReferenceRelay, startReferenceRelay } from '../../../relay/referenceRelay.ts';
import { familyA, hear, readLame, utteranceOf } from './speechParts.ts';

const call = () => ({ signal: new AbortController().signal });
/** The padding that the encoder adds before and after a sound. */
const encoderSeconds = 0.12;

describe('speech from the reference relay with the real client', () => {
  let relay: ReferenceRelay;
  let client: RelayClient;
  let folder: string;
  let cache: SpeechCache;
  let workshop: SpeechWorkshop;

  const read = (choice = familyA) =>
    createCachedSpeech({
      workshop,
      choice: async () => ({ ...choice, origin: relay.baseUrl, speak: client.speak }),
    });

  before(async () => {
    relay = await startReferenceRelay();
    client = createRelayClient({ baseUrl: relay.baseUrl, apiKey: relay.keys.good });
    folder = await mkdtemp(join(tmpdir(), 'relay-'));
    cache = createSpeechCache({ folder, limitBytes: () => 1e8, logger: silentLogger });
    const encoding = createMp3Encoding({ readWasm: readLame });
    workshop = createSpeechWorkshop({ cache, encoding, logger: silentLogger });
  });
  after(async () => {
    await cache.written();
    await client.close();
    await relay.close();
    await rm(folder, { recursive: true });
  });

  it('lasts as long as the voice spoke, whatever its format', async () => {
    for (const [index, format] of (['mp3', 'wav', 'pcm'] as const).entries()) {
      const before = relay.utterances.length;
      const spoken = await read({ ...familyA, format }).get(
        utteranceOf(`Sentence number ${index} is spoken here, 你好。`),
        call(),
      );
      const { seconds = 0 } = relay.utterances[before] ?? {};
      const heard = await hear(spoken.bytes);
      deepStrictEqual(
        [
          spoken.format,
          relay.utterances.length - before,
          Math.abs((spoken.seconds ?? 0) - heard.seconds) <= 0.024,
        ],
        ['mp3', 1, true],
      );
      ok(Math.abs(heard.seconds - seconds) < encoderSeconds, `${heard.seconds} of ${seconds}`);
    }
  });

  it('is not cached if it was interrupted, and is complete the next time', async () => {
    const utterance = utteranceOf('This one breaks off in the middle of what it says.');
    const reading = read();
    relay.with('json-tail-after-audio', { times: 1 });
    const kind = await reading.get(utterance, call()).then(
      () => '',
      ({ kind: failed }) => failed,
    );
    const isKept = reading.isKept(utterance);
    const spoken = await reading.get(utterance, call());
    deepStrictEqual([kind, isKept, reading.isKept(utterance)], ['interrupted', false, true]);
    ok((spoken.seconds ?? 0) > 2);
  });
});
