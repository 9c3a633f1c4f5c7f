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
export type Outcome = 'taken' | 'full' | 'alone';

/** The position of a sentence on the timeline of a source, in seconds. */
export interface Part {
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
