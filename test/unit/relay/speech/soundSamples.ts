import { createMp3Encoder } from 'wasm-media-encoders';

const sampleRate = 24_000;

/** A second of a tone. */
function createTone(): Float32Array {
  return Float32Array.from({ length: sampleRate }, (_, index) => Math.sin(index / 9) * 0.5);
}

/** The tone as raw pcm: 16 bit, little-endian, mono, 24 kHz. */
export function createPcm(): Buffer {
  const pcm = Buffer.alloc(sampleRate * 2);
  for (const [index, sample] of createTone().entries())
    pcm.writeInt16LE(Math.round(sample * 32_767), index * 2);
  return pcm;
}

/** The tone as mp3, from a real encoder. */
export async function createMp3(bitrate: 48 | 128 = 48): Promise<Buffer> {
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate, channels: 1, bitrate });
  const frames = Buffer.from(encoder.encode([createTone()]));
  return Buffer.concat([frames, encoder.finalize()]);
}

/** An ID3v2 tag with nothing but padding in it. */
export function createId3(paddingBytes: number): Buffer {
  const tag = Buffer.alloc(10 + paddingBytes);
  tag.write('ID3\x04', 'latin1');
  for (const index of [0, 1, 2, 3]) tag[6 + index] = (paddingBytes >> (21 - 7 * index)) & 0x7f;
  return tag;
}

/** ADTS frames with empty content. */
export function createAdts(frames: number): Buffer {
  const length = 100;
  const frame = Buffer.alloc(length);
  frame.set([
    0xff,
    0xf1,
    0x50,
    0x80 | (length >> 11),
    (length >> 3) & 0xff,
    ((length & 7) << 5) | 0x1f,
    0xfc,
  ]);
  return Buffer.concat(Array(frames).fill(frame));
}

/** A page of an ogg stream without a checksum, which players of cut streams ignore, too. */
export function createOggPage(content: Buffer, mark: 'first' | 'middle' | 'last', serial = 1): Buffer {
  const segments = Array.from({ length: Math.floor(content.length / 255) + 1 }, (_, index) =>
    Math.min(255, content.length - index * 255),
  );
  const header = Buffer.alloc(27);
  header.write('OggS');
  header[5] = { first: 2, middle: 0, last: 4 }[mark];
  header.writeUInt32LE(serial, 14);
  header[26] = segments.length;
  return Buffer.concat([header, Buffer.from(segments), content]);
}

/** A stream of three pages with the given content, which may look like pages itself. */
export function createOgg(content = Buffer.from('OpusHead and so on')): Buffer {
  return Buffer.concat([
    createOggPage(content, 'first'),
    createOggPage(Buffer.alloc(600, 'OggS'), 'middle'),
    createOggPage(content, 'last'),
  ]);
}
