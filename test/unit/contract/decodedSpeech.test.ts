import { deepStrictEqual, ok } from 'node:assert/strict';
import { MPEGDecoder } from 'mpg123-decoder';
import type { RelayClient } from '../../../src/relay/client.ts';
import type { ReferenceRelay } from '../../relay/referenceRelay.ts';
import { useRelayClient } from '../relayClient.ts';

describe('speech from the reference relay', () => {
  let relay: ReferenceRelay;
  let client: RelayClient;
  useRelayClient((...started) => {
    [client, relay] = started;
  });

  for (const [model, voice, input] of [
    ['seed-tts-1.0', 'zh_female_cancan_mars_bigtts', 'Hello. This is the relay, and it speaks.'],
    ['seed-tts-2.0', 'zh_female_vv_uranus_bigtts', '你好，世界。今天的天气很好。'],
    ['gx-2.5-flash-preview-tts', 'Kore', 'Another family, another voice.'],
  ] as const) {
    it(`has the length of what was spoken: ${model}, “${input}”`, async () => {
      const audio = await client.speak({ model, voice, input });
      const utterance = relay.utterances.at(-1);
      ok(utterance);
      deepStrictEqual(audio.format, 'mp3');
      // An MP3 holds whole frames, and its encoder's delay: up to 0.2 s more than what was spoken, never less.
      const surplus = (await decodeMp3(audio.bytes)) - utterance.seconds;
      ok(utterance.seconds > 0.3 && surplus > -0.001 && surplus < 0.2, `${surplus} ${utterance.seconds}`);
    });
  }
});

async function decodeMp3(bytes: Uint8Array): Promise<number> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  const { samplesDecoded, sampleRate, errors } = decoder.decode(bytes);
  decoder.free();
  deepStrictEqual(errors, []);
  return samplesDecoded / sampleRate;
}
