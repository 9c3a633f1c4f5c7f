import { deepStrictEqual, ok, rejects, strictEqual } from 'node:assert/strict';
import {
  countSamples,
  createMp3Encoding,
  joinMp3,
  measureWav,
  readSamples,
  readWav,
} from '../../../../src/readAloud/speech/mp3.ts';
import { measureMpeg, readMpegFrames } from '../../../../src/relay/speech/audioFrames.ts';
import { createId3 } from '../../relay/speech/soundSamples.ts';
import {
  createTone,
  createToneMp3,
  createWav,
  type EncoderSettings,
  hear,
  joinChunks,
  pitchOf,
  readLame,
  speakMp3,
} from './speechParts.ts';

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

/** A silent mono frame of 24 kHz with a mark such as encoders write. */
function createDescription(mark: string, offset: number): Buffer {
  const frame = Buffer.alloc(144);
  frame.set([0xff, 0xf3, 0x64, 0xc4]);
  frame.write(mark, offset, 'latin1');
  return frame;
}

describe('mp3', () => {
  for (const [sampleRate, channels, settings] of cases) {
    it(`has its measured duration: ${JSON.stringify({ channels, ...settings })}`, async () => {
      const mp3 = await createToneMp3({ seconds: 2.34, sampleRate, channels }, settings);
      const { seconds } = await hear(mp3);
      ok(
        Math.abs(measureMpeg(mp3).seconds - seconds) <= frameSeconds,
        `${measureMpeg(mp3).seconds} of ${seconds}`,
      );
      ok(Math.abs(seconds - 2.34) < 0.3);
    });
  }

  it('is measured and joined without tags and other data around its audio', async () => {
    const mp3 = await createToneMp3({ seconds: 0.5 });
    const other = await createToneMp3({ seconds: 0.25 }, { vbrQuality: 6, outputSampleRate: 24_000 });
    const tag = Buffer.concat([Buffer.from('TAG'), Buffer.alloc(125, 'title')]);
    const wrapped = (...around: readonly [Uint8Array[], Uint8Array[]]) =>
      new Uint8Array(Buffer.concat([...around[0], mp3, ...around[1]]));
    const files = [
      mp3,
      wrapped([createId3(300)], [tag]),
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

  it('is as long when joined as its parts in total, and in their order', async () => {
    const texts = ['Hello there.', '你好，世界。', 'The third one is the longest of all of them.'];
    const parts = await Promise.all(texts.map(speakMp3));
    const { bytes, seconds } = joinMp3(parts);
    const frames = [...readMpegFrames(bytes)];
    const heard = await hear(bytes);
    const alone = await Promise.all(parts.map(hear));
    const sum = alone.reduce((total, part) => total + part.seconds, 0);
    deepStrictEqual(
      [frames.length, frames.every(({ sampleRate }) => sampleRate === 24_000)],
      [Math.round(seconds / 0.024), true],
    );
    ok(Math.abs(heard.seconds - seconds) <= 0.024 && Math.abs(sum - seconds) <= 0.024 * texts.length);
    const last = alone.at(-1)?.samples ?? new Float32Array();
    // Skip the first frame, which still contains the end of the audio before it.
    const tail = heard.samples.subarray(-last.length);
    const error = tail
      .subarray(2400)
      .reduce((sum2, sample, index) => sum2 + Math.abs(sample - (last[index + 2400] ?? 0)), 0);
    ok(error / last.length < 0.001, `${error / last.length}`);
  });

  it('is as long when joined even if the sample rates differ', async () => {
    const parts = await Promise.all([
      createToneMp3({ seconds: 1 }),
      createToneMp3({ seconds: 1, sampleRate: 44_100 }, { bitrate: 128, outputSampleRate: 44_100 }),
    ]);
    const { bytes, seconds } = joinMp3(parts);
    const rates = new Set([...readMpegFrames(bytes)].map(({ sampleRate }) => sampleRate));
    deepStrictEqual([...rates], [24_000, 44_100]);
    ok(Math.abs(seconds - 2) < 0.2);
  });

  it('is empty without any frames', () => {
    const nothing = [new Uint8Array(), Buffer.from('{"error":{}}'), createId3(30), Buffer.alloc(2000, 0xff)];
    deepStrictEqual(
      nothing.map((bytes) => [measureMpeg(bytes).seconds, joinMp3([bytes]).bytes.length]),
      nothing.map(() => [0, 0]),
    );
  });
});

const rates: readonly (readonly [sampleRate: number, channels: 1 | 2])[] = [
  [8000, 1],
  [11_025, 2],
  [16_000, 1],
  [22_050, 1],
  [24_000, 2],
  [44_100, 2],
  [48_000, 1],
  [96_000, 1],
];

describe('wav', () => {
  it('is read with its channels apart', () => {
    const tones = [createTone(440, 0.1, 8000), createTone(300, 0.1, 8000)];
    const wav = readWav(createWav(8000, tones));
    ok(wav);
    deepStrictEqual([countSamples(wav), wav.isPlain, wav.channels], [800, true, 2]);
    const read = readSamples(wav, 100, 5000);
    const isClose = tones.map((tone, channel) =>
      tone.subarray(100).every((sample, at) => Math.abs(sample - (read[channel]?.[at] ?? 9)) < 1e-4),
    );
    deepStrictEqual(isClose, [true, true]);
  });

  it('is measured even with an incomplete header', () => {
    const wav = createWav(24_000, [createTone(440, 1.5, 24_000)]);
    const withDataSize = (size: number) => {
      const copy = Buffer.from(wav);
      copy.writeUInt32LE(size, 40);
      return copy;
    };
    const format = wav.subarray(20, 36);
    const data = wav.subarray(44);
    const law = Buffer.from(format);
    law.writeUInt16LE(7, 0);
    law.writeUInt32LE(data.length, 8);
    const files: readonly (readonly [Buffer, number | undefined])[] = [
      [wav, 1.5],
      [withDataSize(0), 1.5],
      [withDataSize(0xffff_ffff), 1.5],
      [withDataSize(0x7fff_ffff), 1.5],
      [
        joinChunks([
          ['LIST', Buffer.from('odd')],
          ['fmt ', format],
          ['data', data],
        ]),
        1.5,
      ],
      [
        joinChunks([
          ['fmt ', law],
          ['data', data],
        ]),
        1,
      ],
      [joinChunks([['data', data]]), undefined],
      [
        joinChunks([
          ['fmt ', Buffer.alloc(16)],
          ['data', data],
        ]),
        undefined,
      ],
      [wav.subarray(0, 30), undefined],
      [Buffer.alloc(0), undefined],
    ];
    deepStrictEqual(
      files.map(([file]) => measureWav(file)),
      files.map(([, seconds]) => seconds),
    );
  });
});

describe('mp3 encoding', () => {
  const encoding = createMp3Encoding({ readWasm: readLame });

  for (const [sampleRate, channels] of rates) {
    it(`keeps pitch and length of ${sampleRate} Hz on ${channels} channels`, async () => {
      const tone = createTone(440, 1.5, sampleRate);
      const wav = createWav(sampleRate, Array(channels).fill(tone));
      const heard = await hear((await encoding.encode(wav)) ?? new Uint8Array());
      deepStrictEqual(
        [Math.abs(heard.seconds - 1.5) < 0.35, Math.abs(pitchOf(heard) - 440) < 4, heard.sampleRate],
        [true, true, Math.min(48_000, sampleRate)],
        `${heard.seconds} s, ${pitchOf(heard)} Hz`,
      );
    });
  }

  it('encodes several files at once, separately', async () => {
    const hertz = [300, 500, 700];
    const sounds = await Promise.all(
      hertz.map((pitch) => encoding.encode(createWav(24_000, [createTone(pitch, 3, 24_000)]))),
    );
    const heard = await Promise.all(sounds.map((sound) => hear(sound ?? new Uint8Array())));
    deepStrictEqual(
      heard.map((sound) => Math.round(pitchOf(sound) / 10) * 10),
      hertz,
    );
  });

  it('yields to other tasks after each second of audio', async () => {
    let turns = 0;
    let isDone = false;
    const count = () => {
      turns += 1;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    await encoding.encode(createWav(24_000, [createTone(440, 30, 24_000)]));
    isDone = true;
    ok(turns >= 30, `${turns} turns`);
  });

  it('rejects files that it can’t read or that have an implausible header', async () => {
    const tone = createTone(440, 0.1, 24_000);
    const withRate = (rate: number) => {
      const wav = createWav(24_000, [tone]);
      wav.writeUInt32LE(rate, 24);
      return wav;
    };
    const files = [
      createWav(24_000, [tone, tone, tone]),
      withRate(1),
      withRate(0xffff_ffff),
      Buffer.from('no wav'),
    ];
    deepStrictEqual(
      await Promise.all(files.map((file) => encoding.encode(file))),
      files.map(() => undefined),
    );
  });

  it('loads its encoder when it is first needed, and again after a failure', async () => {
    let loads = 0;
    const late = createMp3Encoding({
      readWasm: async () => {
        loads += 1;
        if (loads === 1) throw new Error('the file is gone');
        return readLame();
      },
    });
    const wav = createWav(24_000, [createTone(440, 0.2, 24_000)]);
    strictEqual(loads, 0);
    await rejects(late.encode(wav), /the file is gone/);
    ok(await late.encode(wav));
    ok(await late.encode(wav));
    strictEqual(loads, 2);
  });
});
