import type { Outcome, Part, Piece, Source } from './audioSource.ts';

const mediaType = 'audio/mpeg';
/** Less audio than this is not a sentence but decoding debris. */
const leastSeconds = 0.01;
/** Seconds of heard audio to keep, as a margin for the browser; older audio is removed, a good deal at a time. */
const keptSeconds = 60;
const forgottenAtOnceSeconds = 20;
/** Seconds of heard audio to keep when the browser has no room. */
const keptInNeedSeconds = 1;

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
  let isAdding = false;
  // If the source is closed during an append, `updateend` never fires.
  const { promise: closed, resolve: close } = Promise.withResolvers<void>();

  function isOpen(): boolean {
    return mediaSource.readyState === 'open';
  }

  function bufferedEnd(): number {
    const { buffered } = buffer;
    return buffered.length > 0 ? buffered.end(buffered.length - 1) : 0;
  }

  /** Starts a change of the buffer, and waits until it is done. */
  async function change(start: () => void): Promise<void> {
    const updated = nextEvent(buffer, 'updateend');
    start();
    await Promise.race([updated, closed]);
  }

  async function remove(end: number): Promise<void> {
    await change(() => buffer.remove(0, end));
    // Always keep the last part: its end tells the source when everything was heard.
    while (parts.length > 1 && (parts[0]?.end ?? end) < end) parts.shift();
  }

  async function appendInNeed(bytes: BufferSource): Promise<boolean> {
    const append = () => buffer.appendBuffer(bytes);
    try {
      await change(append);
      return true;
    } catch {
      // Over the quota: remove audio that was already heard, if there is any.
      const end = audio.currentTime - keptInNeedSeconds;
      if (!isOpen() || buffer.updating || buffer.buffered.length === 0 || end <= buffer.buffered.start(0))
        return false;
      await remove(end);
    }
    try {
      if (isOpen()) await change(append);
      return isOpen();
    } catch {
      return false;
    }
  }

  async function append({ index, bytes }: Piece): Promise<Outcome> {
    const start = bufferedEnd();
    // If there is still no room (half an hour of speech not heard yet), a new stream takes the piece.
    if (!(await appendInNeed(bytes.slice())) || !isOpen()) return 'full';
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
      if (!isOpen()) return 'full';
      isAdding = true;
      try {
        // One piece that can't be decoded stops the whole element, so it must not get into the stream.
        if (piece.format !== 'mp3' || !(await decode(piece))) return 'alone';
        while (buffer.updating) await Promise.race([nextEvent(buffer, 'updateend'), closed]);
        return isOpen() ? await append(piece) : 'full';
      } finally {
        isAdding = false;
      }
    },
    async end() {
      if (buffer.updating) await nextEvent(buffer, 'updateend');
      if (isOpen()) mediaSource.endOfStream();
    },
    forgetHeard(elementSeconds) {
      const end = elementSeconds - keptSeconds;
      if (isAdding || buffer.updating || !isOpen() || buffer.buffered.length === 0) return;
      if (end - buffer.buffered.start(0) > forgottenAtOnceSeconds) void remove(end);
    },
    close,
  };
}

export function nextEvent(target: EventTarget, type: string): Promise<void> {
  return new Promise((resolve) => target.addEventListener(type, () => resolve(), { once: true }));
}

type Encoded = Pick<Piece, 'bytes' | 'seconds'>;

/** Any rate will do: only duration and loudness matter. */
const sampleRate = 24_000;

/** Longer sounds are not decoded: a few bytes can be hours of silence, and fill the memory. */
const longestSeconds = 300;

/** The duration of a sound, and its loudest sample, 0 to 1; undefined if the browser can't decode it. */
export async function measureSound(
  encoded: Encoded,
): Promise<{ readonly seconds: number; readonly peak: number } | undefined> {
  const sound = await decode(encoded);
  if (!sound) return undefined;
  let peak = 0;
  for (let channel = 0; channel < sound.numberOfChannels; channel += 1) {
    for (const sample of sound.getChannelData(channel)) peak = Math.max(peak, Math.abs(sample));
  }
  return { seconds: sound.duration, peak: Math.min(1, peak) };
}

/** Undefined if the browser can't decode the bytes. An offline context needs no gesture and makes no sound. */
async function decode({ bytes, seconds = 0 }: Encoded): Promise<AudioBuffer | undefined> {
  if (seconds > longestSeconds) return undefined;
  try {
    return await new OfflineAudioContext(1, 1, sampleRate).decodeAudioData(bytes.slice().buffer);
  } catch {
    return undefined;
  }
}
