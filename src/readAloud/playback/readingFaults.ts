import type { SpeechSource } from '../speech/speechSource.ts';
import { SoundOutputError, UnplayableError } from './playbackState.ts';
import type { Prefetch } from './prefetch.ts';
import { type Fault, faultOf, mayBeOfOne } from './speechRetry.ts';
import type { UtteranceList } from './utteranceList.ts';

/** The faults of one reading: what is skipped, what is tried again, and where the reading stops. */
export class ReadingFaults {
  readonly #utterances: UtteranceList;
  readonly #prefetch: Prefetch;
  readonly #speech: SpeechSource;
  /** The fault at which the reading stops. */
  #stop: { readonly index: number; readonly error: unknown } | undefined;
  /** Whether playback has passed a skipped utterance, so that the person is told. */
  #hasPassedSkip = false;

  constructor(utterances: UtteranceList, prefetch: Prefetch, speech: SpeechSource) {
    this.#utterances = utterances;
    this.#prefetch = prefetch;
    this.#speech = speech;
  }

  get hasPassedSkip(): boolean {
    return this.#hasPassedSkip;
  }

  /** Why and where the reading stopped. */
  stopAt(current: number): { readonly index: number; readonly error: unknown } | undefined {
    return this.#stop && this.#stop.index <= current ? this.#stop : undefined;
  }

  /** Clears all faults, so that they are tried again. */
  clear(): void {
    this.#stop = undefined;
  }

  /** Tries skipped utterances again. Returns whether there were any. */
  forgetSkips(isTriedAgain: (index: number) => boolean): boolean {
    const hasForgotten = this.#utterances.forgetSkips(isTriedAgain);
    if (this.#utterances.skipped.length === 0) this.#hasPassedSkip = false;
    return hasForgotten;
  }

  /** Sets the current utterance. */
  reach(waited: number): void {
    this.#hasPassedSkip ||= (this.#utterances.skipped[0] ?? Infinity) < waited;
  }

  /**
   * Skips an utterance that could not be spoken, or stops the reading there. If its turn has not come, it is tried
   * again then. One before the current utterance is ignored: going back requests it again.
   */
  addUnspoken(index: number, error: unknown, waited: number): void {
    if (index < waited) return;
    const fault = faultOf(error);
    if (this.#isOfOne(index, fault) && !this.#utterances.isOneTooMany(index))
      this.#utterances.skip(index, error);
    else if (index > waited) this.#prefetch.defer(index);
    else this.#stop = { index: mayBeOfOne(fault) ? this.#utterances.skipsBefore(index) : index, error };
  }

  /**
   * Skips audio that can't be played, or stops the reading at the first of too many in a row. If the sound output
   * fails, the reading stops there and the audio is kept.
   */
  addUnplayable(index: number, isOutputFault: boolean, message: string): void {
    if (isOutputFault) {
      this.#stop ??= { index, error: new SoundOutputError(message) };
      return;
    }
    const error = new UnplayableError(message);
    const isLast = this.#utterances.isOneTooMany(index);
    const first = this.#utterances.skipsBefore(index);
    this.#prefetch.drop(index);
    this.#utterances.skip(index, error);
    if (isLast) this.#stop ??= { index: first, error };
  }

  /** Called at the end of the text. If all of it was skipped, this is a failure, not an end. */
  addEnd(begunAt: number): void {
    const { length } = this.#utterances;
    const isSilent = begunAt < length && this.#utterances.firstHeard(begunAt) >= length;
    if (isSilent) this.#stop = { index: begunAt, error: this.#utterances.skipReason(length - 1) };
  }

  /** Whether other utterances may succeed if this one fails. */
  #isOfOne(index: number, fault: Fault): boolean {
    const { hasSpoken } = this.#prefetch;
    // If nothing was heard yet, there is nothing to continue: report the reason at once.
    if (fault === 'passing') return hasSpoken || index !== this.#utterances.firstHeard(0);
    return fault === 'text' && (hasSpoken || this.#hasKeptNeighbour(index));
  }

  /** A cached neighbor was spoken by the same model in the same voice, so neither is the reason for a rejection. */
  #hasKeptNeighbour(index: number): boolean {
    const { items } = this.#utterances;
    return [items[index - 1], items[index + 1]].some(
      (neighbour) => neighbour !== undefined && this.#speech.isKept(neighbour),
    );
  }
}
