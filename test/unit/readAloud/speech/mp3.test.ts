import { deepStrictEqual, ok } from 'node:assert/strict';
import { writeInfoFrame } from '../../../../src/readAloud/export/mp3Tags.ts';
import { joinMp3 } from '../../../../src/readAloud/speech/mp3.ts';
import { measureMpeg } from '../../../../src/relay/speech/audioFrames.ts';
import { createId3 } from '../../relay/speech/soundSamples.ts';
import { createToneMp3, type EncoderSettings, hear, speakMp3 } from './soundParts.ts';

type Case = readonly [sampleRate: number, channels: 1 | 2, settings: EncoderSettings];

const cases: readonly Case[] = [
  [8000, 1, { bitrate: 16, outputSampleRate: 8000 }],
  [11_025, 1, { bitrate: 32, outputSampleRate: 11_025 }],
  [16_000, 1, { bitrate: 48, outputSampleRate: 16_000 }],
  [22_050, 2, { bitrate: 64, outputSampleRate: 22_050 }],
  [24_000, 1, { vbrQuality: 4, outputSampleRate: 24_000 }],
  [32_000, 1, { bitrate: 96, outputSampleRate: 32_000 }],
  [44_100, 2, { vbrQuality: 2, outputSampleRate: 44_100 }],
  [48_000, 1, { bitrate: 320, outputSampleRate: 48_000 }],
];

/** The longest frame, in seconds, at the lowest sample rate. */
const frameSeconds = 576 / 8000;

/** A silent frame of 24 kHz, mono, with a mark where encoders leave theirs. */
function createDescription(mark: string, offset: number): Buffer {
  const frame = Buffer.alloc(144);
  frame.set([0xff, 0xf3, 0x64, 0xc4]);
  frame.write(mark, offset, 'latin1');
  return frame;
}

describe('mp3', () => {
  for (const [sampleRate, channels, settings] of cases) {
    it(`is measured as it is heard: ${JSON.stringify({ channels, ...settings })}`, async () => {
      const mp3 = await createToneMp3({ seconds: 2.34, sampleRate, channels }, settings);
      const { seconds } = await hear(mp3);
      ok(
        Math.abs(measureMpeg(mp3).seconds - seconds) <= frameSeconds,
        `${measureMpeg(mp3).seconds} of ${seconds}`,
      );
      ok(Math.abs(seconds - 2.34) < 0.3);
    });
  }

  it('is measured and joined without what files have around their sound', async () => {
    const mp3 = await createToneMp3({ seconds: 0.5 });
    const other = await createToneMp3({ seconds: 0.25 }, { vbrQuality: 6, outputSampleRate: 24_000 });
    const info = writeInfoFrame(mp3, { seconds: 9, bytes: 9, places: [{ seconds: 0, bytes: 0 }] });
    const tag = Buffer.concat([Buffer.from('TAG'), Buffer.alloc(125, 'title')]);
    const wrapped = (...around: readonly [Uint8Array[], Uint8Array[]]) =>
      new Uint8Array(Buffer.concat([...around[0], mp3, ...around[1]]));
    const files = [
      mp3,
      wrapped([createId3(300)], [tag]),
      wrapped([info ?? tag], []),
      wrapped([createId3(10), createDescription('Info', 13)], []),
      wrapped([createDescription('Xing', 15)], []),
      wrapped([createDescription('VBRI', 36)], []),
      wrapped([Buffer.from('rubbish')], [Buffer.from('rubbish')]),
      wrapped([], [mp3.subarray(0, 100)]),
    ];
    const seconds = measureMpeg(mp3).seconds;
    deepStrictEqual(
      files.map((file) => [measureMpeg(file).seconds, joinMp3([file]).bytes]),
      files.map(() => [seconds, mp3]),
    );
    const { bytes, seconds: joined } = joinMp3([...files, other]);
    deepStrictEqual(bytes, new Uint8Array(Buffer.concat([...files.map(() => mp3), other])));
    ok(Math.abs(joined - files.length * seconds - measureMpeg(other).seconds) < 1e-6);
  });

  it('sounds as long joined as its parts do one by one, and in their order', async () => {
    const texts = ['Hello there.', '你好，世界。', 'The third one is the longest of all of them.'];
    const parts = await Promise.all(texts.map(speakMp3));
    const { bytes, seconds, frameCount, sampleRates } = joinMp3(parts);
    const heard = await hear(bytes);
    const alone = await Promise.all(parts.map(hear));
    const sum = alone.reduce((total, part) => total + part.seconds, 0);
    deepStrictEqual([frameCount, [...sampleRates]], [Math.round(seconds / 0.024), [24_000]]);
    ok(Math.abs(heard.seconds - seconds) <= 0.024 && Math.abs(sum - seconds) <= 0.024 * texts.length);
    const last = alone.at(-1)?.samples ?? new Float32Array();
    // Behind the first frame, which still holds the end of the sound before it.
    const tail = heard.samples.subarray(-last.length);
    const error = tail
      .subarray(2400)
      .reduce((sum2, sample, index) => sum2 + Math.abs(sample - (last[index + 2400] ?? 0)), 0);
    ok(error / last.length < 0.001, `${error / last.length}`);
  });

  it('says what rates were mixed', async () => {
    const parts = await Promise.all([
      createToneMp3({ seconds: 1 }),
      createToneMp3({ seconds: 1, sampleRate: 44_100 }, { bitrate: 128, outputSampleRate: 44_100 }),
    ]);
    const { seconds, sampleRates } = joinMp3(parts);
    deepStrictEqual([...sampleRates], [24_000, 44_100]);
    ok(Math.abs(seconds - 2) < 0.2);
  });

  it('has no sound where there is none', () => {
    const nothing = [new Uint8Array(), Buffer.from('{"error":{}}'), createId3(30), Buffer.alloc(2000, 0xff)];
    deepStrictEqual(
      nothing.map((bytes) => [measureMpeg(bytes).seconds, joinMp3([bytes]).bytes.length]),
      nothing.map(() => [0, 0]),
    );
  });
});
