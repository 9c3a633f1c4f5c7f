import type { SoundFindings } from '../../../protocol/readerProtocol.ts';
import { createBlobSource, decode, nextEvent, type Piece } from './audioSource.ts';

/** A test sound takes a second or two; one that has not ended this long after its duration never will. */
const graceMs = 3_000;
const longestMs = 15_000;

/**
 * Plays a sound, and finds out how far it gets. Once the signal says that the element is no longer lent, it is not
 * touched any more, and the result is undefined.
 */
export async function testSound(
  audio: HTMLAudioElement,
  sound: Omit<Piece, 'index'>,
  signal: AbortSignal,
): Promise<SoundFindings | undefined> {
  const decoded = await decode(sound);
  if (signal.aborted) return undefined;
  const source = createBlobSource(audio);
  await source.add({ index: 0, ...sound });
  const playing = playToEnd(audio, decoded?.duration ?? 0, signal).finally(source.close);
  const trouble = await Promise.race([playing, nextEvent(signal, 'abort')]);
  if (signal.aborted) return undefined;
  return {
    ...(decoded && { decodedSeconds: decoded.duration, peak: peakOf(decoded) }),
    isGestureMissing: trouble instanceof DOMException && trouble.name === 'NotAllowedError',
    volume: audio.volume,
    playedSeconds: audio.currentTime,
    ...(trouble !== undefined && { error: describeTrouble(trouble) }),
  };
}

/** The loudest sample of a sound, 0 to 1. */
function peakOf(sound: AudioBuffer): number {
  let peak = 0;
  for (let channel = 0; channel < sound.numberOfChannels; channel += 1) {
    for (const sample of sound.getChannelData(channel)) peak = Math.max(peak, Math.abs(sample));
  }
  return Math.min(1, peak);
}

/** Ends after a time limit in any case. */
async function playToEnd(audio: HTMLAudioElement, seconds: number, signal: AbortSignal): Promise<unknown> {
  const over = new AbortController();
  const listening = { signal: AbortSignal.any([over.signal, signal]) };
  const limitMs = Math.min(longestMs, (seconds * 1000) / audio.playbackRate + graceMs);
  const ending = new Promise<unknown>((resolve) => {
    const timer = setTimeout(resolve, limitMs);
    over.signal.addEventListener('abort', () => clearTimeout(timer));
    audio.addEventListener('ended', () => resolve(undefined), listening);
    audio.addEventListener('error', () => resolve(audio.error), listening);
  });
  try {
    // Without a sound card, the promise of `play` may never settle.
    return await Promise.race([audio.play().then(() => ending), ending]);
  } catch (error) {
    return error;
  } finally {
    over.abort();
  }
}

function describeTrouble(trouble: unknown): string {
  if (trouble instanceof MediaError) return trouble.message || `code ${trouble.code}`;
  return trouble instanceof Error ? `${trouble.name}: ${trouble.message}` : String(trouble);
}
