import * as vscode from 'vscode';
import type { ConfigurationView } from '../../protocol/protocolViews.ts';
import {
  type ConfigurableModel,
  describeEffort,
  fitConfiguration,
  type ModelConfiguration,
} from '../../relay/models/modelConfiguration.ts';
import type { Effort } from '../../relay/models/modelFamilies.ts';
import type { ChatSession } from '../model/chatSession.ts';
import type { ModelTargets } from '../model/modelTargets.ts';

interface ConfigurationItem extends vscode.QuickPickItem {
  /** The configuration that the item selects. */
  readonly configuration?: ModelConfiguration;
  /** An effort that was refused: selecting it means trying it again. */
  readonly refused?: Effort;
}

const usualTemperatures = [0, 0.2, 0.3, 0.5, 0.7, 1, 1.2, 1.5, 2];

/** The configuration in words; undefined if nothing can be configured. Options that no model takes are left out. */
export function describeConfiguration(
  configuration: ModelConfiguration,
  configurable: ConfigurableModel,
): ConfigurationView | undefined {
  const { t } = vscode.l10n;
  const { efforts, takesTemperature, refusedEfforts } = configurable;
  if (efforts.length === 0 && !takesTemperature) return undefined;
  const { effort, temperature } = fitConfiguration(configuration, configurable);
  const shortEffort = effort && describeEffort(effort, t);
  const shortTemperature = temperature?.toLocaleString(vscode.env.language);
  return {
    short: [shortEffort ?? [], shortTemperature ?? []].flat().join(' · '),
    words: [
      efforts.length > 0 ? t('Thinking effort: {0}', shortEffort ?? t('Default')) : [],
      takesTemperature ? t('Temperature: {0}', shortTemperature ?? t('Default')) : [],
    ].flat(),
    ...(effort !== undefined &&
      refusedEfforts?.includes(effort) && {
        warning: t('The model rejected this thinking effort, so it is not sent. Select it again to retry.'),
      }),
  };
}

/** Lets a person choose how the models of the open conversation respond. Resolves to whether something was chosen. */
export async function configureChat(
  open: Pick<ChatSession, 'conversation'>,
  targets: Pick<ModelTargets, 'configurableInAll' | 'forgetRefusal'>,
): Promise<boolean> {
  const { conversation } = open;
  const { configuration } = conversation;
  const configurable = targets.configurableInAll();
  const words = describeConfiguration(configuration, configurable)?.words;
  if (!words) return false;
  const item = await vscode.window.showQuickPick(toItems(configuration, configurable), {
    title: words.join(' · '),
    placeHolder: vscode.l10n.t('Select how models respond. Default uses the model’s own setting.'),
  });
  if (!item?.configuration) return false;
  if (item.refused) targets.forgetRefusal(item.refused);
  // Another conversation may have been opened in the meantime.
  if (open.conversation === conversation) conversation.configure(item.configuration);
  return true;
}

function toItems(configuration: ModelConfiguration, configurable: ConfigurableModel): ConfigurationItem[] {
  const { t } = vscode.l10n;
  const { effort: _, ...withoutEffort } = configuration;
  const { temperature: __, ...withoutTemperature } = configuration;
  const { effort, temperature } = fitConfiguration(configuration, configurable);
  const toItem = (label: string, isChosen: boolean, chosen: ModelConfiguration): ConfigurationItem => ({
    label: `${isChosen ? '$(check) ' : ''}${label}`,
    configuration: chosen,
  });
  const efforts = configurable.efforts.map((each) => ({
    ...toItem(describeEffort(each, t), each === effort, { ...configuration, effort: each }),
    ...(configurable.refusedEfforts?.includes(each) && {
      description: t('Rejected by the model. Select to try again.'),
      refused: each,
    }),
  }));
  const temperatures = [...new Set([...usualTemperatures, temperature ?? []].flat())]
    .sort((one, other) => one - other)
    .map((each) =>
      toItem(each.toLocaleString(vscode.env.language), each === temperature, {
        ...configuration,
        temperature: each,
      }),
    );
  const section = (
    label: string,
    isDefault: boolean,
    byDefault: ModelConfiguration,
    items: ConfigurationItem[],
  ) => [
    { label, kind: vscode.QuickPickItemKind.Separator },
    toItem(t('Default'), isDefault, byDefault),
    ...items,
  ];
  return [
    efforts.length > 0 ? section(t('Thinking Effort'), effort === undefined, withoutEffort, efforts) : [],
    configurable.takesTemperature
      ? section(t('Temperature'), temperature === undefined, withoutTemperature, temperatures)
      : [],
  ].flat();
}
