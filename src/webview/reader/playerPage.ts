import type { ReaderHostMessage, ReaderWebviewMessage } from '../../protocol/readerProtocol.ts';
import { connectHost, reportFocus } from '../ui/host.ts';
import { createPlayer } from './player/player.ts';
import { testSound } from './player/playerSoundTest.ts';
import type { ReaderView } from './view/readerElement.ts';
import { noReading, type Sound } from './view/readerModel.ts';

type Fact<Type extends ReaderHostMessage['type']> = Extract<ReaderHostMessage, { type: Type }>;

/** The page of the view: it plays the sound and shows the reading. */
export function openPlayerPage(view: ReaderView): void {
  // One element for the life of the page: a user gesture unlocks playback only for this element.
  const audio = document.body.appendChild(document.createElement('audio'));
  let readingId = '';
  /** Id of the test sound that is playing. */
  let testId = '';

  const host = connectHost<ReaderHostMessage, ReaderWebviewMessage>(receive);
  const { send } = host;

  const player = createPlayer(audio, {
    onState(state) {
      view.show(state);
      showMediaKeys();
      if (readingId) send({ type: 'state', readingId, ...state });
    },
    onUnplayable(index, message) {
      mark(index, true);
      send({ type: 'unplayable', readingId, index, isOutputFault: false, message });
    },
    onOutputFault: (index, message) =>
      send({ type: 'unplayable', readingId, index, isOutputFault: true, message }),
    onOutsidePause: () => send({ type: 'pause' }),
    onOutsideResume: () => send({ type: 'resume' }),
  });

  /** The actions of the media keys on keyboards and headsets. */
  const mediaActions: readonly [MediaSessionAction, () => void][] = [
    ['play', () => send({ type: 'resume' })],
    ['pause', () => send({ type: 'pause' })],
    ['previoustrack', () => send({ type: 'step', unit: 'sentence', by: -1 })],
    ['nexttrack', () => send({ type: 'step', unit: 'sentence', by: 1 })],
    ['stop', stopByHand],
  ];
  /** The title of the reading that has the media keys; undefined without one. */
  let mediaTitle: string | undefined;

  function receive(message: ReaderHostMessage): void {
    const isOfAnother = 'readingId' in message && message.readingId !== readingId;
    if (isOfAnother && message.type !== 'begin') return;
    switch (message.type) {
      case 'focusKnown':
        return focus.onKnown(message.number);
      case 'stop':
        return stop();
      case 'begin':
        return begin(message);
      case 'sound':
        return setSound(message);
      case 'testSound':
        return void test(message);
      case 'stopTest':
        return message.testId === testId ? player.takeBack() : undefined;
      case 'soundChecks':
        return showSoundChecks(message);
      case 'sentences':
        return view.show({
          sentences: [...view.model.sentences, ...message.sentences],
          isWhole: message.isWhole,
        });
      case 'audio':
        mark(message.index, false);
        return player.add(message);
      case 'skipped':
        mark(message.index, true);
        return player.skip(message.index);
      case 'sleepBefore':
        return player.sleepBefore(message.index);
      case 'audioEnd':
        return player.end();
      case 'pause':
        return player.pause();
      case 'resume':
        return player.resume();
      case 'failed':
        view.show({ failure: message.failure, wait: undefined });
        return player.fail();
      default:
        return view.showFact(message);
    }
  }

  function begin({ text, readingId: id, current, startSeconds, paused }: Fact<'begin'>): void {
    if (text) view.show({ ...noReading, ...text, skipped: new Set(text.skipped) });
    else if (readingId === '') return;
    readingId = id;
    view.show({ failure: undefined, wait: undefined });
    player.begin({ index: current, seconds: startSeconds }, paused);
  }

  /** Records that a sentence is skipped, or that it is spoken after all. */
  function mark(index: number, isSkipped: boolean): void {
    const { skipped } = view.model;
    if (skipped.has(index) === isSkipped) return;
    const others = [...skipped].filter((other) => other !== index);
    view.show({ skipped: new Set(isSkipped ? [...others, index] : others) });
  }

  function stop(): void {
    readingId = '';
    view.show(noReading);
    player.stop();
  }

  /** Stops the sound at once, however busy the host is. */
  function stopByHand(): void {
    stop();
    send({ type: 'stop' });
  }

  function setSound({ speed, volume, usesMediaKeys }: Sound): void {
    view.show({ sound: { speed, volume, usesMediaKeys } });
    // Loading a new source resets the rate to the default.
    audio.defaultPlaybackRate = speed;
    audio.playbackRate = speed;
    audio.volume = volume;
    showMediaKeys();
  }

  /** Claims the media keys during a reading, if the setting is on, and releases them afterwards. */
  function showMediaKeys(): void {
    if (!('mediaSession' in navigator)) return;
    const { mediaSession } = navigator;
    const { status, title, sound } = view.model;
    const isOver = ['idle', 'finished', 'failed'].includes(status);
    const reading = sound.usesMediaKeys && !isOver ? title : undefined;
    if (reading !== mediaTitle) {
      for (const [action, act] of mediaActions)
        mediaSession.setActionHandler(action, reading === undefined ? null : act);
      mediaSession.metadata =
        reading === undefined ? null : new MediaMetadata({ title, artist: 'Model Relay' });
      mediaTitle = reading;
    }
    const isPlaying = status === 'playing' || status === 'loading';
    mediaSession.playbackState = reading === undefined ? 'none' : isPlaying ? 'playing' : 'paused';
  }

  /** The page's part of the report: whether a user gesture is missing. */
  let isGestureMissing = false;

  async function test({ testId: id, ...sound }: Fact<'testSound'>): Promise<void> {
    testId = id;
    await player.lend(async (signal) => {
      const findings = await testSound(audio, sound, signal);
      if (findings) isGestureMissing = findings.isGestureMissing;
      send({ type: 'soundTested', testId: id, ...(findings && { findings }) });
    });
  }

  function showSoundChecks({ isRunning, checks }: Fact<'soundChecks'>): void {
    if (isRunning) isGestureMissing = false;
    view.show({ soundTest: checks && { isRunning, checks, isGestureMissing } });
  }

  view.actions = {
    send,
    stop: stopByHand,
    listen: () => player.unlock(),
    setSound(change, isFinal) {
      setSound({ ...view.model.sound, ...change });
      if (!isFinal) return;
      if (change.speed !== undefined) send({ type: 'setSpeed', speed: change.speed });
      if (change.volume !== undefined) send({ type: 'setVolume', volume: change.volume });
    },
  };

  // In the capture phase, so that no control can swallow a gesture. Stopping must not start a sound.
  for (const type of ['pointerdown', 'click', 'keydown'] as const) {
    window.addEventListener(
      type,
      (event) => {
        if (!event.composedPath().some((target) => target instanceof Element && target.matches('.stop'))) {
          player.unlock();
        }
      },
      { capture: true },
    );
  }
  const focus = reportFocus(send, ['help']);

  send({ type: 'ready' });
}
