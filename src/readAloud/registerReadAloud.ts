import { basename } from 'node:path';
import * as vscode from 'vscode';
import { describeFailure, type FailureContext, NotReadyError, unplayableFailure } from '../failures.ts';
import { commands, contextKeys } from '../ids.ts';
import { notify } from '../notify.ts';
import type { RelayClient } from '../relay/client.ts';
import type { Logger } from '../relay/logger.ts';
import { readSetting } from '../settings.ts';
import type { ReaderIntent } from '../webview/protocol.ts';
import type { ConnectionView, FailureAction, FailureView } from '../webview/protocolViews.ts';
import { createHighlights } from './highlights.ts';
import { type ChangeLog, createChangeLog } from './ranges.ts';
import { createReader, type ReaderState, type ReaderStatus, UnplayableError } from './reader.ts';
import { registerReaderView } from './readerView.ts';
import { createReadingStatusBarItem } from './statusBarItem.ts';
import { utterancesToRead } from './textToRead.ts';
import { chooseVoice } from './voiceChoice.ts';
import { selectVoice } from './voicePicker.ts';

/** What reading aloud needs of the other features. */
export interface ReadAloudPorts {
  readonly context: vscode.ExtensionContext;
  readonly logger: Logger;
  /** Rejects with a NotReadyError when no relay is connected. */
  readonly ensureConnected: () => Promise<{ readonly client: RelayClient }>;
  readonly connection: () => Promise<ConnectionView>;
  /** Id of the chosen speech model, after the list was read if need be. */
  readonly currentModel: () => Promise<string | undefined>;
  readonly runAction: (action: FailureAction['id']) => Promise<void>;
}

/** Reading aloud: the reader, its view, its mark in the editor, its status bar items and its commands. */
export function registerReadAloud(ports: ReadAloudPorts): vscode.Disposable {
  const { context, logger } = ports;
  const { t } = vscode.l10n;
  const highlights = createHighlights();
  const statusBarItem = createReadingStatusBarItem();
  /** The document that is read, with the edits made to it since. */
  let source: { readonly document: vscode.TextDocument; readonly changes: ChangeLog } | undefined;
  let shownStatus: ReaderStatus = 'idle';
  let failureContext: FailureContext = { t };

  const view = registerReaderView({
    extensionUri: context.extensionUri,
    logger,
    onIntent,
    onGone: () => reader.playerGone(),
  });

  const reader = createReader({
    speak,
    logger,
    onChange,
    player: {
      begin: (reading) =>
        view.post({ type: 'begin', ...reading, sentences: reading.sentences.map(toSentence) }),
      sentences: (more) =>
        view.post({ type: 'sentences', ...more, sentences: more.sentences.map(toSentence) }),
      // VS Code passes typed arrays on by their constructor's name, and Node's Buffer has another one.
      audio: (audio) => view.post({ type: 'audio', ...audio, bytes: new Uint8Array(audio.bytes) }),
      audioEnd: (readingId) => view.post({ type: 'audioEnd', readingId }),
      pause: (readingId) => view.post({ type: 'pause', readingId }),
      resume: (readingId) => view.post({ type: 'resume', readingId }),
      stop: () => view.post({ type: 'stop' }),
    },
  });

  async function speak(input: string, { signal }: { readonly signal: AbortSignal }) {
    const model = await ports.currentModel();
    const { client } = await ports.ensureConnected();
    if (!model) throw new NotReadyError('model');
    const { host } = await ports.connection();
    const voice = chooseVoice(model);
    failureContext = { t, model, host, voice };
    if (!voice) throw new NotReadyError('voice');
    return client.speak({ model, voice, input }, { signal });
  }

  async function readSelection(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    if (!editor) {
      return void notify('info', t('Open a text, and select what is to be read aloud.'));
    }
    const { document, selections, selection } = editor;
    const offsets = selections.map(({ start, end }) => ({
      start: document.offsetAt(start),
      end: document.offsetAt(end),
    }));
    const cursor = document.offsetAt(selection.active);
    const utterances = utterancesToRead(document.getText(), offsets, cursor);
    const previous = source;
    source = { document, changes: createChangeLog() };
    if (!reader.start({ title: basename(document.fileName), utterances })) {
      source = previous;
      return void notify('info', t('There is nothing to read aloud here.'));
    }
    await view.ensure();
  }

  async function askForVoice(): Promise<void> {
    const { missingProfile } = await ports.connection();
    if (missingProfile !== undefined) return ports.runAction('selectProfile');
    const model = await ports.currentModel();
    if (model) await selectVoice(model, readSetting('modelRelay.speech.voice').trim());
    else await ports.runAction('selectModel');
  }

  async function askForVoiceAndGoOn(): Promise<void> {
    await askForVoice();
    const model = await ports.currentModel();
    if (model && chooseVoice(model)) reader.retry();
  }

  /** One command, and one status bar item, for what a person would want next. */
  async function toggle(): Promise<void> {
    const { status, hasPlayer } = reader.state;
    if (!hasPlayer || status === 'blocked') await view.reveal({ takeFocus: true });
    if (status === 'loading' || status === 'playing') reader.pause();
    else if (status !== 'blocked') reader.resume();
  }

  function onIntent(intent: ReaderIntent): void {
    switch (intent.type) {
      case 'ready':
        reader.playerReady();
        // What failed before the page was there, it has not been told yet.
        if (reader.state.status === 'failed') void showFailure(reader.state);
        return;
      case 'state':
        return reader.playerState(intent);
      case 'unplayable':
        return reader.playerUnplayable(intent);
      case 'pause':
        return reader.pause();
      case 'resume':
        return reader.resume();
      case 'stop':
        return reader.stop();
      case 'action':
        return intent.action === 'tryAgain' ? reader.retry() : void ports.runAction(intent.action);
      case 'log':
        return logger[intent.level](`Read Aloud view: ${intent.message}`);
    }
  }

  function onChange(state: ReaderState): void {
    statusBarItem.show(state);
    mark(state);
    if (state.status === shownStatus) return;
    shownStatus = state.status;
    const isReading = state.status !== 'idle' && state.status !== 'finished';
    void vscode.commands.executeCommand('setContext', contextKeys.isReading, isReading);
    if (state.status === 'finished')
      void vscode.commands.executeCommand('setContext', contextKeys.hasRead, true);
    if (state.status === 'blocked') void view.reveal({ takeFocus: false });
    if (state.status === 'failed') void showFailure(state);
    // Asked for here and not where the failure is shown, which happens again with every new page.
    if (state.error instanceof NotReadyError && state.error.missing === 'voice') void askForVoiceAndGoOn();
  }

  function mark({ status, current, utterances }: ReaderState): void {
    if (status === 'idle' || status === 'finished') return highlights.clear();
    const utterance = utterances[current];
    const range = utterance && source?.changes.locate(utterance);
    if (!source || !range) return highlights.clear();
    const { document } = source;
    highlights.mark(
      document,
      new vscode.Range(document.positionAt(range.start), document.positionAt(range.end)),
    );
  }

  /** In the view, which is brought to the screen: there the actions are. */
  async function showFailure({ readingId, error }: ReaderState): Promise<void> {
    const failure: FailureView =
      error instanceof UnplayableError
        ? unplayableFailure(failureContext)
        : describeFailure(error, failureContext);
    if (readingId) view.post({ type: 'failed', readingId, failure });
    await view.reveal({ takeFocus: false });
  }

  const subscriptions = vscode.Disposable.from(
    view,
    highlights,
    statusBarItem,
    vscode.commands.registerCommand(commands.readSelection, readSelection),
    vscode.commands.registerCommand(commands.toggleReading, toggle),
    vscode.commands.registerCommand(commands.stopReading, () => reader.stop()),
    vscode.commands.registerCommand(commands.selectVoice, askForVoice),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (document !== source?.document || contentChanges.length === 0) return;
      if (reader.state.status === 'idle') {
        source = undefined;
        return;
      }
      // From the end to the start, so that each change's offset still holds after those before it.
      const ordered = contentChanges.toSorted((a, b) => b.rangeOffset - a.rangeOffset);
      for (const { rangeOffset, rangeLength, text } of ordered) {
        source.changes.record({
          offset: rangeOffset,
          removedLength: rangeLength,
          insertedLength: text.length,
        });
      }
      mark(reader.state);
    }),
  );

  return new vscode.Disposable(() => {
    reader.stop();
    subscriptions.dispose();
  });
}

function toSentence({ index, text }: { readonly index: number; readonly text: string }) {
  return { index, text };
}
