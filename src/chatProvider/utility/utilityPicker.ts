import * as vscode from 'vscode';
import { plainText } from '../../platform/notifications.ts';
import {
  isOurs,
  listUtilityChoices,
  type UtilityChoice,
  type UtilityChoices,
  type UtilityModel,
} from './utilityChoices.ts';
import { type ChatSettings, utilitySettings } from './utilitySettings.ts';

interface ChoiceItem extends vscode.QuickPickItem {
  readonly choice?: UtilityChoice;
}

/** Lets a person choose the model for VS Code's small work; what is set now comes first. */
export async function pickUtilityModel(
  models: readonly UtilityModel[],
  settings: Pick<ChatSettings, 'read'>,
): Promise<UtilityChoice | undefined> {
  const { t } = vscode.l10n;
  const chosen = await vscode.window.showQuickPick(toItems(listUtilityChoices(models, settings)), {
    title: t('Model for Titles and Other Small Work'),
    placeHolder: t('Choose the model that VS Code uses for its small work: {0}', utilitySettings.join(', ')),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return chosen?.choice;
}

function toItems({ current, small, others }: UtilityChoices): ChoiceItem[] {
  const { t } = vscode.l10n;
  return [
    ...current.map(toItem),
    ...toGroup(t('Small and quick'), small),
    ...toGroup(t('Other models'), others),
  ];
}

function toGroup(label: string, choices: readonly UtilityChoice[]): ChoiceItem[] {
  if (choices.length === 0) return [];
  return [{ label, kind: vscode.QuickPickItemKind.Separator }, ...choices.map(toItem)];
}

function toItem(choice: UtilityChoice): ChoiceItem {
  const { t } = vscode.l10n;
  const { value, model, setIn } = choice;
  const name = value === undefined ? t('VS Code’s Default') : (model?.name ?? value);
  const state = describeState(choice);
  const id = model && model.model !== model.name ? model.model : undefined;
  return {
    label: `${setIn.length > 0 ? '$(check) ' : ''}${plainText(name)}`,
    description: [id, model?.detail, state].flatMap((words) => (words ? [plainText(words)] : [])).join(' · '),
    ...(value !== undefined && !model && { detail: describeUnlisted(value) }),
    choice,
  };
}

function describeState({ setIn }: UtilityChoice): string | undefined {
  const { t } = vscode.l10n;
  if (setIn.length === 0) return undefined;
  return setIn.length === utilitySettings.length ? t('in use') : t('in use: {0}', setIn.join(', '));
}

function describeUnlisted(value: string): string {
  const { t } = vscode.l10n;
  return isOurs(value)
    ? t(
        'Your relays do not list this model now. While that is so, VS Code chooses another one or does without.',
      )
    : t('A model of another provider');
}
