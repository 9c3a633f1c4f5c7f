import type { ReaderHostMessage } from '../../protocol/readerProtocol.ts';
import type { Playback } from '../playback/playback.ts';
import type { PlaybackState } from '../playback/playbackState.ts';

/** What the view shows beside the sentences and the sound: told when it changes, and again to a new page. */
export interface ReaderUpdates {
  update(state: PlaybackState): void;
  /** The page is new: it knows nothing. */
  forget(): void;
}

export interface ViewFactsPorts {
  readonly post: (fact: ReaderHostMessage) => void;
  readonly account: Playback['account'];
  readonly queue: () => readonly { readonly id: string; readonly title: string }[];
  readonly sound: () => { readonly speed: number; readonly volume: number; readonly usesMediaKeys: boolean };
  readonly describeNotice: (state: PlaybackState) => string | undefined;
  /** In a sentence, why the relay asked to wait. */
  readonly describeWait: (wait: NonNullable<PlaybackState['wait']>) => string;
}

export function createReaderUpdates(ports: ViewFactsPorts): ReaderUpdates {
  /** The last fact of each type, as text. */
  const told = new Map<string, string>();
  /** The wait that is shown, with the reading that the page shows it for, and when it ends. */
  let shown: { wait: PlaybackState['wait']; readingId: string | undefined; endsAt: number } | undefined;

  function tell(fact: ReaderHostMessage): void {
    const text = JSON.stringify(fact);
    if (told.get(fact.type) === text) return;
    told.set(fact.type, text);
    ports.post(fact);
  }

  /** A page that goes elsewhere shows no wait any more, however long it still lasts. */
  function tellWait(readingId: string, wait: PlaybackState['wait']): void {
    const isSame = wait === shown?.wait;
    if (isSame && (!wait || readingId === shown?.readingId)) return;
    const endsAt = isSame && shown ? shown.endsAt : Date.now() + (wait?.delayMs ?? 0);
    shown = { wait, readingId, endsAt };
    ports.post({
      type: 'waiting',
      readingId,
      ...(wait && {
        wait: { title: ports.describeWait(wait), remainingMs: Math.max(0, endsAt - Date.now()) },
      }),
    });
  }

  return {
    forget() {
      told.clear();
      if (shown) shown.readingId = undefined;
    },
    update(state) {
      if (!state.hasPlayer) return;
      tell({ type: 'sound', ...ports.sound() });
      tell({ type: 'queue', items: [...ports.queue()], sleepAfter: state.sleepAfter });
      const { readingId, wait } = state;
      if (!readingId) return;
      tell({ type: 'account', readingId, account: ports.account() });
      const notice = ports.describeNotice(state);
      tell({ type: 'notice', readingId, ...(notice && { text: notice }) });
      tellWait(readingId, wait);
    },
  };
}
