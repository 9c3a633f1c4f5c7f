import type { AccountView, ReaderHostMessage } from '../../protocol/readerProtocol.ts';
import type { Logger } from '../../relay/logger.ts';
import { PlaybackSession, type Reading } from './playbackSession.ts';
import type { PlaybackState } from './playbackState.ts';
import { noCost } from './readingCost.ts';

export interface PlaybackOptions {
  /** Sends a message to the player page. */
  readonly post: (fact: ReaderHostMessage) => void;
  /** Called at every change. */
  readonly onChange: (state: PlaybackState) => void;
  readonly logger: Logger;
  /** Number of utterances to prefetch; 2 by default. */
  readonly lookAhead?: number;
  /** Maximum bytes of audio of one reading in memory; 64 MB by default. */
  readonly maximumBytes?: number;
}

const idle: Omit<PlaybackState, 'hasPlayer'> = {
  status: 'idle',
  readingId: undefined,
  title: '',
  current: 0,
  seconds: 0,
  utterances: [],
  isWhole: true,
  skipped: [],
  sleepAfter: 'off',
};

/** The playback of this window: one reading at a time, in one page. */
export class Playback {
  readonly #options: PlaybackOptions;
  #session: PlaybackSession | undefined;
  /** Replaced sessions: they end after the new one has requested its speech, which may share their requests. */
  readonly #replaced = new Set<PlaybackSession>();
  #hasPlayer = false;
  #startCount = 0;
  #state: PlaybackState = { ...idle, hasPlayer: false };

  constructor(options: PlaybackOptions) {
    this.#options = options;
  }

  get state(): PlaybackState {
    return this.#state;
  }

  /** The current or last reading. */
  get session(): PlaybackSession | undefined {
    return this.#session;
  }

  account(): AccountView {
    return this.#session?.account() ?? noCost;
  }

  /** Starts a reading that replaces the current one. False, without a change, if there is nothing to pronounce. */
  start(reading: Reading): boolean {
    const { logger, lookAhead = 2, maximumBytes = 64 * 1024 * 1024 } = this.#options;
    const session = new PlaybackSession({
      ...reading,
      lookAhead,
      maximumBytes,
      logger,
      post: (fact) => this.#post(fact),
      createId: () => `reading-${++this.#startCount}`,
      onChange: () => this.#announce(),
      onEntered: () => {
        if (this.#session === session) this.#abortReplaced();
      },
    });
    if (session.isEmpty) return false;
    this.#replace(session);
    if (!session.begin()) this.#abortReplaced();
    return true;
  }

  /** Ends the reading at once: requests are aborted, later responses dropped. */
  stop(): void {
    if (!this.#session) return;
    this.#replace(undefined);
    this.#abortReplaced();
    this.#post({ type: 'stop' });
    this.#announce();
  }

  /** Called when the page was created, or created again. */
  playerReady(): void {
    this.#hasPlayer = true;
    if (!this.#session) this.#announce();
    else if (this.#session.status === 'finished') this.stop();
    else this.#session.playerReady();
  }

  playerGone(): void {
    this.#hasPlayer = false;
    if (this.#session) this.#session.playerGone();
    else this.#announce();
  }

  /** Sends a message if there is a page; a later page gets the whole state. */
  #post(fact: ReaderHostMessage): void {
    if (this.#hasPlayer) this.#options.post(fact);
  }

  #announce(): void {
    this.#state = { ...(this.#session?.describe() ?? idle), hasPlayer: this.#hasPlayer };
    this.#options.onChange(this.#state);
  }

  #replace(session: PlaybackSession | undefined): void {
    this.#session?.end();
    if (this.#session) this.#replaced.add(this.#session);
    this.#session = session;
  }

  #abortReplaced(): void {
    for (const session of this.#replaced) session.abort();
    this.#replaced.clear();
  }
}
