import { deepStrictEqual, ok } from 'node:assert/strict';
import { MPEGDecoder } from 'mpg123-decoder';
import type { RelayClient } from '../../../src/relay/client.ts';
import type { SpeechRequest } from '../../../src/relay/speech/speech.ts';
import type { ReferenceRelay } from '../../relay/referenceRelay.ts';
import { useRelayClient } from '../relayClient.ts';

describe('speech from the reference relay', () => {
  let relay: ReferenceRelay;
  let client: RelayClient;
  useRelayClient((...started) => {
    [client, relay] = started;
  });

  const speeches: (Pick<SpeechRequest, 'model' | 'voice' | 'input'> & { format?: 'mp3' | 'wav' | 'pcm' })[] =
    [
      {
        model: 'seed-tts-1.0',
        voice: 'zh_female_cancan_mars_bigtts',
        input: 'Hello. This is the relay, and it speaks.',
      },
      { model: 'seed-tts-1.0', voice: 'zh_female_cancan_mars_bigtts', input: '你好，世界。今天的天气很好。' },
      { model: 'seed-tts-2.0', voice: 'zh_female_vv_uranus_bigtts', input: 'As waves.', format: 'wav' },
      { model: 'seed-tts-1.0', voice: 'zh_female_cancan_mars_bigtts', input: 'As samples.', format: 'pcm' },
      { model: 'gx-2.5-flash-preview-tts', voice: 'Kore', input: 'Another family, another voice.' },
    ];
  for (const speech of speeches) {
    it(`requests speech from ${speech.model} as ${speech.format ?? 'mp3'}: “${speech.input}”`, async () => {
      const audio = await client.speak(speech);
      const utterance = relay.utterances.at(-1);
      ok(utterance);
      deepStrictEqual(audio.format, speech.format === undefined ? 'mp3' : 'wav');
      const seconds = audio.format === 'mp3' ? await decodeMp3(audio.bytes) : readWavSeconds(audio.bytes);
      // An MP3 holds whole frames, and its encoder's delay: up to 0.2 s more than what was spoken, never less.
      const surplus = seconds - utterance.seconds;
      ok(
        utterance.seconds > 0.3 && surplus > -0.001 && surplus < (audio.format === 'mp3' ? 0.2 : 0.001),
        `${seconds} ${utterance.seconds}`,
      );
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

/** Length of a plain 16 bit mono WAV, by its header. */
function readWavSeconds(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return view.getUint32(40, true) / view.getUint32(28, true);
}
