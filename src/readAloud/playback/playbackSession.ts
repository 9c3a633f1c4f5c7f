import type {
  AccountView,
  ReaderHostMessage,
  ReaderRequest,
  ReaderStatus,
  SleepAfter,
} from '../../protocol/readerProtocol.ts';
import type { Logger } from '../../relay/logger.ts';
import type { Utterance, UtteranceSource } from '../narration/plan/utterance.ts';
import type { SpeechSource } from '../speech/speechSource.ts';
import type { PlaybackNotice, PlaybackState } from './playbackState.ts';
import { PlayerFeed } from './playerFeed.ts';
import { Prefetch } from './prefetch.ts';
import { accountOf } from './readingCost.ts';
import { ReadingFaults } from './readingFaults.ts';
import { faultOf } from './speechRetry.ts';
import { UtteranceList } from './utteranceList.ts';

/** After this many seconds, "back" goes to the start of the current sentence. */
const backSeconds = 3;
/** Shorter waits are not shown. */
const shortestShownWaitMs = 2000;

/** A text to read aloud, and the source of its speech. */
export interface Reading {
  readonly title: string;
  readonly source: UtteranceSource;
  readonly speech: SpeechSource;
}

interface SessionOptions extends Reading {
  readonly lookAhead: number;
  readonly maximumBytes: number;
  readonly logger: Logger;
  readonly post: (fact: ReaderHostMessage) => void;
  readonly createId: () => string;
  /** Called at every change. */
  readonly onChange: () => void;
  readonly onEntered: () => void;
}

/** The playback of one text from its start to its end: position, requests, failures. */
export class PlaybackSession {
  readonly #options: SessionOptions;
  readonly #utterances: UtteranceList;
  readonly #prefetch: Prefetch;
  readonly #feed: PlayerFeed;
  readonly #faults: ReadingFaults;

  #current = 0;
  #seconds = 0;
  /** The position at which the player started last. */
  #begunAt = 0;
  #isPaused = false;
  /** The player's last reported state. */
  #reported: ReaderStatus = 'loading';
  #sleepAfter: SleepAfter = 'off';
  /** The utterance at whose end, or whose paragraph's end, the sleep timer stops. */
  #sleepFrom = 0;
  #isEnded = false;

  constructor(options: SessionOptions) {
    const { source, speech } = options;
    this.#options = options;
    this.#utterances = new UtteranceList(source);
    this.#prefetch = new Prefetch({
      ...options,
      utterances: this.#utterances,
      onAudio: () => this.#goOn(),
      onFault: (index, error) => this.#onFault(index, error),
      onWait: () => this.#announce(),
    });
    this.#faults = new ReadingFaults(this.#utterances, this.#prefetch, speech);
    this.#feed = new PlayerFeed({
      ...options,
      utterances: this.#utterances,
      audioOf: (index) => this.#prefetch.audioOf(index),
    });
    this.#utterances.planTo(1);
  }

  /** Whether there is nothing to pronounce. */
  get isEmpty(): boolean {
    return this.#utterances.isWhole && this.#utterances.length === 0;
  }

  get status(): ReaderStatus {
    // An aborted request is not an error: the reading is paused until it is resumed.
    if (this.#failure) return faultOf(this.#failure.error) === 'cancelled' ? 'paused' : 'failed';
    if (this.#reported === 'finished') return 'finished';
    if (this.#isPaused) return 'paused';
    return this.#reported === 'playing' || this.#reported === 'blocked' ? this.#reported : 'loading';
  }

  describe(): Omit<PlaybackState, 'hasPlayer'> {
    const { status } = this;
    const { items, isWhole, skipped } = this.#utterances;
    const wait = this.#prefetch.waitOf(this.#waited);
    const notice = this.#noticeOf(status);
    return {
      status,
      readingId: this.#feed.readingId,
      title: this.#options.title,
      current: this.#current,
      seconds: this.#seconds,
      utterances: items,
      isWhole,
      skipped,
      sleepAfter: this.#sleepAfter,
      ...(status === 'failed' && { error: this.#failure?.error }),
      ...(wait && wait.delayMs >= shortestShownWaitMs && { wait }),
      ...(notice && { notice }),
    };
  }

  account(): AccountView {
    return accountOf(this.#utterances, this.#options.speech, this.#current, this.#prefetch.seconds);
  }

  /** Starts at the first utterance. Returns whether speech was requested. */
  begin(): boolean {
    this.#utterances.follow(() => this.#goOn());
    this.#place(0);
    this.#goOn();
    return !this.#prefetch.isIdle;
  }

  pause(): void {
    if (this.#isPaused || this.status === 'finished' || this.status === 'failed') return;
    this.#isPaused = true;
    this.#feed.pause();
    this.#goOn();
  }

  /** Resumes at the exact position; tries again after `failed`; starts again after `finished`. */
  resume(): void {
    if (this.#failure) return this.retry();
    if (this.status === 'finished') {
      this.#forgetSkips(() => true);
      return this.#beginAgain(0, 0);
    }
    this.#isPaused = false;
    this.#feed.resume();
    this.#goOn();
  }

  /** Resumes at the utterance that failed. */
  retry(): void {
    if (!this.#failure) return;
    const [first, end] = [this.#current, this.#waited];
    this.#forgetSkips((index) => index >= first && index < end);
    this.#beginAgain(first, this.#seconds);
  }

  /** Ends all waits before retries. */
  retryNow(): void {
    this.#prefetch.retryNow();
  }

  /** Moves to this utterance, playing or paused as before. Does nothing if there is no such utterance. */
  jump(index: number): void {
    if (!Number.isSafeInteger(index) || index < 0) return;
    this.#utterances.planTo(index + 1);
    this.#goTo(index);
  }

  /** Moves to the first matching utterance, planning as far as needed, if there is one. */
  jumpTo(fits: (utterance: Utterance) => boolean): void {
    this.#goTo(this.#utterances.find(fits));
  }

  /** Moves by sentences or paragraphs; after three seconds, back first goes to the start of the current one. */
  step(unit: 'sentence' | 'paragraph', by: 1 | -1): void {
    const from = Math.min(this.#waited, this.#utterances.length);
    const isHeard = this.#seconds > backSeconds || this.#reported === 'finished';
    const isBegun = isHeard && from < this.#utterances.length;
    this.#goTo(by === 1 ? this.#utterances.next(unit, from) : this.#utterances.before(unit, from, isBegun));
  }

  /** Sets the sleep timer of this reading; the next one begins with `off`. */
  setSleepAfter(sleepAfter: SleepAfter): void {
    this.#sleepAfter = sleepAfter;
    this.#sleepFrom = this.#waited;
    this.#goOn();
  }

  /** Applies the current choice of model and voice to speech that is fetched from now on. */
  renewSpeech(): void {
    this.#options.speech.renew();
    this.#announce();
  }

  /** Called when the view was created: the reading resumes at its position. */
  playerReady(): void {
    this.#feed.forget();
    this.#place(this.#current, this.#seconds);
    this.#goOn();
  }

  /** Called when the view was closed: the reading is paused at its position. */
  playerGone(): void {
    if (this.status !== 'finished') this.#isPaused = true;
    this.#goOn();
  }

  playerState({ readingId, status, index, seconds }: Report<'state'>): void {
    if (readingId !== this.#feed.readingId || this.#failure) return;
    if (!Number.isSafeInteger(index) || index < 0) return;
    // Until the sentence plays, the player may not know the position within it.
    if (index !== this.#current || (status !== 'loading' && this.#feed.hasSent(index)))
      this.#seconds = seconds;
    this.#current = Math.min(index, this.#utterances.length);
    if (status !== 'finished') this.#reported = status;
    else if (this.#feed.isEndSent) this.#finish();
    else this.#reported = 'loading';
    this.#goOn();
  }

  playerUnplayable({ readingId, index, isOutputFault, message }: Report<'unplayable'>): void {
    if (readingId !== this.#feed.readingId || !this.#utterances.items[index]) return;
    this.#options.logger.warn(`Read Aloud: failed to play the audio of sentence ${index + 1}: ${message}`);
    this.#faults.addUnplayable(index, isOutputFault, message);
    this.#goOn();
  }

  /** Ends the reading for another one, which may share its requests until `abort`. */
  end(): void {
    this.#isEnded = true;
    this.#utterances.close();
    this.#prefetch.update(this.#demand);
  }

  abort(): void {
    this.#prefetch.abort();
  }

  /** The current utterance. */
  get #waited(): number {
    return this.#utterances.firstHeard(this.#current);
  }

  get #failure() {
    return this.#faults.stopAt(this.#current);
  }

  /** The index before which the sleep timer stops, if known. */
  get #sleepAt(): number | undefined {
    if (this.#sleepAfter === 'sentence') return this.#sleepFrom + 1;
    return this.#sleepAfter === 'paragraph' ? this.#utterances.paragraphEnd(this.#sleepFrom) : undefined;
  }

  get #demand() {
    return {
      current: this.#current,
      end: this.#sleepAt ?? Infinity,
      isPaused: this.#isPaused,
      isStopped: this.#isEnded || this.#failure !== undefined || this.#reported === 'finished',
    };
  }

  /** Runs after every change: feeds the player, prefetches speech, and reports the state. */
  #goOn(): void {
    if (this.#isEnded) return;
    const utterances = this.#utterances;
    utterances.planAheadOf(this.#current);
    this.#feed.showPlan();
    if (utterances.isWhole && this.#current >= utterances.length) this.#finish();
    const failure = this.#failure;
    if (failure) {
      // The utterances in between were not played.
      if (this.#current > failure.index) this.#seconds = 0;
      this.#current = failure.index;
    } else {
      this.#fallAsleep();
      this.#feed.feed(this.#waited + this.#options.lookAhead + 1, this.#sleepAt);
      this.#faults.reach(this.#waited);
    }
    this.#prefetch.update(this.#demand);
    this.#announce();
  }

  #announce(): void {
    if (!this.#isEnded) this.#options.onChange();
  }

  /** Starts the player at this position. */
  #place(index: number, startSeconds = 0): void {
    this.#current = index;
    this.#seconds = startSeconds;
    this.#begunAt = index;
    this.#sleepFrom = index;
    this.#reported = 'loading';
    this.#prefetch.restart();
    this.#feed.start({ current: index, startSeconds, paused: this.#isPaused });
  }

  #goTo(index: number | undefined): void {
    if (index === undefined || !this.#utterances.items[index]) return;
    if (this.status === 'failed' || this.status === 'finished') this.#isPaused = false;
    // Another voice or relay may fix the failure.
    if (this.#failure) this.#options.speech.renew();
    this.#faults.clear();
    this.#forgetSkips((skipped) => skipped === index);
    this.#prefetch.makeWayFor(index);
    this.#place(index);
    this.#goOn();
  }

  /** Clears the faults there, so that they are tried again. */
  #beginAgain(index: number, startSeconds: number): void {
    this.#faults.clear();
    this.#isPaused = false;
    this.#options.speech.renew();
    this.#place(index, startSeconds);
    this.#goOn();
  }

  /** Tries skipped utterances again. The player learns of it at its next start. */
  #forgetSkips(isTriedAgain: (index: number) => boolean): void {
    if (this.#faults.forgetSkips(isTriedAgain)) this.#feed.forget();
  }

  /** Pauses at the start of the next utterance when the sleep timer is due. */
  #fallAsleep(): void {
    const sleepAt = this.#sleepAt;
    if (sleepAt === undefined || this.#current < sleepAt || this.#reported === 'finished') return;
    this.#sleepAfter = 'off';
    this.#isPaused = true;
    this.#place(this.#utterances.firstHeard(sleepAt));
  }

  #finish(): void {
    this.#faults.addEnd(this.#begunAt);
    this.#reported = 'finished';
    this.#current = Math.max(0, Math.min(this.#current, this.#utterances.length - 1));
  }

  #onFault(index: number, error: unknown): void {
    if (this.#isEnded) return;
    this.#options.logger.warn(`Read Aloud: sentence ${index + 1} failed: ${String(error)}`);
    this.#faults.addUnspoken(index, error, this.#waited);
    // The request was canceled on purpose: show no failure, and request nothing until the reading is resumed.
    if (this.#failure && faultOf(error) === 'cancelled') {
      this.#isPaused = true;
      this.#feed.pause();
    }
    this.#goOn();
  }

  #noticeOf(status: ReaderStatus): PlaybackNotice | undefined {
    // The message of a failure says so itself.
    if (this.#prefetch.isOffline && status !== 'failed') return 'offline';
    if (this.#prefetch.isRateLimited) return 'rateLimited';
    return this.#faults.hasPassedSkip ? 'skipped' : undefined;
  }
}

/** A report of the page's player, without its type. */
type Report<Type extends ReaderRequest['type']> = Omit<Extract<ReaderRequest, { type: Type }>, 'type'>;
