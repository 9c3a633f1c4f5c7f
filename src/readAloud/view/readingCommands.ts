import { basename } from 'node:path';
import * as vscode from 'vscode';
import { commands } from '../../manifest.ts';
import { notify } from '../../platform/notifications.ts';
import { withDelayedProgress } from '../../platform/withDelayedProgress.ts';
import { readingSpeeds } from '../../protocol/readingSpeeds.ts';
import type { Logger } from '../../relay/logger.ts';
import type { Playback } from '../playback/playback.ts';
import { readFromCursor, readRange, readSelections, readWhole } from '../sources/documentText.ts';
import { readChanges, readClipboard, readProblemsAloud } from '../sources/plainTexts.ts';
import type { Readable } from '../sources/readable.ts';
import { readSpeakSettings } from '../sources/speakSettings.ts';
import type { EditorMarks } from './editorMarks.ts';
import type { ReadingSound } from './hostSound.ts';
import type { HoverTarget } from './playInHover.ts';
import type { ReaderMessagePorts } from './readerPageMessages.ts';

interface ReadingCommandPorts
  extends Pick<
    ReaderMessagePorts,
    'playback' | 'control' | 'sound' | 'soundTest' | 'save' | 'selectVoice' | 'openInEditor'
  > {
  readonly texts: AskedTexts;
  readonly toggle: () => Promise<void>;
  readonly marks: EditorMarks;
  readonly clearCache: () => Promise<void>;
}

/** The commands of reading aloud, by id. */
export function registerReadingCommands(ports: ReadingCommandPorts): vscode.Disposable {
  const { texts, sound, control, playback, marks } = ports;
  const { read, enqueue } = control;
  const step = (unit: 'sentence' | 'paragraph', by: 1 | -1) => () => playback.session?.step(unit, by);
  const reading =
    <Target>(find: (target: Target) => Promise<Readable | undefined> | Readable | undefined, then = read) =>
    async (target: Target) => {
      const readable = await find(target);
      if (readable) await then(readable);
    };
  /** Queues the other files of a selection in the Explorer. */
  async function readFiles(target: unknown, selected: unknown): Promise<void> {
    const targets: readonly unknown[] = Array.isArray(selected) && selected.length > 1 ? selected : [target];
    let then = read;
    for (const each of targets) {
      const readable = await texts.file(each);
      if (readable) await then(readable);
      then = enqueue;
    }
  }
  const table: Readonly<Record<string, (target: unknown, selected: unknown) => unknown>> = {
    [commands.readSelection]: reading(texts.selection),
    [commands.readFromCursor]: reading(texts.fromCursor),
    [commands.readFile]: readFiles,
    [commands.readRange]: reading(texts.range),
    [commands.readClipboard]: reading(texts.clipboard),
    [commands.readProblems]: reading(texts.problems),
    [commands.readChanges]: reading(texts.changes),
    [commands.queueSelection]: reading(texts.selection, enqueue),
    [commands.toggleReading]: ports.toggle,
    [commands.stopReading]: control.stop,
    [commands.previousSentence]: step('sentence', -1),
    [commands.nextSentence]: step('sentence', 1),
    [commands.previousParagraph]: step('paragraph', -1),
    [commands.nextParagraph]: step('paragraph', 1),
    [commands.continueReadingFromCursor]: marks.continueReadingFromCursor,
    [commands.showCurrentSentence]: marks.reveal,
    [commands.increasePlaybackSpeed]: () => sound.faster(),
    [commands.decreasePlaybackSpeed]: () => sound.slower(),
    [commands.selectPlaybackSpeed]: () => selectSpeed(sound),
    [commands.selectSleepTimer]: () => selectSleepTimer(playback),
    [commands.saveReading]: ports.save,
    [commands.testSound]: ports.soundTest.start,
    [commands.clearSpeechCache]: ports.clearCache,
    [commands.selectVoice]: ports.selectVoice,
    [commands.openReaderInEditor]: ports.openInEditor,
  };
  return vscode.Disposable.from(
    ...Object.entries(table).map(([id, run]) => vscode.commands.registerCommand(id, run)),
  );
}

/** Applies the selected speed at once, while the picker is open. */
export function selectSpeed(sound: ReadingSound): void {
  const { t } = vscode.l10n;
  const before = sound.speed;
  const items = readingSpeeds.map((speed) => ({
    label: `${speed}×`,
    speed,
    description: [speed === before && t('selected'), speed === 1 && t('normal')].filter(Boolean).join(' · '),
  }));
  const picker = vscode.window.createQuickPick<(typeof items)[number]>();
  picker.title = t('Playback Speed');
  picker.placeholder = t('Applies immediately, costs nothing, and keeps the pitch');
  picker.items = items;
  picker.activeItems = items.filter(({ speed }) => speed === before);
  // The speed is audible while the person moves through the list; Escape restores the previous one.
  let isAccepted = false;
  picker.onDidChangeActive(([item]) => item && sound.setSpeed(item.speed));
  picker.onDidAccept(() => {
    isAccepted = true;
    picker.hide();
  });
  picker.onDidHide(() => {
    if (!isAccepted) sound.setSpeed(before);
    picker.dispose();
  });
  picker.show();
}

async function selectSleepTimer(playback: Playback): Promise<void> {
  const { t } = vscode.l10n;
  const choices = [
    { label: t('Off'), value: 'off' },
    { label: t('After this sentence'), value: 'sentence' },
    { label: t('After this paragraph'), value: 'paragraph' },
    { label: t('After this text'), value: 'reading' },
  ] as const;
  const items = choices.map((choice) => ({
    ...choice,
    ...(choice.value === playback.state.sleepAfter && { description: t('selected') }),
  }));
  const chosen = await vscode.window.showQuickPick(items, { title: t('Set Sleep Timer…') });
  if (chosen) playback.session?.setSleepAfter(chosen.value);
}

/** The texts to read, by command; undefined if there is nothing to read, which has been reported to the person. */
export function createAskedTexts(logger: Logger) {
  const { t } = vscode.l10n;

  function tell(words: string): undefined {
    void notify('info', words);
  }

  function activeEditor(): vscode.TextEditor | undefined {
    return vscode.window.activeTextEditor ?? tell(t('Open a text editor and select the text to read aloud.'));
  }

  async function open(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
    try {
      return await vscode.workspace.openTextDocument(uri);
    } catch (error) {
      logger.warn(`Read Aloud: failed to open ${uri.scheme} document: ${String(error)}`);
      return tell(t('This file can’t be read aloud because VS Code doesn’t open it as text.'));
    }
  }

  return {
    async selection(): Promise<Readable | undefined> {
      const editor = vscode.window.activeTextEditor;
      if (editor) return readSelections(editor, await readSpeakSettings(editor.document));
      const previewed = await findPreviewedDocument();
      if (previewed) return readWhole(previewed, await readSpeakSettings(previewed));
      return tell(t('Open a text editor and select the text to read aloud.'));
    },

    async fromCursor(): Promise<Readable | undefined> {
      const editor = activeEditor();
      return editor && readFromCursor(editor, await readSpeakSettings(editor.document));
    },

    /** The file of a context menu, or else the active one: the source of a Markdown preview, or the editor. */
    async file(target: unknown): Promise<Readable | undefined> {
      const isFile = target instanceof vscode.Uri && target.scheme !== 'webview-panel';
      const document = isFile
        ? await open(target)
        : ((await findPreviewedDocument()) ?? activeEditor()?.document);
      return document && readWhole(document, await readSpeakSettings(document));
    },

    async range(target: unknown): Promise<Readable | undefined> {
      const found = parseTarget(target);
      const document = found && (await open(found.uri));
      return (
        document &&
        readRange(document, document.validateRange(found.range), await readSpeakSettings(document))
      );
    },

    clipboard: async (): Promise<Readable> => readClipboard(await readSpeakSettings()),

    async problems(): Promise<Readable | undefined> {
      const readable = readProblemsAloud(
        vscode.window.activeTextEditor?.document.uri,
        await readSpeakSettings(),
      );
      return readable ?? tell(t('There are no problems.'));
    },

    async changes(): Promise<Readable | undefined> {
      try {
        const found = await withDelayedProgress(t('Looking for changes…'), async (signal) =>
          readChanges(await readSpeakSettings(), logger, signal),
        );
        if (found === 'noGit') return tell(t('No Git repository is open.'));
        if (found === 'nothing') return tell(t('Nothing has changed since the last commit.'));
        return found;
      } catch (error) {
        logger.warn(`Read Aloud: Git: ${String(error)}`);
        return tell(t('Git could not list the changes. See the Git output for details.'));
      }
    },
  };
}

type AskedTexts = ReturnType<typeof createAskedTexts>;

/** Validates the argument: any extension may run the command with any arguments. */
function parseTarget(target: unknown): { uri: vscode.Uri; range: vscode.Range } | undefined {
  const { uri, start, end } = (target ?? {}) as Partial<HoverTarget>;
  if (typeof uri !== 'string' || !isPlace(start) || !isPlace(end)) return undefined;
  return { uri: vscode.Uri.parse(uri), range: new vscode.Range(...start, ...end) };
}

function isPlace(value: unknown): value is readonly [number, number] {
  return (
    Array.isArray(value) && value.length === 2 && value.every((part) => Number.isInteger(part) && part >= 0)
  );
}

const previewEditor = 'vscode.markdown.preview.editor';

/** The document that the Markdown preview in front shows; undefined where no preview is in front. */
async function findPreviewedDocument(): Promise<vscode.TextDocument | undefined> {
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  if (tab?.input instanceof vscode.TabInputCustom && tab.input.viewType === previewEditor)
    return vscode.workspace.openTextDocument(tab.input.uri);
  if (!(tab?.input instanceof vscode.TabInputWebview) || !/markdown\.preview$/.test(tab.input.viewType))
    return undefined;
  // A preview doesn't say which file it shows, but its tab is named after the file, whose document is open.
  const open = vscode.workspace.textDocuments.filter(
    ({ languageId, fileName, isClosed }) =>
      !isClosed && languageId === 'markdown' && ` ${tab.label}`.endsWith(` ${basename(fileName)}`),
  );
  if (open.length === 1) return open[0];
  // If several files have that name, VS Code knows the right one and shows its source.
  await vscode.commands.executeCommand('markdown.showSource');
  return vscode.window.activeTextEditor?.document;
}
