import * as vscode from 'vscode';
import { fileTypeOf } from '../../platform/fileType.ts';
import { confirm, notify } from '../../platform/notifications.ts';
import { ellipsize } from '../../text/ellipsize.ts';
import { type LinkTarget, readLink, showInvisible } from './linksAndCommands.ts';

const shownLength = 200;

/** Opens a link of a response: the web and mail in the browser, a file of the workspace in the editor. */
export async function openLink(href: string): Promise<void> {
  const { t } = vscode.l10n;
  const target = readLink(href);
  if (!target) {
    const words = t(
      'The link was not opened because it is neither a web link nor a file in this workspace: {0}',
      shorten(href),
    );
    return void (await notify('warning', words));
  }
  if ('path' in target) return openFile(target);
  // VS Code opens local addresses and mail without asking, so ask here: such a link could do harm.
  const question = t('Open this link?');
  if (target.isUnasked && !(await confirm('info', question, shorten(target.address), t('Open')))) return;
  // Passed as a string, which `openExternal` also accepts: a Uri would decode parts of it and open something other than
  // what was shown.
  await vscode.env.openExternal(target.address as unknown as vscode.Uri);
}

async function openFile({ path, line, column = 1 }: Extract<LinkTarget, { path: string }>): Promise<void> {
  const { t } = vscode.l10n;
  const uri = await findFile(path);
  if (!uri)
    return void (await notify('info', t('File {0} does not exist in this workspace.', shorten(path))));
  const start = new vscode.Position((line ?? 1) - 1, column - 1);
  try {
    // `vscode.open` uses the file's default editor: the file may be an image.
    await vscode.commands.executeCommand('vscode.open', uri, {
      ...(line !== undefined && { selection: new vscode.Range(start, start) }),
    });
  } catch {
    await notify('warning', t('{0} can’t be opened.', shorten(path)));
  }
}

/** The file at a path below a workspace folder; with several folders, the path may begin with a folder's name. */
async function findFile(path: string): Promise<vscode.Uri | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const [first = '', ...below] = path.split('/');
  const named = folders.filter(({ name }) => name === first && below.length > 0);
  const candidates = [
    ...folders.map(({ uri }) => vscode.Uri.joinPath(uri, path)),
    ...named.map(({ uri }) => vscode.Uri.joinPath(uri, ...below)),
  ];
  for (const candidate of candidates) {
    if (((await fileTypeOf(candidate)) ?? 0) & vscode.FileType.File) return candidate;
  }
  return undefined;
}

function shorten(text: string): string {
  return ellipsize(showInvisible(text), shownLength);
}
