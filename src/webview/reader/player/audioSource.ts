import type { ReaderHostMessage } from '../../../protocol/readerProtocol.ts';

/** The audio of one sentence. */
export type Piece = Pick<
  Extract<ReaderHostMessage, { type: 'audio' }>,
  'index' | 'format' | 'bytes' | 'seconds'
>;

/** A moment of a reading: a sentence, and how far into it at speed 1. */
export interface Place {
  readonly index: number;
  readonly seconds: number;
}

/**
 * The result of adding a piece to a source: `taken`; otherwise, the source ends after playing out, and the piece goes
 * into a new one: with `full`, one of the same kind; with `alone`, one just for the piece.
 */
type Outcome = 'taken' | 'full' | 'alone';

/** The position of a sentence on the timeline of a source, in seconds. */
interface Part {
  readonly index: number;
  readonly start: number;
  readonly end: number;
}

/** A source of the audio element: one sentence, or many without a gap. */
export interface Source {
  /** The sentences in it, in order. */
  readonly parts: readonly Part[];
  add(piece: Piece): Promise<Outcome>;
  /** No more pieces follow: the element fires `ended` when everything was heard. */
  end(): void;
  close(): void;
}

/** The moment that plays at a time of the element; undefined if there is none. */
export function placeAt({ parts }: Source, elementSeconds: number): Place | undefined {
  const heard = parts.findLast(({ start }) => start <= elementSeconds) ?? parts[0];
  if (!heard) return undefined;
  const seconds = Math.min(elementSeconds, heard.end) - heard.start;
  return { index: heard.index, seconds: Math.max(0, seconds) };
}

/** Plays one piece, in any format that the browser supports, from memory. */
export function createBlobSource(audio: HTMLAudioElement): Source {
  const parts: Part[] = [];
  let url = '';
  return {
    parts,
    async add({ index, bytes }) {
      if (parts.length > 0) return 'full';
      // The element itself limits the time to its duration.
      parts.push({ index, start: 0, end: Number.POSITIVE_INFINITY });
      // No MIME type: browsers detect the format, and the type that a relay declares is often wrong.
      url = URL.createObjectURL(new Blob([bytes.slice()]));
      audio.src = url;
      return 'taken';
    },
    end() {},
    close: () => URL.revokeObjectURL(url),
  };
}

const mediaType = 'audio/mpeg';
/** Less audio than this is not a sentence but decoding debris. */
const leastSeconds = 0.01;

/** The source for a piece: MP3 is streamed where the browser can do so, unless the piece must be played alone. */
export async function openSource(
  audio: HTMLAudioElement,
  { format }: Piece,
  isAlone: boolean,
): Promise<Source> {
  const canStream = typeof MediaSource !== 'undefined' && MediaSource.isTypeSupported(mediaType);
  return format === 'mp3' && canStream && !isAlone ? openStreamSource(audio) : createBlobSource(audio);
}

/**
 * Plays MP3 pieces as one sound. The growth of the buffer with each piece is the exact duration of its sentence.
 *
 * The stream is ended only when nothing more follows: a piece that is added after `endOfStream` can be lost silently,
 * because the player has already read the end.
 */
async function openStreamSource(audio: HTMLAudioElement): Promise<Source> {
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
