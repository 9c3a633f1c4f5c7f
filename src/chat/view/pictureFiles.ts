import * as vscode from 'vscode';
import { fileTypeOf } from '../../platform/fileType.ts';
import { notify } from '../../platform/notifications.ts';
import { pictureRecord } from '../model/attachment.ts';

export type PictureFiles = ReturnType<typeof createPictureFiles>;

/** What people do with a picture of a conversation. Names that are no picture's in the folder are refused, since a page asks. */
export function createPictureFiles(folder: vscode.Uri) {
  const { t } = vscode.l10n;

  async function find(file: string): Promise<vscode.Uri | undefined> {
    if (!pictureRecord.shape.file.safeParse(file).success) return undefined;
    const uri = vscode.Uri.joinPath(folder, file);
    if ((await fileTypeOf(uri)) !== undefined) return uri;
    void notify('warning', t('This image no longer exists.'));
    return undefined;
  }

  return {
    async open(file: string): Promise<void> {
      const uri = await find(file);
      if (uri) await vscode.commands.executeCommand('vscode.open', uri);
    },
    async save(file: string): Promise<void> {
      const uri = await find(file);
      if (!uri) return;
      const extension = file.slice(file.lastIndexOf('.') + 1);
      const [workspace] = vscode.workspace.workspaceFolders ?? [];
      const name = `${t('image')}.${extension}`;
      const target = await vscode.window.showSaveDialog({
        ...(workspace && { defaultUri: vscode.Uri.joinPath(workspace.uri, name) }),
        filters: { [t('Images')]: [extension] },
      });
      if (target) await vscode.workspace.fs.copy(uri, target, { overwrite: true });
    },
  };
}
