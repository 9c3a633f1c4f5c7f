import * as vscode from 'vscode';
import { summariseFailure } from '../../messages/failures.ts';
import { unsavedSettingWords } from '../../messages/inputProblems.ts';
import { notify, plainText } from '../../platform/notifications.ts';
import { readChatSetting } from '../../platform/settings/editorSettings.ts';
import { writeUserValue } from '../../platform/settings/settings.ts';
import type { Logger } from '../../relay/logger.ts';
import type { ListedModels } from '../listedModels.ts';
import {
  type ChatSettings,
  hasUtilitySettings,
  isOurs,
  listUtilityChoices,
  setUtilityModel,
  type UtilityChoice,
  type UtilityChoices,
  type UtilityModel,
  undoChanges,
  utilitySettings,
} from './utilityChoices.ts';

interface UtilityCommandPorts {
  readonly models: Pick<ListedModels, 'list'>;
  readonly logger: Logger;
  /** Aborted when the extension ends. */
  readonly closing: AbortSignal;
}

const settings: ChatSettings = { read: readChatSetting, write: writeUserValue };

/**
 * Selects a model of the relay for VS Code's own utility tasks, such as titles. Nothing suggests this command: while
 * neither setting is set, VS Code's chat shows its own prompt above its input.
 */
export async function chooseUtilityModel({ models, logger, closing }: UtilityCommandPorts): Promise<void> {
  const { t } = vscode.l10n;

  /** Sets the model, and shows a notification with an undo button. */
  async function use(value: string | undefined, name: string): Promise<void> {
    const [small, usual] = utilitySettings;
    try {
      const changes = await setUtilityModel(settings, value);
      if (changes.length === 0) return;
      const undo = t('Undo');
      const words =
        value === undefined
          ? t('VS Code uses its default utility model again.')
          : t(
              'VS Code now uses {0} for chat titles and other utility tasks. Updated settings: {1} and {2}.',
              name,
              small,
              usual,
            );
      const answer = await notify('info', words, undo);
      if (answer === undo) await undoChanges(settings, changes);
    } catch (error) {
      logger.warn(`Utility model: failed to write the settings: ${String(error)}`);
      await notify('warning', unsavedSettingWords(t));
    }
  }

  if (!hasUtilitySettings(settings)) {
    const words = t(
      'This version of VS Code has no setting for the utility model. Newer versions have {0} and {1}.',
      ...utilitySettings,
    );
    return void (await notify('info', words));
  }
  try {
    // List known models at once. If there are none, ask the person to connect, and the relay for its list.
    const known = await models.list({ isSilent: true, signal: closing });
    const all = known.length > 0 ? known : await models.list({ isSilent: false, signal: closing });
    const choice = await pickUtilityModel(all);
    if (choice) await use(choice.value, choice.model?.name ?? choice.value ?? '');
  } catch (error) {
    await notify('warning', summariseFailure(error, { t, host: undefined }));
  }
}

interface ChoiceItem extends vscode.QuickPickItem {
  readonly choice?: UtilityChoice;
}

/** Shows the picker of the utility model, with the current one first. */
async function pickUtilityModel(models: readonly UtilityModel[]): Promise<UtilityChoice | undefined> {
  const { t } = vscode.l10n;
  const chosen = await vscode.window.showQuickPick(toItems(listUtilityChoices(models, settings)), {
    title: t('Utility Model'),
    placeHolder: t('Select the model that VS Code uses for utility tasks'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return chosen?.choice;
}

function toItems({ current, small, others }: UtilityChoices): ChoiceItem[] {
  const { t } = vscode.l10n;
  return [
    ...current.map(toItem),
    ...toGroup(t('Small and fast'), small),
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
  const name = value === undefined ? t('VS Code Default') : (model?.name ?? value);
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
    ? t('No relay currently lists this model. Until one does, VS Code uses another model or none.')
    : t('A model from another provider');
}
