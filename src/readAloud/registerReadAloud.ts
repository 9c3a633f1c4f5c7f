import * as vscode from 'vscode';
import { commands, contextKeys } from '../manifest.ts';
import { describeFailure, summariseFailure } from '../messages/failures.ts';
import { NotReadyError } from '../messages/ownErrors.ts';
import { soundOutputFailure, unplayableFailure } from '../messages/ownErrorWords.ts';
import type { RelayConnection, RelayModels } from '../platform/connectedModel.ts';
import type { Pages } from '../platform/loadWhenUsed.ts';
import { notifyOfLogged } from '../platform/notifications.ts';
import { runAction } from '../platform/runAction.ts';
import { onReadAloudSettingsChange } from '../platform/settings/settings.ts';
import type { FailureAction, FailureView } from '../protocol/protocolViews.ts';
import type { ReaderStatus, ReadingAction, ReadingView } from '../protocol/readerProtocol.ts';
import type { RetryWait } from '../relay/callOptions.ts';
import { saveReadingAs, skippedWords } from './export/saveCommand.ts';
import type { Granularity } from './narration/plan/plan.ts';
import type { StreamingText } from './narration/plan/streamingPlan.ts';
import { Playback } from './playback/playback.ts';
import { type PlaybackState, SoundOutputError, UnplayableError } from './playback/playbackState.ts';
import { readReadAloudSettings } from './readAloudSettings.ts';
import { readStreaming } from './sources/plainTexts.ts';
import { readSpeakSettings } from './sources/speakSettings.ts';
import { createSpeech, type SpeechPorts } from './speech/speechServices.ts';
import { selectVoice } from './speech/voices/voicePicker.ts';
import { isGeminiSpeech } from './speech/voices/voices.ts';
import { createEditorMarks } from './view/editorMarks.ts';
import { createReadingSound } from './view/hostSound.ts';
import { createReaderUpdates, handleReaderMessage } from './view/readerPageMessages.ts';
import { registerReaderTab } from './view/readerTab.ts';
import { registerReaderView } from './view/readerView.ts';
import { createAskedTexts, registerReadingCommands } from './view/readingCommands.ts';
import { createReadingControl } from './view/readingControl.ts';
import { createReadingStatusBarItem } from './view/readingStatusBarItem.ts';
import { createShownReading } from './view/shownReading.ts';
import { createSamplePlayer, createSoundTest, createTrials } from './view/trials.ts';

/** The dependencies of reading aloud on other features. */
interface ReadAloudPorts extends SpeechPorts {
  readonly context: vscode.ExtensionContext;
  readonly pages: Pages;
  readonly connection: Pick<RelayConnection, 'ensureConnected' | 'view'>;
  readonly models: Pick<RelayModels, 'select' | 'selected'>;
}

/** Reading aloud, for other features. */
interface ReadAloud extends vscode.Disposable {
  /** Reads Markdown that may still be streaming, such as a response. */
  readMarkdown(title: string, text: StreamingText): Promise<void>;
  /** What is read now, to be shown and controlled elsewhere. */
  readonly reading: {
    /** Undefined when nothing is read. */
    readonly view: ReadingView | undefined;
    readonly onDidChange: vscode.Event<void>;
    act(action: ReadingAction): unknown;
    setSpeed(speed: number): void;
  };
  /** Ends the reading, and waits until its speech is cached. */
  close(): Promise<void>;
}

/** Registers reading aloud: playback, its view, editor highlights, status bar items and commands. */
export function registerReadAloud(ports: ReadAloudPorts): ReadAloud {
  const { context, logger } = ports;
  const { t } = vscode.l10n;
  const speech = createSpeech(ports);
  const sound = createReadingSound(context.globalState);
  const statusBarItem = createReadingStatusBarItem((error) => failureOf(error).title);
  const shown = createShownReading();
  let shownStatus: ReaderStatus = 'idle';

  const view = registerReaderView({
    pages: ports.pages,
    extensionUri: context.extensionUri,
    logger,
    onMessage: (message) => void handleReaderMessage(message, messagePorts),
    onGone() {
      playback.playerGone();
      trials.end();
    },
  });
  const { post } = view;
  const trials = createTrials(post, (isRunning) => setContext(contextKeys.isTestingSound, isRunning));
  const playback = new Playback({ post, onChange, logger });
  const control = createReadingControl({
    playback,
    createSpeech: () => speech.create(),
    granularity,
    ensureView: view.ensure,
    onQueueChange: updatePages,
    endTrials: trials.end,
  });
  const marks = createEditorMarks({ playback, current: () => control.current?.readable });
  const describe = (error: unknown) => summariseFailure(error, speech.failureContext);
  const pause = () => playback.session?.pause();
  const trialPorts = { trials, reveal: view.open, pause, describe };
  const soundTest = createSoundTest({ ...trialPorts, t, post, createSpeech: speech.createForTest });
  const playSample = createSamplePlayer({
    ...trialPorts,
    createSpeech: speech.create,
    describeFindings({ isGestureMissing, error }) {
      if (isGestureMissing) return t('Sound requires a click in the Read Aloud view.');
      return error && unplayableFailure(speech.failureContext).title;
    },
  });
  const facts = {
    account: () => playback.account(),
    queue: () => control.queue.items.map(({ id, readable }) => ({ id, title: readable.title })),
    sound: () => ({
      speed: sound.speed,
      volume: sound.volume,
      usesMediaKeys: readReadAloudSettings().mediaKeys,
    }),
    describeNotice,
    describeWait: ({ error }: RetryWait) => describeFailure(error, speech.failureContext).title,
  };
  const pageUpdates = createReaderUpdates({ ...facts, post });

  function granularity(): Granularity {
    const { requestSize } = readReadAloudSettings();
    if (requestSize !== 'auto') return requestSize;
    return isGeminiSpeech(ports.models.selected('speech') ?? '') ? 'paragraph' : 'sentence';
  }

  function describeNotice({ notice, skipped }: PlaybackState): string | undefined {
    if (notice === 'rateLimited') return t('The relay is rate limiting requests. Prefetching is reduced.');
    if (notice === 'offline') return t('The relay can’t be reached. Only cached speech is played.');
    if (notice === 'skipped') return skippedWords(skipped.length);
    return speech.describeUnsent();
  }

  /** Runs an action of a failure message; here, the model to select is the speech model. */
  async function runSpeechAction(action: FailureAction['id']): Promise<void> {
    if (action === 'selectModel') await vscode.commands.executeCommand(commands.selectSpeechModel);
    else await runAction(action);
  }

  async function askForVoice(): Promise<void> {
    const { missingProfile } = await ports.connection.view();
    if (missingProfile !== undefined) return runAction('selectProfile');
    const model = await ports.models.select('speech');
    if (!model) return runSpeechAction('selectModel');
    // Speech requested from now on uses the new voice.
    if (await selectVoice(model, playSample)) playback.session?.renewSpeech();
  }

  /** One command and one status bar item for the most likely next action. */
  async function toggle(): Promise<void> {
    const { status, hasPlayer } = playback.state;
    const isOn = status === 'loading' || status === 'playing';
    if (!isOn) return resume();
    if (!hasPlayer) await showView();
    playback.session?.pause();
  }

  /** Playing needs the view, and a click in it if the browser blocks autoplay. */
  async function resume(): Promise<void> {
    const { status, hasPlayer } = playback.state;
    if (!hasPlayer || status === 'blocked') await showView();
    if (status !== 'blocked') playback.session?.resume();
  }

  function showView(): Promise<void> {
    return view.reveal({ takeFocus: true });
  }

  function updatePages(): void {
    const { state } = playback;
    if (state.hasPlayer) pageUpdates.update(state);
    tab.update(state);
  }

  async function save(): Promise<void> {
    if (!control.current) return;
    await saveReadingAs(control.current, { logger, describe });
  }

  const messagePorts = {
    playback,
    control,
    sound,
    trials,
    soundTest,
    logger,
    onReady() {
      pageUpdates.forget();
      playback.playerReady();
      // The page does not know yet about a failure from before it was ready.
      if (playback.state.status === 'failed') void showFailure(playback.state);
      pageUpdates.update(playback.state);
    },
    show: marks.reveal,
    openInEditor: () => tab.open(),
    save,
    selectVoice: askForVoice,
    runAction: runSpeechAction,
    onFailure: () => void notifyOfLogged(t('Something went wrong. See the log for details.')),
  };

  const tab = registerReaderTab({
    extensionUri: context.extensionUri,
    pages: ports.pages,
    logger,
    facts,
    state: () => playback.state,
    describeFailure: ({ status, error }) => (status === 'failed' ? failureOf(error) : undefined),
    handle: (message) => handleReaderMessage(message, messagePorts),
    resume,
    showView,
  });

  function showReading(state: PlaybackState): void {
    statusBarItem.show(state, sound.speed);
    shown.show(state, sound.speed);
  }

  const actions: Readonly<Record<ReadingAction, () => unknown>> = {
    toggle,
    previous: () => playback.session?.step('sentence', -1),
    next: () => playback.session?.step('sentence', 1),
    stop: control.stop,
    show: showView,
  };

  function onChange(state: PlaybackState): void {
    showReading(state);
    marks.show(state);
    updatePages();
    control.playbackChanged(state);
    // The audio of a preview would interrupt a reading that continues.
    if (state.status === 'loading' || state.status === 'playing') trials.end();
    if (state.status === shownStatus) return;
    shownStatus = state.status;
    const isReading = state.status !== 'idle' && state.status !== 'finished';
    setContext(contextKeys.isReading, isReading);
    setContext(contextKeys.hasReading, state.status !== 'idle');
    if (state.status === 'finished') setContext(contextKeys.hasRead, true);
    if (state.status === 'blocked') void view.reveal({ takeFocus: false });
    if (state.status === 'failed') void showFailure(state);
    // Ask here and not where the failure is shown, which happens again for every new page.
    if (state.error instanceof NotReadyError && state.error.missing === 'voice') {
      void askForVoice().then(
        () => {
          if (speech.hasVoice()) playback.session?.retry();
        },
        (error: unknown) => logger.error(`Read Aloud: failed to open the voice picker: ${String(error)}`),
      );
    }
  }

  function failureOf(error: unknown): FailureView {
    const context = speech.failureContext;
    if (error instanceof UnplayableError) return unplayableFailure(context);
    if (error instanceof SoundOutputError) return soundOutputFailure(context);
    return describeFailure(error, context);
  }

  /** Shows the failure in the view, which has the actions. */
  async function showFailure({ readingId, error }: PlaybackState): Promise<void> {
    if (readingId) post({ type: 'failed', readingId, failure: failureOf(error) });
    await view.reveal({ takeFocus: false });
  }

  const subscriptions = vscode.Disposable.from(
    marks,
    statusBarItem,
    shown,
    sound,
    control,
    sound.onDidChange(() => {
      updatePages();
      showReading(playback.state);
    }),
    onReadAloudSettingsChange(updatePages),
    registerReadingCommands({
      ...messagePorts,
      texts: createAskedTexts(logger),
      toggle,
      marks,
      clearCache: speech.clearCache,
    }),
  );

  return {
    readMarkdown: async (title, text) => control.read(readStreaming(title, text, await readSpeakSettings())),
    reading: {
      get view() {
        return shown.view;
      },
      onDidChange: shown.onDidChange,
      act: (action) => actions[action](),
      setSpeed: sound.setSpeed,
    },
    async close() {
      playback.stop();
      await speech.written();
    },
    dispose() {
      trials.end();
      playback.stop();
      subscriptions.dispose();
    },
  };
}

function setContext(key: string, value: boolean): void {
  void vscode.commands.executeCommand('setContext', key, value);
}
