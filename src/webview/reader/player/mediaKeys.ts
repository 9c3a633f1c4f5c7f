import type { ReaderStatus } from '../../../protocol/readerProtocol.ts';

/** The actions of the media keys on keyboards and headsets. */
type MediaKeyActions = Readonly<
  Record<'play' | 'pause' | 'previoustrack' | 'nexttrack' | 'stop', () => void>
>;

const over: ReadonlySet<ReaderStatus> = new Set(['idle', 'finished', 'failed']);

/** Claims the media keys during a reading, if the setting is on, and releases them afterwards. */
export class MediaKeys {
  readonly #actions: MediaKeyActions;
  /** The title of the reading that has the keys; undefined without one. */
  #title: string | undefined;

  constructor(actions: MediaKeyActions) {
    this.#actions = actions;
  }

  show(isWanted: boolean, status: ReaderStatus, title: string): void {
    if (!('mediaSession' in navigator)) return;
    const { mediaSession } = navigator;
    const reading = isWanted && !over.has(status) ? title : undefined;
    if (reading !== this.#title) {
      for (const [action, act] of Object.entries(this.#actions))
        mediaSession.setActionHandler(action as MediaSessionAction, reading === undefined ? null : act);
      mediaSession.metadata =
        reading === undefined ? null : new MediaMetadata({ title, artist: 'Model Relay' });
      this.#title = reading;
    }
    const isPlaying = status === 'playing' || status === 'loading';
    mediaSession.playbackState = reading === undefined ? 'none' : isPlaying ? 'playing' : 'paused';
  }
}
