import type { FailureAction } from '../../protocol/protocolViews.ts';
import type { ReaderRequest } from '../../protocol/readerProtocol.ts';
import type { Logger } from '../../relay/logger.ts';
import type { Playback } from '../playback/playback.ts';
import type { ReadingSound } from './hostSound.ts';
import type { PageSounds } from './pageSounds.ts';
import type { ReadingControl } from './readingControl.ts';
import type { SoundTest } from './soundTest.ts';

export interface ReaderIntentPorts {
  readonly playback: Playback;
  readonly control: ReadingControl;
  readonly sound: ReadingSound;
  readonly sounds: PageSounds;
  readonly soundTest: SoundTest;
  readonly logger: Logger;
  /** The page is new. */
  readonly onReady: () => void;
  readonly show: () => Promise<void>;
  readonly save: () => Promise<void>;
  readonly selectVoice: () => Promise<void>;
  readonly runAction: (action: FailureAction['id']) => Promise<void>;
  /** What the person asked for came to nothing, and the log says why. */
  readonly onFailure: () => void;
}

/** What the page tells by itself. */
const unasked: ReadonlySet<ReaderRequest['type']> = new Set([
  'ready',
  'state',
  'unplayable',
  'soundTested',
  'log',
]);

/** Does what the page asks for, and passes on what it tells. Never rejects. */
export async function handleReaderMessage(intent: ReaderRequest, ports: ReaderIntentPorts): Promise<void> {
  try {
    await runIntent(intent, ports);
  } catch (error) {
    ports.logger.error(`Read Aloud view: ${intent.type}: ${String(error)}`);
    if (!unasked.has(intent.type)) ports.onFailure();
  }
}

function runIntent(intent: ReaderRequest, ports: ReaderIntentPorts): unknown {
  const { playback, control, sound, sounds, soundTest, logger } = ports;
  switch (intent.type) {
    case 'ready':
      return ports.onReady();
    case 'state':
      return playback.session?.playerState(intent);
    case 'unplayable':
      return playback.session?.playerUnplayable(intent);
    case 'pause':
      return playback.session?.pause();
    case 'resume':
      return playback.session?.resume();
    case 'stop':
      return control.stop();
    case 'jump':
      return playback.session?.jump(intent.index);
    case 'step':
      return playback.session?.step(intent.unit, intent.by);
    case 'setSpeed':
      return sound.setSpeed(intent.speed);
    case 'setVolume':
      return sound.setVolume(intent.volume);
    case 'setSleep':
      return playback.session?.setSleepAfter(intent.sleepAfter);
    case 'playQueued':
      return control.playQueued(intent.id);
    case 'dropQueued':
      return control.queue.drop(intent.id);
    case 'retryNow':
      return playback.session?.retryNow();
    case 'showInEditor':
      return ports.show();
    case 'save':
      return ports.save();
    case 'selectVoice':
      return ports.selectVoice();
    case 'testSound':
      return soundTest.start();
    case 'closeSoundTest':
      return soundTest.close();
    case 'soundTested':
      return sounds.tested(intent.testId, intent.findings);
    case 'action':
      return intent.action === 'tryAgain' ? playback.session?.retry() : ports.runAction(intent.action);
    case 'log':
      return logger[intent.level](`Read Aloud view: ${intent.message}`);
  }
}
