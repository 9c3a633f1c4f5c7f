import { deepStrictEqual, ok, rejects, strictEqual } from 'node:assert/strict';
import { createMp3Encoding, extractMp3, measureWav } from '../../../../src/readAloud/speech/mp3.ts';
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
} from './speechParts.ts';

const cases: readonly (readonly [sampleRate: number, channels: 1 | 2, settings: EncoderSettings])[] = [
  [8000, 1, { bitrate: 16, outputSampleRate: 8000 }],
  [24_000, 1, { vbrQuality: 4, outputSampleRate: 24_000 }],
  [44_100, 2, { bitrate: 128, outputSampleRate: 44_100 }],
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
      const measured = extractMp3(mp3).seconds;
      ok(Math.abs(measured - seconds) <= frameSeconds, `${measured} of ${seconds}`);
      ok(Math.abs(seconds - 2.34) < 0.3);
    });
  }

  it('is extracted without tags and other data around its audio', async () => {
    const mp3 = await createToneMp3({ seconds: 0.5 });
    const tag = Buffer.concat([Buffer.from('TAG'), Buffer.alloc(125, 'title')]);
    const files = [
      [mp3],
      [createId3(300), mp3, tag],
      [createId3(10), createDescription('Info', 13), mp3],
      [createDescription('Xing', 15), mp3],
      [createDescription('VBRI', 36), mp3],
      [Buffer.from('rubbish'), mp3, Buffer.from('rubbish')],
      [mp3, mp3.subarray(0, 100)],
    ].map((pieces) => new Uint8Array(Buffer.concat(pieces)));
    const whole = { bytes: mp3, seconds: extractMp3(mp3).seconds };
    deepStrictEqual(
      files.map(extractMp3),
      files.map(() => whole),
    );
    const without = [new Uint8Array(), Buffer.from('{"error":{}}'), createId3(30), Buffer.alloc(2000, 0xff)];
    deepStrictEqual(
      without.map(extractMp3),
      without.map(() => ({ bytes: new Uint8Array(), seconds: 0 })),
    );
  });
});

describe('wav', () => {
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
    const files: readonly (readonly [Buffer, number | undefined])[] = [
      [wav, 1.5],
      [withDataSize(0), 1.5],
      [withDataSize(0xffff_ffff), 1.5],
      [joinChunks({ LIST: Buffer.from('odd'), 'fmt ': format, data }), 1.5],
      [joinChunks({ 'fmt ': law, data }), undefined],
      [joinChunks({ data }), undefined],
      [joinChunks({ 'fmt ': Buffer.alloc(16), data }), undefined],
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

  for (const [sampleRate, channels] of [
    [8000, 1],
    [24_000, 1],
    [44_100, 2],
  ] as const) {
    it(`keeps pitch and length of ${sampleRate} Hz on ${channels} channels`, async () => {
      const other = Array(channels - 1).fill(createTone(880, 1.5, sampleRate));
      const wav = createWav(sampleRate, [...other, createTone(440, 1.5, sampleRate)]);
      const heard = await hear((await encoding.encode(wav)) ?? new Uint8Array());
      deepStrictEqual(
        [Math.abs(heard.seconds - 1.5) < 0.35, Math.abs(pitchOf(heard) - 440) < 4, heard.sampleRate],
        [true, true, sampleRate],
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
      withRate(96_000),
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
