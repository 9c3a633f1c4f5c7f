import { deepStrictEqual, ok } from 'node:assert/strict';
import { MPEGDecoder } from 'mpg123-decoder';
import { type ReferenceRelay, startReferenceRelay } from '../../relay/referenceRelay.ts';
import { callRelay, speechOf } from './callRelay.ts';

const hello = 'Hello from the reference relay.';

/** What the encoder adds in front and at the end: about 1105 samples of delay, then up to the next frame. */
const mp3SlackSamples = 3 * 1152;

async function decodeMp3(bytes: Uint8Array) {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  const { samplesDecoded, sampleRate, errors } = decoder.decode(bytes);
  decoder.free();
  // The decoder turns mono into two channels; the real mode is in the first frame's header.
  return { samplesDecoded, sampleRate, isMono: (bytes[3] ?? 0) >> 6 === 3, errors };
}

/** The loudest sample of 16-bit PCM: silence would pass for audio in every other respect. */
function loudest(pcm: Buffer): number {
  let peak = 0;
  for (let offset = 0; offset < pcm.length; offset += 2) {
    peak = Math.max(peak, Math.abs(pcm.readInt16LE(offset)));
  }
  return peak;
}

/** The pitch of 16-bit PCM at 24 kHz, in hertz: the strongest autocorrelation for periods of 60 to 400 Hz. */
function measurePitch(pcm: Buffer): number {
  const samples = Float32Array.from({ length: pcm.length / 2 }, (_, index) => pcm.readInt16LE(index * 2));
  const likenessAt = (lag: number) =>
    samples.reduce((sum, sample, index) => sum + sample * (samples[index + lag] ?? 0), 0);
  const lags = Array.from({ length: 341 }, (_, index) => index + 60);
  const [best] = lags
    .map((lag) => ({ lag, likeness: likenessAt(lag) }))
    .sort((a, b) => b.likeness - a.likeness);
  return 24_000 / (best?.lag ?? 1);
}

describe('reference relay: speech', function () {
  // Synthesis is slow on a busy machine.
  this.timeout(20_000);

  let relay: ReferenceRelay;
  before(async () => {
    relay = await startReferenceRelay();
  });
  after(() => relay.close());

  async function speak(more: Readonly<Record<string, unknown>> = {}) {
    const response = await callRelay(relay, '/v1/audio/speech', { body: speechOf(more) });
    const bytes = Buffer.from(await response.arrayBuffer());
    const id = response.headers.get('x-oneapi-request-id');
    const utterance = relay.utterances.find(({ requestId }) => requestId === id);
    if (utterance === undefined) {
      throw new Error(`Nothing was spoken: ${response.status} ${bytes.toString('utf8')}`);
    }
    return { bytes, utterance, type: response.headers.get('content-type') };
  }

  it('records what was spoken', async () => {
    const { bytes, utterance, type } = await speak({ format: 'wav' });
    const { requestId, samples, ...rest } = utterance;
    ok(samples > 24_000 && samples < 72_000);
    deepStrictEqual(
      [type, rest],
      [
        'audio/mpeg',
        {
          model: 'seed-tts-1.0',
          voice: 'zh_female_cancan_mars_bigtts',
          text: hello,
          language: 'en-us',
          format: 'wav',
          speed: 1,
          sampleRate: 24_000,
          seconds: samples / 24_000,
          byteLength: bytes.length,
        },
      ],
    );
  });

  it('sends raw samples as pcm, the default of Seed TTS models', async () => {
    const [asked, unasked] = [await speak({ format: 'pcm' }), await speak()];
    for (const { bytes, utterance, type } of [asked, unasked]) {
      deepStrictEqual([bytes.length, utterance.format, type], [utterance.samples * 2, 'pcm', 'audio/mpeg']);
    }
    ok(loudest(unasked.bytes) > 3000);
  });

  it('sends a wav file', async () => {
    const { bytes, utterance } = await speak({ format: 'wav' });
    const header = {
      riff: bytes.toString('latin1', 0, 4),
      riffLength: bytes.readUInt32LE(4),
      wave: bytes.toString('latin1', 8, 16),
      formatLength: bytes.readUInt32LE(16),
      encoding: bytes.readUInt16LE(20),
      channels: bytes.readUInt16LE(22),
      sampleRate: bytes.readUInt32LE(24),
      bytesPerSecond: bytes.readUInt32LE(28),
      bytesPerFrame: bytes.readUInt16LE(32),
      bitsPerSample: bytes.readUInt16LE(34),
      data: bytes.toString('latin1', 36, 40),
      dataLength: bytes.readUInt32LE(40),
    };
    deepStrictEqual(header, {
      riff: 'RIFF',
      riffLength: bytes.length - 8,
      wave: 'WAVEfmt ',
      formatLength: 16,
      encoding: 1,
      channels: 1,
      sampleRate: 24_000,
      bytesPerSecond: 48_000,
      bytesPerFrame: 2,
      bitsPerSample: 16,
      data: 'data',
      dataLength: utterance.samples * 2,
    });
    deepStrictEqual(bytes.length, 44 + utterance.samples * 2);
  });

  it('sends mp3 that decodes to what was spoken', async () => {
    const { bytes, utterance } = await speak({ format: 'mp3' });
    const { samplesDecoded, ...rest } = await decodeMp3(bytes);
    deepStrictEqual(rest, { sampleRate: 24_000, isMono: true, errors: [] });
    ok(samplesDecoded >= utterance.samples && samplesDecoded < utterance.samples + mp3SlackSamples);
  });

  it('accepts the format under both names, and prefers the contract’s', async () => {
    const formats = await Promise.all([
      speak({ response_format: 'mp3' }),
      speak({ format: 'wav', response_format: 'mp3' }),
    ]);
    deepStrictEqual(
      formats.map(({ utterance }) => utterance.format),
      ['mp3', 'wav'],
    );
  });

  for (const speed of [0.2, 0.7, 1.5, 3]) {
    it(`speaks at speed ${speed}`, async () => {
      const [plain, changed] = [await speak(), await speak({ speed })];
      const ratio = plain.utterance.samples / changed.utterance.samples;
      // The synthesizer's own result may differ by a few samples from one run to the next.
      ok(Math.abs(ratio / speed - 1) < 0.001);
      deepStrictEqual(
        [changed.bytes.length, changed.utterance.speed],
        [changed.utterance.samples * 2, speed],
      );
      ok(loudest(changed.bytes) > 3000);
    });
  }

  it('speaks Chinese if the text is Chinese', async () => {
    const texts = [
      '今天天气很好。',
      '打开 VS Code 看看。',
      'The word 你好 means hello, and that is all of it.',
      '1, 2, 3',
    ];
    const spoken = await Promise.all(texts.map((input) => speak({ input })));
    deepStrictEqual(
      spoken.map(({ utterance }) => utterance.language),
      ['cmn', 'cmn', 'en-us', 'en-us'],
    );
    ok(spoken.every(({ utterance }) => utterance.seconds > 0.5));
  });

  it('speaks markup as text: a break tag makes no pause', async () => {
    const { utterance } = await speak({ input: 'one <break time="9s"/> two' });
    ok(utterance.seconds < 9);
  });

  for (const [voice, isHigh] of [
    ['zh_female_cancan_mars_bigtts', true],
    ['zh_male_jingqiangkanye_moon_bigtts', false],
  ] as const) {
    it(`gives ${voice} a matching pitch`, async () => {
      const pitch = measurePitch((await speak({ voice })).bytes);
      ok(isHigh ? pitch > 160 && pitch < 260 : pitch > 80 && pitch < 130);
    });
  }

  it('serves Gemini TTS models without a speed or an input limit, and with mp3 by default', async () => {
    const plain = { model: 'gx-2.5-flash-preview-tts', voice: 'Kore' };
    // 1056 bytes.
    const { bytes, utterance } = await speak({
      ...plain,
      input: 'A sentence of the second family. '.repeat(32),
    });
    const hurried = await speak({ ...plain, speed: 9 });
    const { samplesDecoded } = await decodeMp3(bytes);
    deepStrictEqual([utterance.format, hurried.utterance.speed], ['mp3', 1]);
    ok(samplesDecoded >= utterance.samples && samplesDecoded < utterance.samples + mp3SlackSamples);
  });

  it('serves the 2.0 model with its own voices', async () => {
    const { utterance } = await speak({ model: 'seed-tts-2.0', voice: 'zh_female_vv_uranus_bigtts' });
    deepStrictEqual([utterance.model, utterance.text], ['seed-tts-2.0', hello]);
  });
});
