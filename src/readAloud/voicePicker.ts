import * as vscode from 'vscode';
import { writeSetting } from '../settings.ts';
import { knownVoices, type Voice } from './voices.ts';

/** Lets a person choose a voice that the model is known to have, or type the id of any other. */
export async function selectVoice(model: string, current: string): Promise<boolean> {
  const { t } = vscode.l10n;
  const picker = vscode.window.createQuickPick();
  picker.title = t('Voices of {0}', model);
  picker.placeholder = t('Choose a voice, or type the id of another one');
  picker.matchOnDescription = true;
  const known = knownVoices(model).map((voice) => toItem(voice, current));
  const showItems = () => {
    const typed = picker.value.trim();
    const isKnown = known.some(({ label }) => label.includes(typed));
    picker.items =
      typed && !isKnown ? [...known, { label: typed, description: t('as typed'), alwaysShow: true }] : known;
  };
  showItems();
  picker.onDidChangeValue(showItems);
  const voice = await new Promise<string | undefined>((resolve) => {
    picker.onDidAccept(() => resolve(picker.activeItems[0]?.label.replace('$(check) ', '')));
    picker.onDidHide(() => resolve(undefined));
    picker.show();
  });
  picker.dispose();
  if (!voice) return false;
  await writeSetting('modelRelay.speech.voice', voice);
  return true;
}

function toItem({ id, name, languages, description }: Voice, current: string): vscode.QuickPickItem {
  const facts = [name, ...languages, description].filter((fact) => fact && fact !== id);
  return { label: id === current ? `$(check) ${id}` : id, description: facts.join(' · ') };
}
