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
 * What became of a piece that a source was given: `taken`, or else the source is over once it played out, and
 * the piece goes into a new one: `full`, into one of the same kind; `alone`, into one of its own.
 */
export type Outcome = 'taken' | 'full' | 'alone';

/** What the audio element plays at one time: one sentence, or many without a gap. */
export interface Source {
  readonly isEmpty: boolean;
  add(piece: Piece): Promise<Outcome>;
  /** No more pieces come: the element's `ended` tells when all was heard. */
  end(): void;
  /** What is heard at a time of the element; undefined while there is nothing. */
  placeAt(elementSeconds: number): Place | undefined;
  /** The time of the element at which this place is heard; undefined where the source does not have it. */
  findTime(place: Place): number | undefined;
  /** The time of the element at which the first sentence from this one on begins; undefined where it has none. */
  findStart(index: number): number | undefined;
  /** Whether a pause of the element at this time means that all that came was heard. */
  isHeardOut(elementSeconds: number): boolean;
  /** Lets go of what was heard long before this time of the element. */
  forgetHeard(elementSeconds: number): void;
  close(): void;
}

/** Plays one piece, of any format that the browser knows, from memory. */
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
