import type { Outcome, Piece, Source } from './source.ts';

const mediaType = 'audio/mpeg';
/** A stream that waits for more stops its clock up to so long before its end, though all was heard by then. */
const clockLagSeconds = 0.2;
/** Less sound than this is not a sentence but a misread scrap. */
const leastSeconds = 0.01;

/** Whether this browser can play MP3 pieces one after the other without a gap. */
export function canStream(): boolean {
  return typeof MediaSource !== 'undefined' && MediaSource.isTypeSupported(mediaType);
}

/**
 * Plays MP3 pieces as one sound. How far the buffer grew with each piece is the exact time of its sentence.
 *
 * The stream is ended only when nothing more comes: a piece that is added after `endOfStream` can be lost
 * without a sign, because the player has already read the end.
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
  const parts: { readonly index: number; readonly start: number; readonly end: number }[] = [];
  // A source that is closed while a piece goes in never tells that it went in.
  let close = () => {};
  const closed = new Promise<void>((resolve) => {
    close = resolve;
  });

  function bufferedEnd(): number {
    const { buffered } = buffer;
    return buffered.length > 0 ? buffered.end(buffered.length - 1) : 0;
  }

  async function append({ index, bytes }: Piece): Promise<Outcome> {
    const start = bufferedEnd();
    try {
      const updated = nextEvent(buffer, 'updateend');
      buffer.appendBuffer(bytes.slice());
      await Promise.race([updated, closed]);
    } catch {
      // Over the quota (about half an hour of speech that was not heard yet): a new stream takes it.
      return 'full';
    }
    if (mediaSource.readyState !== 'open') return 'full';
    // Forgets half a frame at the end of the bytes, which would spoil the next piece.
    buffer.abort();
    const end = bufferedEnd();
    if (end - start < leastSeconds) return 'alone';
    parts.push({ index, start, end });
    return 'taken';
  }

  return {
    get isEmpty() {
      return parts.length === 0;
    },
    async add(piece) {
      if (mediaSource.readyState !== 'open') return 'full';
      // One piece that can't be decoded stops the whole element, so it must not get into the stream.
      if (piece.format !== 'mp3' || !(await canDecode(piece.bytes))) return 'alone';
      return mediaSource.readyState === 'open' ? append(piece) : 'full';
    },
    end() {
      if (mediaSource.readyState === 'open') mediaSource.endOfStream();
    },
    indexAt(seconds) {
      const heard = parts.findLast(({ start }) => start <= seconds) ?? parts[0];
      return heard?.index;
    },
    isHeardOut(seconds) {
      const last = parts.at(-1);
      return last !== undefined && seconds > Math.max(last.start, last.end - clockLagSeconds);
    },
    close,
  };
}

async function canDecode(bytes: Uint8Array): Promise<boolean> {
  try {
    // An offline context needs no gesture and makes no sound.
    await new OfflineAudioContext(1, 1, 24_000).decodeAudioData(bytes.slice().buffer);
    return true;
  } catch {
    return false;
  }
}

function nextEvent(target: EventTarget, type: string): Promise<void> {
  return new Promise((resolve) => target.addEventListener(type, () => resolve(), { once: true }));
}
