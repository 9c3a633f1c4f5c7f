import type { SoundFindings } from '../../../protocol/readerProtocol.ts';
import { createBlobSource, type Piece } from './audioSource.ts';
import { canStream, measureSound, nextEvent, openStreamSource } from './streamSource.ts';

/** A test sound takes a second or two; one that has not ended this long after its duration never will. */
const graceMs = 3_000;
const longestMs = 15_000;

/**
 * Plays a sound as readings are played, and finds out how far it gets. Once the signal says that the element is no
 * longer lent, it is not touched any more, and the result is undefined.
 */
export async function testSound(
  audio: HTMLAudioElement,
  sound: Omit<Piece, 'index'>,
  signal: AbortSignal,
): Promise<SoundFindings | undefined> {
  const decoded = await measureSound(sound);
  if (signal.aborted) return undefined;
  const isStreamed = canStream() && sound.format === 'mp3' && decoded !== undefined;
  const interrupted = nextEvent(signal, 'abort');
  const playing = play(audio, { index: 0, ...sound }, { isStreamed, seconds: decoded?.seconds ?? 0, signal });
  const trouble = await Promise.race([playing, interrupted]);
  if (signal.aborted) return undefined;
  return {
    canStream: canStream(),
    ...(decoded && { decodedSeconds: decoded.seconds, peak: decoded.peak }),
    isGestureMissing: trouble instanceof DOMException && trouble.name === 'NotAllowedError',
    isMuted: audio.muted,
    volume: audio.volume,
    playedSeconds: audio.currentTime,
    ...(trouble !== undefined && { error: describeTrouble(trouble) }),
  };
}

interface Playing {
  readonly isStreamed: boolean;
  readonly seconds: number;
  readonly signal: AbortSignal;
}

/** The reason why the sound did not play, if any. */
async function play(
  audio: HTMLAudioElement,
  piece: Piece,
  { isStreamed, seconds, signal }: Playing,
): Promise<unknown> {
  if (signal.aborted) return undefined;
  const stream = isStreamed ? await openStreamSource(audio) : undefined;
  const outcome = await stream?.add(piece);
  if (signal.aborted) return undefined;
  const source = outcome === 'taken' && stream ? stream : createBlobSource(audio);
  if (source !== stream) await source.add(piece);
  source.end();
  try {
    return await playToEnd(audio, seconds, signal);
  } finally {
    source.close();
  }
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
