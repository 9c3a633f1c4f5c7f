import type { ReaderFact } from '../../webview/readerProtocol.ts';
import type { Reader } from '../reader/reader.ts';
import type { ReaderState } from '../reader/readerState.ts';

/** What the view shows beside the sentences and the sound: told when it changes, and again to a new page. */
export interface ViewFacts {
  update(state: ReaderState): void;
  /** The page is new: it knows nothing. */
  forget(): void;
}

export interface ViewFactsPorts {
  readonly post: (fact: ReaderFact) => void;
  readonly account: Reader['account'];
  readonly queue: () => readonly { readonly id: string; readonly title: string }[];
  readonly sound: () => { readonly speed: number; readonly volume: number; readonly usesMediaKeys: boolean };
  readonly describeNotice: (state: ReaderState) => string | undefined;
  /** In a sentence, why the relay asked to wait. */
  readonly describeWait: (wait: NonNullable<ReaderState['wait']>) => string;
}

export function createViewFacts(ports: ViewFactsPorts): ViewFacts {
  /** The last fact of each type, as text. */
  const told = new Map<string, string>();
  let shownWait: ReaderState['wait'];

  function tell(fact: ReaderFact): void {
    const text = JSON.stringify(fact);
    if (told.get(fact.type) === text) return;
    told.set(fact.type, text);
    ports.post(fact);
  }

  return {
    forget() {
      told.clear();
      shownWait = undefined;
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
      if (wait === shownWait) return;
      shownWait = wait;
      ports.post({
        type: 'waiting',
        readingId,
        ...(wait && { wait: { title: ports.describeWait(wait), remainingMs: wait.delayMs } }),
      });
    },
  };
}
