import type { ReaderStatus } from '../../../protocol/readerProtocol.ts';

/** What the keys do that keyboards and headsets have for music. */
export interface MediaKeyActions {
  readonly play: () => void;
  readonly pause: () => void;
  readonly previoustrack: () => void;
  readonly nexttrack: () => void;
  readonly stop: () => void;
}

export interface MediaKeys {
  /** Takes the keys while there is a reading and the person wants it, and gives them back after it. */
  show(reading: { readonly isWanted: boolean; readonly status: ReaderStatus; readonly title: string }): void;
}

const over: ReadonlySet<ReaderStatus> = new Set(['idle', 'finished', 'failed']);

export function createMediaKeys(actions: MediaKeyActions): MediaKeys {
  let shownTitle: string | undefined;

  function take(title: string): void {
    const { mediaSession } = navigator;
    mediaSession.metadata = new MediaMetadata({ title, artist: 'Model Relay' });
    if (shownTitle === undefined) {
      mediaSession.setActionHandler('play', actions.play);
      mediaSession.setActionHandler('pause', actions.pause);
      mediaSession.setActionHandler('previoustrack', actions.previoustrack);
      mediaSession.setActionHandler('nexttrack', actions.nexttrack);
      mediaSession.setActionHandler('stop', actions.stop);
    }
    shownTitle = title;
  }

  function giveBack(): void {
    const { mediaSession } = navigator;
    mediaSession.metadata = null;
    mediaSession.playbackState = 'none';
    for (const action of ['play', 'pause', 'previoustrack', 'nexttrack', 'stop'] as const) {
      mediaSession.setActionHandler(action, null);
    }
    shownTitle = undefined;
  }

  return {
    show({ isWanted, status, title }) {
      if (!('mediaSession' in navigator)) return;
      if (!isWanted || over.has(status)) {
        if (shownTitle !== undefined) giveBack();
        return;
      }
      if (title !== shownTitle) take(title);
      navigator.mediaSession.playbackState =
        status === 'playing' || status === 'loading' ? 'playing' : 'paused';
    },
  };
}
