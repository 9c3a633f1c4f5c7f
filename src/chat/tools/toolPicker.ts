import * as vscode from 'vscode';
import { plainText } from '../../platform/notifications.ts';
import type { OfferedTool } from './toolCatalogue.ts';
import type { ToolDecisions } from './toolDecisions.ts';

interface ToolItem extends vscode.QuickPickItem {
  readonly key?: string;
}

interface ToolPickerPorts {
  readonly tools: readonly OfferedTool[];
  readonly chosen: ReadonlySet<string>;
  readonly decisions: ToolDecisions;
}

/** Lets a person choose which tools the model is given. Undefined when nothing is to change. */
export async function pickTools(ports: ToolPickerPorts): Promise<ReadonlySet<string> | undefined> {
  const { t } = vscode.l10n;
  const reviewButton = {
    iconPath: new vscode.ThemeIcon('checklist'),
    tooltip: t('Review Always or Never Allowed Tools'),
  };
  const picker = vscode.window.createQuickPick<ToolItem>();
  picker.title = t('Configure Tools');
  picker.placeholder = t(
    'Select tools for the model. You approve each use, unless a tool is always or never allowed.',
  );
  picker.canSelectMany = true;
  picker.matchOnDescription = true;
  picker.ignoreFocusOut = true;
  picker.matchOnDetail = true;
  picker.buttons = [reviewButton];
  picker.items = toItems(ports);
  picker.selectedItems = picker.items.filter(({ key }) => key !== undefined && ports.chosen.has(key));
  const outcome = await new Promise<ReadonlySet<string> | 'review' | undefined>((resolve) => {
    picker.onDidAccept(() => {
      resolve(new Set(picker.selectedItems.flatMap(({ key }) => key ?? [])));
      picker.hide();
    });
    picker.onDidTriggerButton(() => {
      resolve('review');
      picker.hide();
    });
    picker.onDidHide(() => resolve(undefined));
    picker.show();
  });
  picker.dispose();
  if (outcome !== 'review') return outcome;
  await reviewDecisions(ports.decisions);
  return undefined;
}

function toItems({ tools, decisions }: ToolPickerPorts): ToolItem[] {
  const { t } = vscode.l10n;
  const words = { always: t('always allowed'), never: t('never allowed') };
  const kept = new Map(decisions.kept.map(({ key, decision }) => [key, words[decision]]));
  const byMaker = Map.groupBy(tools, ({ maker }) => maker);
  return [...byMaker].flatMap(([maker, made]): ToolItem[] => [
    { label: plainText(maker), kind: vscode.QuickPickItemKind.Separator },
    ...made.map(({ key, title, summary }) => {
      const description = kept.get(key);
      return {
        key,
        label: plainText(title),
        detail: plainText(summary),
        ...(description !== undefined && { description }),
      };
    }),
  ]);
}

/** Shows what was decided for good, to be taken back. */
async function reviewDecisions(decisions: ToolDecisions): Promise<void> {
  const { t } = vscode.l10n;
  const picker = vscode.window.createQuickPick<ToolItem>();
  picker.title = t('Always or Never Allowed');
  picker.placeholder = t('Select a tool to be asked about it again');
  picker.ignoreFocusOut = true;
  const show = () => {
    const kept = decisions.kept.map(({ key, title, decision }) => ({
      key,
      label: plainText(title),
      description: decision === 'always' ? t('always allowed') : t('never allowed'),
    }));
    picker.items = kept.length > 0 ? kept : [{ label: t('None yet. You are asked about each use.') }];
  };
  show();
  await new Promise<void>((resolve) => {
    picker.onDidAccept(() => {
      const [item] = picker.selectedItems;
      if (item?.key === undefined) return picker.hide();
      decisions.takeBack(item.key);
      show();
    });
    picker.onDidHide(() => resolve());
    picker.show();
  });
  picker.dispose();
}
