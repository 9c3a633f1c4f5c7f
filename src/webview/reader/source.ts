import type { ReaderFact } from '../protocol.ts';

/** The audio of one sentence. */
export type Piece = Pick<Extract<ReaderFact, { type: 'audio' }>, 'index' | 'format' | 'bytes'>;

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
  /** The sentence that is heard at a time of the element; undefined while there is none. */
  indexAt(seconds: number): number | undefined;
  /** Whether a pause of the element at this time means that all that came was heard. */
  isHeardOut(seconds: number): boolean;
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
      // No type: browsers look at the bytes, and what a relay declares is often wrong.
      url = URL.createObjectURL(new Blob([piece.bytes.slice()]));
      audio.src = url;
      return 'taken';
    },
    end() {},
    indexAt: () => index,
    isHeardOut: () => false,
    close() {
      if (url) URL.revokeObjectURL(url);
    },
  };
}
