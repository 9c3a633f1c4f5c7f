import * as vscode from 'vscode';
import { summariseFailure } from '../../messages/failures.ts';
import { unsavedSettingWords } from '../../messages/inputProblems.ts';
import { notify, plainText } from '../../platform/notifications.ts';
import { readChatSetting } from '../../platform/settings/editorSettings.ts';
import { writeUserValue } from '../../platform/settings/settings.ts';
import type { Logger } from '../../relay/logger.ts';
import type { ListedModels } from '../listedModels.ts';
import { listUtilityChoices, type UtilityChoice, utilitySettings } from './utilityChoices.ts';

interface UtilityCommandPorts {
  readonly models: Pick<ListedModels, 'list'>;
  readonly logger: Logger;
  /** Aborted when the extension ends. */
  readonly closing: AbortSignal;
}

/**
 * Selects a model of the relay for VS Code's own utility tasks, such as titles. Nothing suggests this command: while
 * neither setting is set, VS Code's chat shows its own prompt above its input.
 */
export async function chooseUtilityModel({ models, logger, closing }: UtilityCommandPorts): Promise<void> {
  const { t } = vscode.l10n;

  /** Sets the model in all settings; undefined leaves the choice to VS Code. */
  async function use(value: string | undefined, name: string): Promise<void> {
    const changed = utilitySettings.filter((setting) => readChatSetting(setting)?.own !== value);
    if (changed.length === 0) return;
    try {
      for (const setting of changed) await writeUserValue(setting, value);
      const words =
        value === undefined
          ? t('VS Code uses its default utility model again.')
          : t(
              'VS Code now uses {0} for chat titles and other utility tasks. Updated settings: {1} and {2}.',
              name,
              ...utilitySettings,
            );
      await notify('info', words);
    } catch (error) {
      logger.warn(`Utility model: failed to write the settings: ${String(error)}`);
      await notify('warning', unsavedSettingWords(t));
    }
  }

  if (!utilitySettings.every(readChatSetting)) {
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
    const choice = await vscode.window.showQuickPick(listUtilityChoices(all, readChatSetting).map(toItem), {
      title: t('Utility Model'),
      placeHolder: t('Select the model that VS Code uses for utility tasks'),
      matchOnDescription: true,
    });
    if (choice) await use(choice.value, choice.model?.name ?? '');
  } catch (error) {
    await notify('warning', summariseFailure(error, { t, host: undefined }));
  }
}

function toItem(choice: UtilityChoice): vscode.QuickPickItem & UtilityChoice {
  const { t } = vscode.l10n;
  const { model, isInUse } = choice;
  const id = model && model.model !== model.name ? model.model : undefined;
  const facts = [id, model?.detail, isInUse ? t('in use') : undefined];
  return {
    ...choice,
    label: `${isInUse ? '$(check) ' : ''}${plainText(model?.name ?? t('VS Code Default'))}`,
    description: facts.flatMap((words) => (words ? [plainText(words)] : [])).join(' · '),
  };
}
