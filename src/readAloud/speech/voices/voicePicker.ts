import * as vscode from 'vscode';
import { commands } from '../../../manifest.ts';
import { unsavedSettingWords } from '../../../messages/inputProblems.ts';
import { notify, plainText } from '../../../platform/notifications.ts';
import { writeSetting } from '../../../platform/settings/settings.ts';
import { joinItems } from '../../../text/joinText.ts';
import type { ScriptLanguage } from '../../../text/scripts.ts';
import { generalVoice, speechLanguages, usableVoice } from './chosenSpeech.ts';
import type { Voice } from './seedVoices.ts';
import { readSpeechSettings } from './voiceChoice.ts';
import { createVoicePreview, type PlaySample, sampleText, type VoicePreviewState } from './voicePreview.ts';
import {
  describeVoice,
  knownVoices,
  modelsInsteadOf,
  nameLanguage,
  primaryLanguage,
  speaks,
} from './voices.ts';

/** The result of a picker: a voice ('' removes the voice of a language), the other picker, or nothing. */
type Picked = { readonly voice: string } | 'languages' | undefined;

interface VoiceItem extends vscode.QuickPickItem {
  /** The voice to preview. */
  readonly voice?: string;
  /** The result of accepting the row; absent for separators, and for a voice that would not be used. */
  readonly result?: Picked;
}

interface LanguageItem extends vscode.QuickPickItem {
  /** Undefined for all languages without a voice of their own. */
  readonly language?: ScriptLanguage;
}

/**
 * Lets the person select one of the model's known voices, or type the id of any other, and preview it first: for all
 * languages, or for one of them. Returns whether anything was selected.
 */
export async function selectVoice(model: string, playSample: PlaySample): Promise<boolean> {
  let hasChosen = false;
  const picked = await pickVoice(model, undefined, playSample);
  if (picked !== 'languages') return picked !== undefined && (await writeVoice(undefined, picked.voice));
  for (;;) {
    const row = await pickLanguage(model);
    if (!row) return hasChosen;
    const chosen = await pickVoice(model, row.language, playSample);
    if (chosen === undefined) return hasChosen;
    if (chosen === 'languages') continue;
    if (!(await writeVoice(row.language, chosen.voice))) return hasChosen;
    hasChosen = true;
  }
}

/** False if the voice could not be saved, which is reported. */
async function writeVoice(language: ScriptLanguage | undefined, voice: string): Promise<boolean> {
  try {
    if (language === undefined) await writeSetting('modelRelay.speech.voice', voice);
    else {
      const { [language]: _, ...others } = readSpeechSettings().voices;
      const voices = voice ? { ...others, [language]: voice } : others;
      await writeSetting(
        'modelRelay.speech.voicesByLanguage',
        Object.keys(voices).length > 0 ? voices : undefined,
      );
    }
    return true;
  } catch {
    await notify('warning', unsavedSettingWords(vscode.l10n.t));
    return false;
  }
}

/** Shows the languages that may have their own voice, each with its current voice. */
async function pickLanguage(model: string): Promise<LanguageItem | undefined> {
  const { t } = vscode.l10n;
  const settings = readSpeechSettings();
  const rows: LanguageItem[] = [
    { label: t('All other languages'), description: nameVoice(model, generalVoice(model, settings)) },
    ...speechLanguages.map((language) => ({
      label: nameLanguage(language, vscode.env.language),
      description: nameVoice(model, usableVoice(model, settings.voices[language])),
      language,
    })),
  ];
  return vscode.window.showQuickPick(rows, {
    title: t('Voices of {0}', plainText(model)),
    placeHolder: t('Select a language to set its voice'),
  });
}

/** The name of a voice, or its id; empty if there is none. */
function nameVoice(model: string, id: string | undefined): string {
  return plainText(knownVoices(model).find((voice) => voice.id === id)?.name ?? id ?? '');
}

async function pickVoice(
  model: string,
  language: ScriptLanguage | undefined,
  playSample: PlaySample,
): Promise<Picked> {
  const { t } = vscode.l10n;
  const picker = vscode.window.createQuickPick<VoiceItem>();
  const modelButton = {
    iconPath: new vscode.ThemeIcon('list-selection'),
    tooltip: t('Select Speech Model…'),
  };
  const preview = createVoicePreview(playSample, showPreview);
  const listRows = createRows(model, language);
  picker.title = language
    ? t('Voices of {0} for {1}', plainText(model), nameLanguage(language, vscode.env.language))
    : t('Voices of {0}', plainText(model));
  picker.placeholder = t('Select a voice, or enter another voice ID');
  picker.matchOnDescription = true;
  picker.matchOnDetail = true;
  picker.keepScrollPosition = true;
  picker.buttons = [...(language ? [vscode.QuickInputButtons.Back] : []), modelButton];

  function show(): void {
    picker.items = listRows(picker.value.trim(), preview.state);
  }

  function showPreview(): void {
    const active = picker.activeItems[0];
    show();
    picker.busy = preview.state.isLoading;
    const kept = picker.items.find(({ label, voice }) =>
      active?.voice === undefined ? label === active?.label : voice === active.voice,
    );
    if (kept) picker.activeItems = [kept];
  }

  function listenTo({ voice }: VoiceItem): void {
    if (voice === undefined) return;
    // The view may need a click before it can play, and that click must not close the picker.
    picker.ignoreFocusOut = true;
    const known = knownVoices(model).find(({ id }) => id === voice) ?? { languages: [] };
    preview.toggle({ model, voice, text: sampleText(known, language, vscode.env.language) });
  }

  show();
  const inUse = picker.items.find(({ label }) => label.startsWith('$(check)'));
  if (inUse) picker.activeItems = [inUse];
  picker.onDidChangeValue(show);
  picker.onDidTriggerItemButton(({ item }) => listenTo(item));
  const picked = await new Promise<Picked>((resolve) => {
    picker.onDidTriggerButton((button) => {
      if (button === vscode.QuickInputButtons.Back) return resolve('languages');
      picker.hide();
      void vscode.commands.executeCommand(commands.selectSpeechModel);
    });
    picker.onDidAccept(() => {
      // Not the active item: if Enter follows the last letter at once, it still belongs to the previous list.
      const result = picker.selectedItems[0]?.result;
      if (result !== undefined) resolve(result);
    });
    picker.onDidHide(() => resolve(undefined));
    picker.show();
  });
  preview.stop();
  picker.dispose();
  return picked;
}

/** Creates the rows for the typed text and the state of the preview. */
function createRows(
  model: string,
  language: ScriptLanguage | undefined,
): (typed: string, state: VoicePreviewState) => VoiceItem[] {
  const { t } = vscode.l10n;
  const playButton = { iconPath: new vscode.ThemeIcon('play'), tooltip: t('Preview') };
  const stopButton = { iconPath: new vscode.ThemeIcon('debug-stop'), tooltip: t('Stop') };
  const settings = readSpeechSettings();
  const used = language ? usableVoice(model, settings.voices[language]) : generalVoice(model, settings);
  const known = knownVoices(model);

  /** A row with the name of a voice, and its id beneath. */
  function toItem(id: string, name: string, facts: readonly string[], state: VoicePreviewState): VoiceItem {
    const failure = state.failure?.voice === id ? `$(error) ${plainText(state.failure.words)}` : undefined;
    const detail = [failure, name === id ? undefined : plainText(id)].filter(Boolean).join(' · ');
    return {
      label: `${id === used ? '$(check) ' : ''}${plainText(name)}`,
      description: facts.map(plainText).join(' · '),
      ...(detail && { detail }),
      voice: id,
      result: { voice: id },
      buttons: [state.voice === id ? stopButton : playButton],
    };
  }

  /** A row for an ID that the list lacks, or for why it would not be used. */
  function toTypedItem(typed: string, state: VoicePreviewState): VoiceItem {
    const models = modelsInsteadOf(model, typed);
    if (!models) return { ...toItem(typed, typed, [t('Use this ID')], state), alwaysShow: true };
    return {
      label: `$(warning) ${plainText(typed)}`,
      description: t('belongs to {0}, not to this model', joinItems(models, t)),
      alwaysShow: true,
    };
  }

  /** The first row: it leads to the other picker, or removes the voice of a language. */
  function toFirstItem(): VoiceItem {
    const own = speechLanguages.flatMap((tag) => {
      const voice = usableVoice(model, settings.voices[tag]);
      return voice ? [t('{0}: {1}', nameLanguage(tag, vscode.env.language), nameVoice(model, voice))] : [];
    });
    return language
      ? {
          label: `${used ? '' : '$(check) '}${t('Voice for all other languages')}`,
          description: nameVoice(model, generalVoice(model, settings)),
          result: { voice: '' },
        }
      : { label: `$(globe) ${t('Voices by Language…')}`, description: own.join(' · '), result: 'languages' };
  }

  return (typed, state) => {
    const isKnown = used === undefined || known.some(({ id }) => id === used);
    const rows: VoiceItem[] = [
      ...(isKnown ? [] : [toItem(used, used, [t('in use, but not a known voice for this model')], state)]),
      ...groupVoices(known, language).flatMap(([group, voices]) => [
        ...(group ? [{ label: group, kind: vscode.QuickPickItemKind.Separator }] : []),
        ...voices.map((voice) =>
          toItem(voice.id, voice.name, describeVoice(voice, t, vscode.env.language), state),
        ),
      ]),
    ];
    const isListed = rows.some(({ label, description, detail }) =>
      `${label} ${description ?? ''} ${detail ?? ''}`.toLowerCase().includes(typed.toLowerCase()),
    );
    return [toFirstItem(), ...rows, ...(typed && !isListed ? [toTypedItem(typed, state)] : [])];
  };
}

/** The voices grouped by their first language; for one language, first those that speak it. */
function groupVoices(
  voices: readonly Voice[],
  language: ScriptLanguage | undefined,
): readonly (readonly [group: string, voices: readonly Voice[]])[] {
  const nameGroup = (tag: string | undefined) => (tag ? nameLanguage(tag, vscode.env.language) : '');
  if (!language) {
    const groups = Map.groupBy(voices, ({ languages: [first] }) =>
      nameGroup(first && primaryLanguage(first)),
    );
    return [...groups];
  }
  const groups = [
    [nameGroup(language), voices.filter((voice) => speaks(voice, language))],
    [vscode.l10n.t('Other languages'), voices.filter((voice) => !speaks(voice, language))],
  ] as const;
  return groups.filter(([, members]) => members.length > 0);
}
