import type { ReaderStatus } from '../../../protocol/readerProtocol.ts';

/** The actions of the media keys on keyboards and headsets. */
type MediaKeyActions = Readonly<
  Record<'play' | 'pause' | 'previoustrack' | 'nexttrack' | 'stop', () => void>
>;

const over: ReadonlySet<ReaderStatus> = new Set(['idle', 'finished', 'failed']);

/** Claims the media keys during a reading, if the setting is on, and releases them afterwards. */
export class MediaKeys {
  readonly #actions: MediaKeyActions;
  #shownTitle: string | undefined;

  constructor(actions: MediaKeyActions) {
    this.#actions = actions;
  }

  show(isWanted: boolean, status: ReaderStatus, title: string): void {
    if (!('mediaSession' in navigator)) return;
    const { mediaSession } = navigator;
    const isTaken = this.#shownTitle !== undefined;
    const isReading = isWanted && !over.has(status);
    if (isReading !== isTaken) {
      for (const [action, act] of Object.entries(this.#actions))
        mediaSession.setActionHandler(action as MediaSessionAction, isReading ? act : null);
    }
    if (!isReading) {
      if (!isTaken) return;
      mediaSession.metadata = null;
      mediaSession.playbackState = 'none';
      this.#shownTitle = undefined;
      return;
    }
    if (title !== this.#shownTitle)
      mediaSession.metadata = new MediaMetadata({ title, artist: 'Model Relay' });
    this.#shownTitle = title;
    mediaSession.playbackState = status === 'playing' || status === 'loading' ? 'playing' : 'paused';
  }
}
