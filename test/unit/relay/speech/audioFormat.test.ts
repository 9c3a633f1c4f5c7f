import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import {
  type AudioFormat,
  detectAudioFormat,
  isCutShort,
  isForeignContainer,
  wrapPcmAsWav,
} from '../../../../src/relay/speech/audioFormat.ts';
import { measureMpeg, readMpegFrames } from '../../../../src/relay/speech/audioFrames.ts';
import { createAdts, createId3, createMp3, createOgg, createOggPage, createPcm } from './soundSamples.ts';

/** A header of each version and padding, with the bytes, samples and sample rate of its frame by the standard. */
const mpegFrames: readonly (readonly [
  name: string,
  header: readonly number[],
  length: number,
  samples: number,
  sampleRate: number,
])[] = [
  ['version 1, 128 kb/s, 44.1 kHz', [0xff, 0xfb, 0x90, 0x00], 417, 1152, 44_100],
  ['version 1, 128 kb/s, 44.1 kHz, padded', [0xff, 0xfb, 0x92, 0x00], 418, 1152, 44_100],
  ['version 1, 320 kb/s, 48 kHz', [0xff, 0xfb, 0xe4, 0x00], 960, 1152, 48_000],
  ['version 2, 48 kb/s, 24 kHz', [0xff, 0xf3, 0x64, 0xc4], 144, 576, 24_000],
  ['version 2, 64 kb/s, 22.05 kHz', [0xff, 0xf3, 0x80, 0xc4], 208, 576, 22_050],
  ['version 2.5, 8 kb/s, 8 kHz', [0xff, 0xe3, 0x18, 0xc4], 72, 576, 8000],
];

describe('audio format', () => {
  for (const [name, header, length, samples, sampleRate] of mpegFrames) {
    it(`recognizes MPEG frames of ${name}`, () => {
      const frame = Buffer.alloc(length);
      frame.set(header);
      const sound = Buffer.concat([frame, frame, frame]);
      deepStrictEqual(
        [
          detectAudioFormat(sound),
          detectAudioFormat(frame),
          detectAudioFormat(Buffer.concat([frame, Buffer.alloc(length)])),
          detectAudioFormat(sound.subarray(1)),
          isCutShort(sound, 'mp3'),
          isCutShort(sound.subarray(0, -1), 'mp3'),
        ],
        ['mp3', 'mp3', undefined, undefined, false, true],
      );
      deepStrictEqual(
        [...readMpegFrames(Buffer.concat([createId3(20), frame, frame]))],
        [30, 30 + length].map((offset) => ({ offset, length, samples, sampleRate })),
      );
    });
  }

  it('recognizes the other formats by their first bytes, and no unknown ones', async () => {
    const mp3 = await createMp3();
    const pcm = createPcm();
    const samples: readonly (readonly [Buffer, AudioFormat | undefined])[] = [
      [mp3, 'mp3'],
      [Buffer.concat([createId3(300), mp3]), 'mp3'],
      [Buffer.from(wrapPcmAsWav(pcm, 24_000)), 'wav'],
      [Buffer.from('RIFF____AVI LIST'), undefined],
      [Buffer.from('OggS\0\u0002'), 'ogg'],
      [Buffer.from('fLaC\0\0'), 'flac'],
      [createAdts(3), 'aac'],
      [createAdts(1), 'aac'],
      [pcm, undefined],
      [Buffer.from('{"error":{}}'), undefined],
      [Buffer.alloc(0), undefined],
      [Buffer.from([0xff]), undefined],
      [Buffer.from([0xff, 0xfb, 0x90, 0x00]), undefined],
    ];
    deepStrictEqual(
      samples.map(([bytes]) => detectAudioFormat(bytes)),
      samples.map(([, format]) => format),
    );
  });

  it('recognizes nothing at any offset in raw pcm', () => {
    const pcm = createPcm();
    const noise = Uint8Array.from({ length: 100_000 }, (_, index) => (index * index * 2654435761) >>> 13);
    for (const bytes of [pcm, noise]) {
      for (let offset = 0; offset < bytes.length - 1; offset += 1) {
        strictEqual(detectAudioFormat(bytes.subarray(offset, offset + 4000)), undefined);
      }
    }
  });

  it('recognizes containers that speech does not come in', () => {
    deepStrictEqual(
      [Buffer.from('\0\0\0\x20ftypM4A '), Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), createPcm()].map(
        isForeignContainer,
      ),
      [true, true, false],
    );
  });

  it('detects a cut mp3, but accepts tags, joined files and garbage', async () => {
    const mp3 = await createMp3();
    const other = await createMp3(128);
    const whole = [
      mp3,
      Buffer.concat([mp3, other]),
      Buffer.concat([createId3(300), mp3, createId3(20), other]),
      Buffer.concat([mp3, Buffer.from('TAG'), Buffer.alloc(125)]),
      Buffer.concat([mp3, Buffer.alloc(500)]),
      Buffer.concat([mp3, Buffer.from('rubbish'), other]),
    ];
    deepStrictEqual(
      whole.map((bytes) => isCutShort(bytes, 'mp3')),
      whole.map(() => false),
    );
    const cuts = [1, 50, 143, 145, 1000];
    deepStrictEqual(
      cuts.map((cut) => isCutShort(mp3.subarray(0, -cut), 'mp3')),
      cuts.map(() => true),
    );
    strictEqual(isCutShort(createId3(300).subarray(0, 200), 'mp3'), true);
  });

  it('gives up if an mp3 has no frames for too long, whatever its size', async () => {
    const mp3 = await createMp3();
    const rubbish = Buffer.alloc(300 * 1024, 0xff);
    const readsOf = (bytes: Uint8Array) => {
      let reads = 0;
      const watched = new Proxy(bytes, {
        get(target, name) {
          if (typeof name === 'string' && /^\d+$/.test(name)) reads += 1;
          const value: unknown = Reflect.get(target, name, target);
          return typeof value === 'function' ? value.bind(target) : value;
        },
      });
      const { end } = measureMpeg(watched);
      return [end, reads];
    };
    const short = readsOf(Buffer.concat([createId3(20), rubbish]));
    deepStrictEqual(readsOf(Buffer.concat([createId3(20), rubbish, Buffer.alloc(8_000_000, 0xff)])), short);
    // The limit is for all gaps together.
    const gap = Buffer.alloc(100 * 1024, 0xff);
    deepStrictEqual(
      measureMpeg(Buffer.concat([mp3, gap, mp3, gap, mp3, gap, mp3])).end,
      3 * mp3.length + 2 * gap.length,
    );
  });

  it('detects a cut wav, unless its header has no real size', () => {
    const wav = wrapPcmAsWav(createPcm(), 24_000);
    const withSize = (size: number) => {
      const copy = Buffer.from(wav);
      copy.writeUInt32LE(size, 4);
      return copy;
    };
    deepStrictEqual(
      [
        wav,
        wav.subarray(0, -2),
        wav.subarray(0, 44),
        withSize(0),
        withSize(0xffff_ffff),
        withSize(0x7fff_ffff),
        withSize(wav.length - 7),
      ].map((bytes) => isCutShort(bytes, 'wav')),
      [false, true, true, false, false, false, false],
    );
  });

  it('detects a cut ogg, but accepts joined files and garbage', () => {
    const ogg = createOgg();
    const other = createOgg(Buffer.alloc(510, 7));
    const whole = [
      ogg,
      Buffer.concat([ogg, other]),
      Buffer.concat([ogg, Buffer.from('rubbish'), other, ogg.subarray(0, 3)]),
    ];
    deepStrictEqual(
      whole.map((bytes) => isCutShort(bytes, 'ogg')),
      whole.map(() => false),
    );
    const cuts = Array.from({ length: ogg.length - 4 }, (_, index) => ogg.subarray(0, index + 4));
    deepStrictEqual(
      [
        ...cuts,
        Buffer.concat([ogg, other]).subarray(0, -1),
        Buffer.concat([ogg, createOggPage(Buffer.alloc(5), 'first', 2)]),
      ].map((bytes) => isCutShort(bytes, 'ogg')),
      [...cuts, 0, 0].map(() => true),
    );
  });

  it('wraps raw pcm as wav', () => {
    const wav = Buffer.from(wrapPcmAsWav(Uint8Array.of(1, 2, 3, 4), 16_000));
    // RIFF, 40, WAVE; fmt, 16, pcm, mono, 16000, 32000, 2, 16; data, 4.
    const expected =
      '52494646 28000000 57415645 666d7420 10000000 0100 0100 803e0000 007d0000 0200 1000 64617461 04000000 01020304';
    strictEqual(wav.toString('hex'), expected.replaceAll(' ', ''));
  });
});
