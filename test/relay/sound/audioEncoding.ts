import { createMp3Encoder } from 'wasm-media-encoders';
import { sampleRate } from './voice.ts';

export type EncodedFormat = 'mp3' | 'wav' | 'pcm';

let loadingMp3: ReturnType<typeof createMp3Encoder> | undefined;

/** 16-bit little-endian samples without a header. */
function encodePcm(samples: Float32Array): Buffer {
  const bytes = Buffer.alloc(samples.length * 2);
  for (const [index, sample] of samples.entries()) {
    bytes.writeInt16LE(Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_767))), index * 2);
  }
  return bytes;
}

function encodeWav(samples: Float32Array): Buffer {
  const data = encodePcm(samples);
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + data.length, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20); // PCM
  header.writeUInt16LE(1, 22); // mono
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(data.length, 40);
  return Buffer.concat([header, data]);
}

async function encodeMp3(samples: Float32Array): Promise<Buffer> {
  loadingMp3 ??= createMp3Encoder();
  const encoder = await loadingMp3;
  encoder.configure({ sampleRate, channels: 1, bitrate: 64, outputSampleRate: sampleRate });
  // Each result lives in the encoder's own memory until its next call: copy it at once.
  const frames = Buffer.from(encoder.encode([samples]));
  return Buffer.concat([frames, encoder.finalize()]);
}

/** Encodes speech as contract 2.1 names the formats. */
export async function encodeAudio(samples: Float32Array, format: EncodedFormat): Promise<Buffer> {
  switch (format) {
    case 'mp3':
      return encodeMp3(samples);
    case 'wav':
      return encodeWav(samples);
    case 'pcm':
      return encodePcm(samples);
  }
}
