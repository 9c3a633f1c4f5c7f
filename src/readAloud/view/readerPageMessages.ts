import type { FailureAction, FailureView } from '../../protocol/protocolViews.ts';
import type { ReaderFact, ReaderRequest, ReaderTabHostMessage } from '../../protocol/readerProtocol.ts';
import type { Logger } from '../../relay/logger.ts';
import type { Playback } from '../playback/playback.ts';
import type { PlaybackState } from '../playback/playbackState.ts';
import { toSentence } from '../playback/playerFeed.ts';
import type { ReadingSound } from './hostSound.ts';
import type { ReadingControl } from './readingControl.ts';
import type { SoundTest, Trials } from './trials.ts';

export interface ReaderFactPorts {
  readonly post: (fact: ReaderFact) => void;
  readonly account: Playback['account'];
  readonly queue: () => readonly { readonly id: string; readonly title: string }[];
  readonly sound: () => { readonly speed: number; readonly volume: number; readonly usesMediaKeys: boolean };
  readonly describeNotice: (state: PlaybackState) => string | undefined;
  /** Describes in a sentence why the relay asked to wait. */
  readonly describeWait: (wait: NonNullable<PlaybackState['wait']>) => string;
}

/** Sends a page everything it shows besides sentences and sound: on changes, and all of it to a new page. */
export function createReaderUpdates(ports: ReaderFactPorts) {
  /** The last message of each type, as JSON. */
  const told = new Map<string, string>();
  /** The wait that is shown, the reading that the page shows it for, and its end. */
  let shown: { wait: PlaybackState['wait']; readingId: string | undefined; endsAt: number } | undefined;

  function tell(fact: ReaderFact): void {
    const text = JSON.stringify(fact);
    if (told.get(fact.type) === text) return;
    told.set(fact.type, text);
    ports.post(fact);
  }

  /** Sends a changed wait, and the same one again after a start or jump, at which the page drops the wait it shows. */
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
    /** Call it for a new page, which has no state. */
    forget() {
      told.clear();
      if (shown) shown.readingId = undefined;
    },
    update(state: PlaybackState) {
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

/** Sends the text and the position to a page that plays nothing: on changes, and again to a new page. */
export function createTextUpdates(post: (message: ReaderTabHostMessage) => void) {
  let shown: (Pick<PlaybackState, 'utterances' | 'isWhole'> & { readonly count: number }) | undefined;
  let place = '';

  return {
    forget() {
      shown = undefined;
      place = '';
    },
    update(
      { utterances, isWhole, title, status, current, seconds, skipped }: PlaybackState,
      failure?: FailureView,
    ) {
      const from = utterances === shown?.utterances ? shown.count : 0;
      const isSame =
        utterances === shown?.utterances && utterances.length === from && isWhole === shown.isWhole;
      if (!isSame)
        post({ type: 'text', title, from, sentences: utterances.slice(from).map(toSentence), isWhole });
      shown = { utterances, isWhole, count: utterances.length };
      const message: ReaderTabHostMessage = {
        type: 'place',
        status,
        index: current,
        seconds,
        skipped,
        ...(failure && { failure }),
      };
      const text = JSON.stringify(message);
      if (isSame && text === place) return;
      place = text;
      post(message);
    },
  };
}

export interface ReaderMessagePorts {
  readonly playback: Playback;
  readonly control: ReadingControl;
  readonly sound: ReadingSound;
  readonly trials: Trials;
  readonly soundTest: SoundTest;
  readonly logger: Logger;
  /** Called when a page was created. */
  readonly onReady: () => void;
  readonly show: () => Promise<void>;
  readonly openInEditor: () => void;
  readonly save: () => Promise<void>;
  readonly selectVoice: () => Promise<void>;
  readonly runAction: (action: FailureAction['id']) => Promise<void>;
  /** Called when a request by the person failed; the log has the reason. */
  readonly onFailure: () => void;
}

/** Messages that the page sends by itself. */
const unasked: ReadonlySet<ReaderRequest['type']> = new Set([
  'ready',
  'state',
  'unplayable',
  'soundTested',
  'log',
]);

/** Handles a message of the page. Never rejects. */
export async function handleReaderMessage(message: ReaderRequest, ports: ReaderMessagePorts): Promise<void> {
  try {
    await dispatch(message, ports);
  } catch (error) {
    ports.logger.error(`Read Aloud view: ${message.type}: ${String(error)}`);
    if (!unasked.has(message.type)) ports.onFailure();
  }
}

function dispatch(message: ReaderRequest, ports: ReaderMessagePorts): unknown {
  const { playback, control, sound, trials, soundTest, logger } = ports;
  switch (message.type) {
    case 'ready':
      return ports.onReady();
    case 'state':
      return playback.session?.playerState(message);
    case 'unplayable':
      return playback.session?.playerUnplayable(message);
    case 'pause':
      return playback.session?.pause();
    case 'resume':
      return playback.session?.resume();
    case 'stop':
      return control.stop();
    case 'jump':
      return playback.session?.jump(message.index);
    case 'step':
      return playback.session?.step(message.unit, message.by);
    case 'setSpeed':
      return sound.setSpeed(message.speed);
    case 'setVolume':
      return sound.setVolume(message.volume);
    case 'setSleep':
      return playback.session?.setSleepAfter(message.sleepAfter);
    case 'playQueued':
      return control.playQueued(message.id);
    case 'dropQueued':
      return control.queue.drop(message.id);
    case 'retryNow':
      return playback.session?.retryNow();
    case 'showInEditor':
      return ports.show();
    case 'openInEditor':
      return ports.openInEditor();
    case 'save':
      return ports.save();
    case 'selectVoice':
      return ports.selectVoice();
    case 'testSound':
      return soundTest.start();
    case 'closeSoundTest':
      return soundTest.close();
    case 'soundTested':
      return trials.tested(message.testId, message.findings);
    case 'action':
      return message.action === 'tryAgain' ? playback.session?.retry() : ports.runAction(message.action);
    case 'log':
      return logger[message.level](`Read Aloud view: ${message.message}`);
  }
}
