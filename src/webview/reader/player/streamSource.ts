import type { Outcome, Part, Piece, Source } from './audioSource.ts';

const mediaType = 'audio/mpeg';
/** Less audio than this is not a sentence but decoding debris. */
const leastSeconds = 0.01;

/** Whether this browser can play MP3 pieces one after the other without a gap. */
export function canStream(): boolean {
  return typeof MediaSource !== 'undefined' && MediaSource.isTypeSupported(mediaType);
}

/**
 * Plays MP3 pieces as one sound. The growth of the buffer with each piece is the exact duration of its sentence.
 *
 * The stream is ended only when nothing more follows: a piece that is added after `endOfStream` can be lost silently,
 * because the player has already read the end.
 */
export async function openStreamSource(audio: HTMLAudioElement): Promise<Source> {
  const mediaSource = new MediaSource();
  const url = URL.createObjectURL(mediaSource);
  const opened = nextEvent(mediaSource, 'sourceopen');
  audio.src = url;
  await opened;
  URL.revokeObjectURL(url);
  const buffer = mediaSource.addSourceBuffer(mediaType);
  buffer.mode = 'sequence';
  const parts: Part[] = [];
  // If the source is closed during an append, `updateend` never fires.
  const { promise: closed, resolve: close } = Promise.withResolvers<void>();

  function isOpen(): boolean {
    return mediaSource.readyState === 'open';
  }

  function bufferedEnd(): number {
    const { buffered } = buffer;
    return buffered.length > 0 ? buffered.end(buffered.length - 1) : 0;
  }

  async function append({ index, bytes }: Piece): Promise<Outcome> {
    const start = bufferedEnd();
    const updated = nextEvent(buffer, 'updateend');
    try {
      buffer.appendBuffer(bytes.slice());
    } catch {
      // The browser drops what was heard to make room. If there is still none, a new stream takes the piece.
      return 'full';
    }
    await Promise.race([updated, closed]);
    if (!isOpen()) return 'full';
    // Drops a partial frame at the end of the bytes, which would corrupt the next piece.
    buffer.abort();
    const end = bufferedEnd();
    if (end - start < leastSeconds) return 'alone';
    parts.push({ index, start, end });
    return 'taken';
  }

  return {
    parts,
    async add(piece) {
      // One piece that can't be decoded stops the whole element, so it must not get into the stream.
      if (piece.format !== 'mp3' || !(await decode(piece))) return 'alone';
      return isOpen() ? append(piece) : 'full';
    },
    end() {
      if (isOpen()) mediaSource.endOfStream();
    },
    close,
  };
}

export function nextEvent(target: EventTarget, type: string): Promise<void> {
  return new Promise((resolve) => target.addEventListener(type, () => resolve(), { once: true }));
}

/** Any rate will do: only duration and loudness matter. */
const sampleRate = 24_000;

/** Longer sounds are not decoded: a few bytes can be hours of silence, and fill the memory. */
const longestSeconds = 300;

/** Undefined if the browser can't decode the bytes. An offline context needs no gesture and makes no sound. */
export async function decode({
  bytes,
  seconds = 0,
}: Pick<Piece, 'bytes' | 'seconds'>): Promise<AudioBuffer | undefined> {
  if (seconds > longestSeconds) return undefined;
  try {
    return await new OfflineAudioContext(1, 1, sampleRate).decodeAudioData(bytes.slice().buffer);
  } catch {
    return undefined;
  }
}
