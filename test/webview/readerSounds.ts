import { createMp3Encoder } from 'wasm-media-encoders';

const sampleRate = 24_000;

/** The two families' own rate, mono, as a relay's speech is. */
function tone(hertz: number, seconds: number, silentSeconds: number): Float32Array {
  const silent = Math.round(silentSeconds * sampleRate);
  const sounding = Math.round(seconds * sampleRate);
  const samples = new Float32Array(sounding + 2 * silent);
  for (let at = 0; at < sounding; at += 1)
    samples[silent + at] = 0.4 * Math.sin((2 * Math.PI * hertz * at) / sampleRate);
  return samples;
}

/** A real MP3 of one tone, with silence before and after it, like speech. */
export async function makeMp3(hertz: number, seconds: number, silentSeconds = 0): Promise<Uint8Array> {
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate, channels: 1, bitrate: 64 });
  // The encoder returns its own memory, so copy it before the next call.
  const body = encoder.encode([tone(hertz, seconds, silentSeconds)]).slice();
  return Buffer.concat([body, encoder.finalize()]);
}

/** The same as a WAV of 16 bits. */
export function makeWav(hertz: number, seconds: number, silentSeconds = 0): Uint8Array {
  const samples = tone(hertz, seconds, silentSeconds);
  const wav = Buffer.alloc(44 + 2 * samples.length);
  wav.write('RIFF', 0, 'latin1');
  wav.writeUInt32LE(36 + 2 * samples.length, 4);
  wav.write('WAVEfmt ', 8, 'latin1');
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(sampleRate, 24);
  wav.writeUInt32LE(2 * sampleRate, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36, 'latin1');
  wav.writeUInt32LE(2 * samples.length, 40);
  samples.forEach((sample, at) => {
    wav.writeInt16LE(Math.round(sample * 32_767), 44 + 2 * at);
  });
  return wav;
}

/** Frames with valid headers and contents that no decoder accepts. */
export function spoil(mp3: Uint8Array): Uint8Array {
  const spoilt = Uint8Array.from(mp3);
  let headerEnd = 0;
  for (let at = 0; at < spoilt.length; at += 1) {
    if (spoilt[at] === 0xff && ((spoilt[at + 1] ?? 0) & 0xe0) === 0xe0 && at >= headerEnd + 60)
      headerEnd = at + 4;
    else if (at >= headerEnd) spoilt[at] = (at * 97) & 0x7f;
  }
  return spoilt;
}
