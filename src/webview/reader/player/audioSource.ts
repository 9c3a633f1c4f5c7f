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

/** A source of the audio element: one sentence, or many without a gap. */
export interface Source {
  readonly isEmpty: boolean;
  add(piece: Piece): Promise<Outcome>;
  /** No more pieces follow: the element fires `ended` when everything was heard. */
  end(): void;
  /** The position that plays at a time of the element; undefined if there is none. */
  placeAt(elementSeconds: number): Place | undefined;
  /** The time of the element at which this position plays; undefined if the source does not contain it. */
  findTime(place: Place): number | undefined;
  /** The time of the element at which the first sentence from this index on begins; undefined if there is none. */
  findStart(index: number): number | undefined;
  /** Whether a stall of the element at this time means that all received audio was heard. */
  isHeardOut(elementSeconds: number): boolean;
  /** Drops audio that was heard long before this time of the element. */
  forgetHeard(elementSeconds: number): void;
  close(): void;
}

/** Plays one piece, in any format that the browser supports, from memory. */
export function createBlobSource(audio: HTMLAudioElement): Source {
  let url: string | undefined;
  let index: number | undefined;
  return {
    get isEmpty() {
      return index === undefined;
    },
    async add(piece) {
      if (index !== undefined) return 'full';
      index = piece.index;
      // No MIME type: browsers detect the format, and the type that a relay declares is often wrong.
      url = URL.createObjectURL(new Blob([piece.bytes.slice()]));
      audio.src = url;
      return 'taken';
    },
    end() {},
    placeAt: (elementSeconds) => (index === undefined ? undefined : { index, seconds: elementSeconds }),
    // The element itself limits the time to its duration.
    findTime: (place) => (place.index === index ? place.seconds : undefined),
    findStart: (first) => (index !== undefined && index >= first ? 0 : undefined),
    isHeardOut: () => false,
    forgetHeard() {},
    close() {
      if (url) URL.revokeObjectURL(url);
    },
  };
}
