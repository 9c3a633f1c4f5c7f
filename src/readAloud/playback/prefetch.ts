import type { RetryWait } from '../../relay/callOptions.ts';
import type { SpeechSource, SpokenAudio } from '../speech/speechSource.ts';
import { faultOf } from './speechRetry.ts';
import type { UtteranceList } from './utteranceList.ts';

/** The audio of one reading in memory, by utterance. */
export function createAudioStore(maximumBytes: number) {
  const audios = new Map<number, SpokenAudio>();
  let totalBytes = 0;

  function remove(index: number): void {
    totalBytes -= audios.get(index)?.bytes.byteLength ?? 0;
    audios.delete(index);
  }

  return {
    has: (index: number) => audios.has(index),
    get: (index: number) => audios.get(index),
    delete: remove,
    /**
     * Stores audio. Over the limit, drops what was heard longest ago, then what is furthest ahead, but nothing from
     * `first` to `last`.
     */
    set(
      index: number,
      audio: SpokenAudio,
      { first, last }: { readonly first: number; readonly last: number },
    ): void {
      remove(index);
      audios.set(index, audio);
      totalBytes += audio.bytes.byteLength;
      while (totalBytes > maximumBytes) {
        const indexes = [...audios.keys()];
        const highest = Math.max(...indexes);
        const lowest = Math.min(...indexes);
        if (lowest < first) remove(lowest);
        else if (highest > last) remove(highest);
        else return;
      }
    },
  };
}

/** Maximum number of concurrent requests. The awaited utterance is requested alone. */
const requestsAtOnce = 2;
/** After this many successes, prefetching is restored for a relay that limited the rate. */
const goodAnswersNeeded = 10;

interface Request {
  readonly abort: AbortController;
  wait: RetryWait | undefined;
}

/** The range of utterances that are needed now and next. */
interface Demand {
  readonly current: number;
  /** Nothing from this index on will be played. */
  readonly end: number;
  readonly isPaused: boolean;
  /** Whether playback has ended or failed: nothing plays until the person continues. */
  readonly isStopped: boolean;
}

interface PrefetchOptions {
  readonly utterances: UtteranceList;
  readonly speech: SpeechSource;
  /** Number of utterances to prefetch. */
  readonly lookAhead: number;
  /** Maximum bytes of audio in memory. */
  readonly maximumBytes: number;
  onAudio(): void;
  /** Not called for aborted requests. */
  onFault(index: number, error: unknown): void;
  /** Called when a wait before a retry began or ended. */
  onWait(): void;
  /** Called when the speech source has registered the request, or never will. */
  onEntered(): void;
}

/** Prefetches the speech of one reading: at most one request for each utterance. */
export class Prefetch {
  readonly #options: PrefetchOptions;
  readonly #requests = new Map<number, Request>();
  readonly #audios: ReturnType<typeof createAudioStore>;
  readonly #seconds = new Map<number, number | undefined>();
  /** The utterances to request now. */
  #wanted = { first: 0, last: 0 };
  /** The utterances that must stay in memory. */
  #needed = { first: 0, last: 0 };
  /** The index from which nothing is prefetched: a failed utterance is requested again when it is current. */
  #deferred: number | undefined;
  /** Whether the relay limits the rate: then only the next utterance is prefetched. */
  #isRateLimited = false;
  /** Successful requests since the last rate limit. */
  #goodAnswers = 0;
  #isOffline = false;
  #hasSpoken = false;

  constructor(options: PrefetchOptions) {
    this.#options = options;
    this.#audios = createAudioStore(options.maximumBytes);
  }

  get isOffline(): boolean {
    return this.#isOffline;
  }

  get isRateLimited(): boolean {
    return this.#isRateLimited;
  }

  /** Whether the relay generated any speech for this reading. */
  get hasSpoken(): boolean {
    return this.#hasSpoken;
  }

  get isIdle(): boolean {
    return this.#requests.size === 0;
  }

  /** Duration of the received audio by utterance; undefined if its bytes don't tell. */
  get seconds(): ReadonlyMap<number, number | undefined> {
    return this.#seconds;
  }

  audioOf(index: number): SpokenAudio | undefined {
    return this.#audios.get(index);
  }

  /** The wait before its retry. */
  waitOf(index: number): RetryWait | undefined {
    return this.#requests.get(index)?.wait;
  }

  /** Ends all waits. */
  retryNow(): void {
    for (const { wait } of this.#requests.values()) wait?.retryNow();
  }

  /** Requests missing speech: at most `lookAhead` beyond the current utterance, and only that one while paused. */
  update({ current, end, isPaused, isStopped }: Demand): void {
    const { utterances, speech, lookAhead } = this.#options;
    const waited = utterances.firstHeard(current);
    this.#needed = { first: current, last: waited + lookAhead };
    this.#wanted = { first: waited, last: isPaused ? waited : waited + lookAhead };
    if (isStopped) this.#wanted = { first: 0, last: -1 };
    const utterance = utterances.items[waited];
    if (!utterance || isStopped) return;
    if (!this.#audios.has(waited)) {
      if (!this.#requests.has(waited)) void this.#ask(waited);
      return;
    }
    if (isPaused) return;
    const last = Math.min(this.#deferred ?? Infinity, end, waited + lookAhead + 1, utterances.length);
    for (let index = waited + 1; index < last; index += 1) {
      const next = utterances.items[index];
      if (!next || this.#requests.size >= requestsAtOnce) return;
      if (utterances.isSkipped(index) || this.#audios.has(index) || this.#requests.has(index)) continue;
      if (index > waited + (this.#isRateLimited ? 1 : lookAhead) && !speech.isKept(next)) return;
      void this.#ask(index);
    }
  }

  /** Called at a jump: failed prefetches may be tried again. */
  restart(): void {
    this.#deferred = undefined;
  }

  /** Pending requests are paid for and may finish, unless they block the utterance at this index. */
  makeWayFor(index: number): void {
    const { utterances, speech, lookAhead } = this.#options;
    const utterance = utterances.items[index];
    if (!utterance || this.#audios.has(index) || speech.isKept(utterance)) return;
    for (const [asked, request] of this.#requests)
      if (asked < index || asked > index + lookAhead) this.#giveUp(asked, request);
  }

  /** This utterance failed as a prefetch; request it again when it is current. */
  defer(index: number): void {
    this.#deferred = Math.min(index, this.#deferred ?? index);
  }

  /** Drops audio that can't be played. */
  drop(index: number): void {
    const utterance = this.#options.utterances.items[index];
    this.#audios.delete(index);
    if (utterance) this.#options.speech.forget(utterance);
  }

  /** Aborts all requests. */
  abort(): void {
    for (const [index, request] of this.#requests) this.#giveUp(index, request);
  }

  async #ask(index: number): Promise<void> {
    const { utterances, speech, onEntered } = this.#options;
    const utterance = utterances.items[index];
    if (!utterance) return;
    const request: Request = { abort: new AbortController(), wait: undefined };
    this.#requests.set(index, request);
    const { signal } = request.abort;
    const outcome = await speech
      .get(utterance, { signal, onEntered, onWait: (wait) => this.#setWait(index, request, wait) })
      .finally(onEntered)
      .then(
        (audio) => ({ audio }),
        (error: unknown) => ({ error }),
      );
    if (this.#requests.get(index) === request) this.#requests.delete(index);
    // An abandoned request may still return audio: it was paid for, so keep it.
    if ('audio' in outcome) this.#keep(index, outcome.audio);
    else if (!signal.aborted) this.#fail(index, outcome.error);
  }

  #setWait(index: number, request: Request, wait: RetryWait | undefined): void {
    if (request.abort.signal.aborted) return;
    request.wait = wait;
    const { first, last } = this.#wanted;
    if (!wait && (index < first || index > last)) this.#giveUp(index, request);
    if (wait && faultOf(wait.error) === 'limited') this.#slowDown();
    this.#options.onWait();
  }

  #keep(index: number, { isKept, ...audio }: SpokenAudio): void {
    this.#audios.set(index, audio, this.#needed);
    this.#seconds.set(index, audio.seconds);
    if (this.#deferred !== undefined && index >= this.#deferred) this.#deferred = undefined;
    if (!isKept) {
      this.#hasSpoken = true;
      this.#isOffline = false;
      this.#goodAnswers += 1;
      if (this.#goodAnswers >= goodAnswersNeeded) this.#isRateLimited = false;
    }
    this.#options.onAudio();
  }

  #fail(index: number, error: unknown): void {
    const fault = faultOf(error);
    if (fault === 'offline') this.#isOffline = true;
    if (fault === 'limited') this.#slowDown();
    this.#options.onFault(index, error);
  }

  #slowDown(): void {
    this.#isRateLimited = true;
    this.#goodAnswers = 0;
  }

  #giveUp(index: number, request: Request): void {
    this.#requests.delete(index);
    request.wait = undefined;
    request.abort.abort();
  }
}
