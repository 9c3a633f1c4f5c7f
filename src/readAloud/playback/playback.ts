import type { AccountView, ReaderHostMessage } from '../../protocol/readerProtocol.ts';
import type { Logger } from '../../relay/logger.ts';
import { PlaybackSession, type Reading } from './playbackSession.ts';
import type { PlaybackState } from './playbackState.ts';
import { noCost } from './readingCost.ts';

export interface PlaybackOptions {
  /** To the page with the one audio element. */
  readonly post: (fact: ReaderHostMessage) => void;
  /** At every change. */
  readonly onChange: (state: PlaybackState) => void;
  readonly logger: Logger;
  /** How many utterances to fetch beyond the one that is heard; 2 unless given. */
  readonly lookAhead?: number;
  /** Most bytes of audio of one reading kept in memory; 64 MB unless given. */
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

/** What this window reads aloud: one reading at a time, in one page. */
export class Playback {
  readonly #options: PlaybackOptions;
  #session: PlaybackSession | undefined;
  /** Sessions that were replaced: the new one shares what they ask for, so they end once it has asked. */
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

  /** What is read, or was read last. */
  get session(): PlaybackSession | undefined {
    return this.#session;
  }

  account(): AccountView {
    return this.#session?.account() ?? noCost;
  }

  /** Begins a reading in place of the one before. False when there is nothing to pronounce; then nothing changes. */
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

  /** The page is there, or there anew. */
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

  /** A page that comes later is told all of it then. */
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
