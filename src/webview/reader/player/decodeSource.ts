import type { Piece } from './audioSource.ts';

type Encoded = Pick<Piece, 'bytes' | 'seconds'>;

/** A sound as it is when decoded. */
export interface Decoded {
  readonly seconds: number;
  /** The loudest sample, 0 to 1. */
  readonly peak: number;
}

/** Any rate does: only the length and the loudness are looked at. */
const sampleRate = 24_000;

/** Longer sounds are not decoded as a whole: a few bytes can be hours of silence, and fill the memory. */
const longestSeconds = 300;

/** Whether the browser can decode a sound. An offline context needs no gesture and makes no sound. */
export async function canDecode(sound: Encoded): Promise<boolean> {
  return (await decode(sound)) !== undefined;
}

/** Undefined where the bytes are no sound that the browser knows. */
export async function measureSound(encoded: Encoded): Promise<Decoded | undefined> {
  const sound = await decode(encoded);
  if (!sound) return undefined;
  let peak = 0;
  for (let channel = 0; channel < sound.numberOfChannels; channel += 1) {
    for (const sample of sound.getChannelData(channel)) peak = Math.max(peak, Math.abs(sample));
  }
  return { seconds: sound.duration, peak: Math.min(1, peak) };
}

async function decode({ bytes, seconds = 0 }: Encoded): Promise<AudioBuffer | undefined> {
  if (seconds > longestSeconds) return undefined;
  try {
    return await new OfflineAudioContext(1, 1, sampleRate).decodeAudioData(bytes.slice().buffer);
  } catch {
    return undefined;
  }
}
