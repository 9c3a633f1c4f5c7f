import * as vscode from 'vscode';
import { plainText } from '../../../notify.ts';
import { nameOfPath, rankFiles } from '../fence/fence.ts';

interface FileItem extends vscode.QuickPickItem {
  readonly uri?: vscode.Uri;
}

/** So many files of the workspace are listed, and so many of one name looked at. */
const listedFiles = 5_000;
const filesOfOneName = 200;

/**
 * Lets the person choose the file that code is for: those that the code seems to name first, then open ones, then
 * all of the workspace. What a model names only decides what stands first; each file of the list exists.
 */
export async function chooseFile(
  title: string,
  suggested: readonly string[],
): Promise<vscode.Uri | undefined> {
  const { t } = vscode.l10n;
  const picker = vscode.window.createQuickPick<FileItem>();
  const cancellation = new vscode.CancellationTokenSource();
  const separator = (label: string): FileItem => ({ label, kind: vscode.QuickPickItemKind.Separator });
  const listed = new Set<string>();
  const list = (label: string, uris: readonly vscode.Uri[]): FileItem[] => {
    // A diff names its file twice, so the same one also comes more than once in one list.
    const fresh = [...new Map(uris.map((uri) => [uri.toString(), uri]))].flatMap(([key, uri]) => {
      if (listed.has(key)) return [];
      listed.add(key);
      return uri;
    });
    return fresh.length === 0 ? [] : [separator(label), ...fresh.map(describeFile)];
  };

  picker.title = title;
  picker.placeholder = t('Choose the file that is to be changed');
  picker.matchOnDescription = true;
  picker.ignoreFocusOut = true;
  picker.busy = true;
  const chosen = new Promise<vscode.Uri | undefined>((resolve) => {
    picker.onDidAccept(() => {
      resolve(picker.selectedItems[0]?.uri);
      picker.hide();
    });
    picker.onDidHide(() => resolve(undefined));
  });
  picker.show();

  async function fill(): Promise<void> {
    const named = await findSuggested(suggested, cancellation.token);
    const known = [...list(t('Named in the code'), named), ...list(t('Open files'), openFiles())];
    picker.items = known;
    const all = await vscode.workspace.findFiles('**/*', undefined, listedFiles, cancellation.token);
    const sorted = all.sort((a, b) => (a.path < b.path ? -1 : 1));
    const [active] = picker.activeItems;
    picker.items = [...known, ...list(t('Files of the workspace'), sorted)];
    // What the person went to meanwhile stays chosen.
    const still = active && picker.items.find(({ uri }) => uri === active.uri);
    if (still) picker.activeItems = [still];
    picker.busy = false;
  }

  try {
    // Without a file system that can be searched, the open files are there still.
    void fill().catch(() => {
      picker.busy = false;
    });
    return await chosen;
  } finally {
    cancellation.cancel();
    cancellation.dispose();
    picker.dispose();
  }
}

function describeFile(uri: vscode.Uri): FileItem {
  const path = vscode.workspace.asRelativePath(uri);
  const name = nameOfPath(path) ?? path;
  const folder = path.slice(0, -name.length).replace(/\/$/, '');
  return {
    label: plainText(name),
    description: plainText(folder),
    uri,
    iconPath: vscode.ThemeIcon.File,
  };
}

async function findSuggested(
  suggested: readonly string[],
  token: vscode.CancellationToken,
): Promise<vscode.Uri[]> {
  const found: vscode.Uri[] = [];
  for (const path of suggested) {
    const name = nameOfPath(path);
    if (name === undefined) continue;
    const pattern = `**/${name.replace(/[*?[\]{}]/g, '[$&]')}`;
    const uris = await vscode.workspace.findFiles(pattern, undefined, filesOfOneName, token);
    const byPath = new Map(uris.map((uri) => [vscode.workspace.asRelativePath(uri, true), uri]));
    found.push(...rankFiles(path, [...byPath.keys()]).flatMap((one) => byPath.get(one) ?? []));
  }
  return found;
}

/** Files of the workspace that have a tab, and documents without a file. */
function openFiles(): vscode.Uri[] {
  const uris = vscode.window.tabGroups.all.flatMap(({ tabs }) =>
    tabs.flatMap(({ input }) => (input instanceof vscode.TabInputText ? input.uri : [])),
  );
  return uris.filter(
    (uri) => uri.scheme === 'untitled' || vscode.workspace.getWorkspaceFolder(uri) !== undefined,
  );
}
