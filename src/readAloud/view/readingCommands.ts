import * as vscode from 'vscode';
import { commands } from '../../manifest.ts';
import type { PlaybackState } from '../playback/playbackState.ts';
import type { Readable } from '../sources/readable.ts';
import { type ReadingSound, usualSpeeds } from './hostSound.ts';
import type { AskedTexts } from './requestedTexts.ts';

export interface ReadingCommandPorts {
  readonly texts: AskedTexts;
  readonly sound: ReadingSound;
  readonly read: (readable: Readable) => Promise<void>;
  readonly enqueue: (readable: Readable) => Promise<void>;
  readonly toggle: () => Promise<void>;
  readonly stop: () => void;
  readonly step: (unit: 'sentence' | 'paragraph', by: 1 | -1) => void;
  readonly continueReadingFromCursor: () => void;
  readonly show: () => Promise<void>;
  readonly sleepAfter: () => PlaybackState['sleepAfter'];
  readonly setSleepAfter: (sleepAfter: PlaybackState['sleepAfter']) => void;
  readonly save: () => Promise<void>;
  readonly testSound: () => Promise<void>;
  readonly clearCache: () => Promise<void>;
  readonly selectVoice: () => Promise<void>;
}

/** Every command of reading aloud, by what it does. */
export function registerReadingCommands(ports: ReadingCommandPorts): vscode.Disposable {
  const { texts, sound, read } = ports;
  const reading =
    <Target>(find: (target: Target) => Promise<Readable | undefined> | Readable | undefined, then = read) =>
    async (target: Target) => {
      const readable = await find(target);
      if (readable) await then(readable);
    };
  /** Of several files that are selected in the explorer, the others are queued. */
  async function readFiles(target: unknown, selected: unknown): Promise<void> {
    const targets: readonly unknown[] = Array.isArray(selected) && selected.length > 1 ? selected : [target];
    let then = read;
    for (const each of targets) {
      const readable = await texts.file(each);
      if (readable) await then(readable);
      then = ports.enqueue;
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
    [commands.queueSelection]: reading(texts.selection, ports.enqueue),
    [commands.toggleReading]: ports.toggle,
    [commands.stopReading]: ports.stop,
    [commands.previousSentence]: () => ports.step('sentence', -1),
    [commands.nextSentence]: () => ports.step('sentence', 1),
    [commands.previousParagraph]: () => ports.step('paragraph', -1),
    [commands.nextParagraph]: () => ports.step('paragraph', 1),
    [commands.continueReadingFromCursor]: ports.continueReadingFromCursor,
    [commands.showCurrentSentence]: ports.show,
    [commands.increasePlaybackSpeed]: () => sound.faster(),
    [commands.decreasePlaybackSpeed]: () => sound.slower(),
    [commands.selectPlaybackSpeed]: () => selectSpeed(sound),
    [commands.selectSleepTimer]: () => selectSleepTimer(ports),
    [commands.saveReading]: ports.save,
    [commands.testSound]: ports.testSound,
    [commands.clearSpeechCache]: ports.clearCache,
    [commands.selectVoice]: ports.selectVoice,
  };
  return vscode.Disposable.from(
    ...Object.entries(table).map(([id, run]) => vscode.commands.registerCommand(id, run)),
  );
}

/** What the person's choice comes to is heard while they choose. */
export function selectSpeed(sound: ReadingSound): void {
  const { t } = vscode.l10n;
  const before = sound.speed;
  const items = usualSpeeds.map((speed) => ({
    label: `${speed}×`,
    speed,
    description: [speed === before && t('selected'), speed === 1 && t('normal')].filter(Boolean).join(' · '),
  }));
  const picker = vscode.window.createQuickPick<(typeof items)[number]>();
  picker.title = t('Playback Speed');
  picker.placeholder = t('Applies immediately, costs nothing, and keeps the pitch');
  picker.items = items;
  picker.activeItems = items.filter(({ speed }) => speed === before);
  // Heard while the person goes through the list; Escape brings back what was.
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

async function selectSleepTimer({ sleepAfter, setSleepAfter }: ReadingCommandPorts): Promise<void> {
  const { t } = vscode.l10n;
  const choices = [
    { label: t('Keep reading'), value: 'off' },
    { label: t('After this sentence'), value: 'sentence' },
    { label: t('After this paragraph'), value: 'paragraph' },
    { label: t('After this text'), value: 'reading' },
  ] as const;
  const items = choices.map((choice) => ({
    ...choice,
    ...(choice.value === sleepAfter() && { description: t('selected') }),
  }));
  const chosen = await vscode.window.showQuickPick(items, { title: t('Stop Reading After…') });
  if (chosen) setSleepAfter(chosen.value);
}
