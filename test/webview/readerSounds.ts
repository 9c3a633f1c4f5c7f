import { createTone, createToneMp3, createWav } from '../unit/readAloud/speech/speechParts.ts';

/** A real MP3 of one tone, with silence before and after it, like speech. */
export function makeMp3(hertz: number, seconds: number, silentSeconds = 0): Promise<Uint8Array> {
  return createToneMp3({ hertz, seconds, silentSeconds });
}

/** The same as a WAV. */
export function makeWav(hertz: number, seconds: number, silentSeconds = 0): Uint8Array {
  return createWav(24_000, [createTone(hertz, seconds, 24_000, silentSeconds)]);
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
