import * as vscode from 'vscode';
import { summariseFailure, unsavedSettingWords } from '../../../failures.ts';
import { commands } from '../../../ids.ts';
import { notify } from '../../../notify.ts';
import type { Logger } from '../../../relay/logger.ts';
import type { ListedModels } from '../listedModels.ts';
import { isEditorsOwn } from './editorsOwn.ts';
import { chooseSmallModel } from './smallModels.ts';
import { toSettingValue, type UtilityModel } from './utilityChoices.ts';
import { pickUtilityModel } from './utilityPicker.ts';
import {
  type ChatSettings,
  hasUtilitySettings,
  isUndecided,
  setUtilityModel,
  undoChanges,
  utilitySettings,
} from './utilitySettings.ts';

export interface UtilityOfferPorts {
  readonly models: Pick<ListedModels, 'list'>;
  readonly settings: ChatSettings;
  readonly context: Pick<vscode.ExtensionContext, 'globalState'>;
  readonly logger: Logger;
}

/** VS Code's own small work (titles and the like) by a model of the relay: offered once, and a command. */
export interface UtilityOffer extends vscode.Disposable {
  /** A model answered to somebody, whole. */
  answered(model: UtilityModel, initiator: string): void;
}

/** Whether the person was asked: once, for ever, whatever the answer was. */
const askedKey = 'languageModels.utilityOffered';

/** An agent asks again as soon as its tools are done, and the chat shows an answer more slowly than it comes. */
const restMs = 3_000;

export function createUtilityOffer(ports: UtilityOfferPorts): UtilityOffer {
  const { models, settings, context, logger } = ports;
  const { t } = vscode.l10n;
  const closing = new AbortController();

  async function list(isSilent: boolean): Promise<readonly UtilityModel[]> {
    return models.list({ isSilent, signal: closing.signal });
  }

  /** Sets the model and says so, with a way back. */
  async function use(value: string | undefined, name: string): Promise<void> {
    const [small, usual] = utilitySettings;
    try {
      const changes = await setUtilityModel(settings, value);
      if (changes.length === 0) return;
      const undo = t('Undo');
      const words =
        value === undefined
          ? t('VS Code chooses the model for titles and other small work by itself again.')
          : t(
              'Chat titles and other small work in VS Code now come from {0}. Set: {1} and {2}.',
              name,
              small,
              usual,
            );
      const answer = await notify('info', words, undo);
      if (answer === undo) await undoChanges(settings, changes);
    } catch (error) {
      logger.warn(`Utility models: the settings could not be written: ${String(error)}`);
      await notify('warning', unsavedSettingWords(t));
    }
  }

  async function choose(): Promise<void> {
    if (!hasUtilitySettings(settings)) {
      const words = t(
        'This VS Code has no settings for this. A newer one has {0} and {1}.',
        ...utilitySettings,
      );
      return void (await notify('info', words));
    }
    const known = await listForPicker();
    if (!known) return;
    const choice = await pickUtilityModel(known, settings);
    if (choice) await use(choice.value, choice.model?.name ?? choice.value ?? '');
  }

  /** What is known, at once; where nothing is, the person is asked to connect, and the relay for its list. */
  async function listForPicker(): Promise<readonly UtilityModel[] | undefined> {
    try {
      const known = await list(true);
      return known.length > 0 ? known : await list(false);
    } catch (error) {
      await notify('warning', summariseFailure(error, { t, host: undefined }));
      return undefined;
    }
  }

  async function offer(answered: UtilityModel): Promise<void> {
    if (!isToBeAsked()) return;
    // Before it is shown: a question that is left standing when the window closes was asked as well.
    await context.globalState.update(askedKey, true);
    const known = await list(true).catch(() => []);
    const model = chooseSmallModel(answered, known);
    const [useIt, chooseModel] = [t('Use It'), t('Choose Model…')];
    const answer = await notify(
      'info',
      t(
        'Chat titles and other small work in VS Code come from a “utility model”. Use {0} of your relay for it? This sets {1} and {2} in your settings.',
        model.name,
        ...utilitySettings,
      ),
      useIt,
      chooseModel,
      t('No'),
    );
    if (answer === chooseModel) return choose();
    if (answer !== useIt) return;
    // The question may have stood there for long.
    if (isUndecided(settings)) return use(toSettingValue(model), model.name);
    await notify('info', t('A model for this was set meanwhile, so nothing was changed.'));
  }

  function isToBeAsked(): boolean {
    return context.globalState.get<unknown>(askedKey) !== true && isUndecided(settings);
  }

  const command = vscode.commands.registerCommand(commands.selectUtilityModel, choose);
  let timer: NodeJS.Timeout | undefined;

  return {
    answered(model, initiator) {
      if (!isEditorsOwn(initiator) || !isToBeAsked()) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        offer(model).catch((error: unknown) => logger.warn(`Utility models: ${String(error)}`));
      }, restMs);
    },
    dispose() {
      clearTimeout(timer);
      closing.abort();
      command.dispose();
    },
  };
}
