import * as vscode from 'vscode';
import { commands } from '../manifest.ts';
import type { TaskRecord } from '../protocol/taskRecord.ts';
import { describeTaskState, nameOfTask } from '../protocol/taskStateWords.ts';
import { ellipsize } from '../text/ellipsize.ts';
import type { TaskStore } from './taskStore.ts';

const mostShown = 50;
/** Maximum length of a label: the state follows it, in a side bar of usual width. */
const longestLabel = 40;

const icons: Readonly<Partial<Record<TaskRecord['state'], vscode.ThemeIcon>>> = {
  done: new vscode.ThemeIcon('check', new vscode.ThemeColor('testing.iconPassed')),
  failed: new vscode.ThemeIcon('error', new vscode.ThemeColor('list.errorForeground')),
  fetchFailed: new vscode.ThemeIcon('error', new vscode.ThemeColor('list.errorForeground')),
  uncertain: new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground')),
  withoutResult: new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground')),
  stopped: new vscode.ThemeIcon('debug-pause'),
  canceled: new vscode.ThemeIcon('circle-slash'),
};

/** The latest tasks as a list in our view container; each opens in the tab. */
export function createTaskTree(store: TaskStore): () => Promise<vscode.TreeItem[]> {
  const { t } = vscode.l10n;
  const formatShare = (share: number) =>
    new Intl.NumberFormat(vscode.env.language, { style: 'percent' }).format(share);

  function toItem(record: TaskRecord): vscode.TreeItem {
    const { id, request, state } = record;
    const item = new vscode.TreeItem(ellipsize(nameOfTask(record), longestLabel));
    item.id = id;
    item.description = `${describeTaskState(record, t, formatShare)} · ${request.model}`;
    // Plain text: a prompt is not Markdown.
    item.tooltip = `${item.label}\n${item.description}`;
    item.iconPath = icons[state] ?? new vscode.ThemeIcon('loading~spin');
    item.command = { command: commands.openTasks, title: t('Show'), arguments: [id] };
    return item;
  }

  return async () => (await store.list()).slice(0, mostShown).map(toItem);
}
