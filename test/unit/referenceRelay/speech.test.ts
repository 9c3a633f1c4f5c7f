import { deepStrictEqual, ok } from 'node:assert/strict';
import { useReferenceRelay } from '../../relay/useReferenceRelay.ts';
import { callRelay, speechOf } from './callRelay.ts';

const hello = 'Hello from the reference relay.';

/** The loudest sample of 16-bit PCM: silence would pass for audio in every other respect. */
function loudest(pcm: Buffer): number {
  let peak = 0;
  for (let offset = 0; offset < pcm.length; offset += 2) {
    peak = Math.max(peak, Math.abs(pcm.readInt16LE(offset)));
  }
  return peak;
}

describe('reference relay: speech', function () {
  // Synthesis is slow on a busy machine.
  this.timeout(20_000);

  const relay = useReferenceRelay();

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

  for (const speed of [0.2, 1.5, 3]) {
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

  it('serves Gemini TTS models without a speed or an input limit, and with mp3 by default', async () => {
    const plain = { model: 'gx-2.5-flash-preview-tts', voice: 'Kore' };
    // 1056 bytes.
    const { utterance } = await speak({ ...plain, input: 'A sentence of the second family. '.repeat(32) });
    const hurried = await speak({ ...plain, speed: 9 });
    deepStrictEqual([utterance.format, hurried.utterance.speed], ['mp3', 1]);
  });
});
