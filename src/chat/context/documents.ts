import { extname } from 'node:path/posix';
import * as vscode from 'vscode';
import { fileTypeOf } from '../../platform/fileType.ts';
import { notify } from '../../platform/notifications.ts';
import { type AttachmentRecord, type PictureRecord, pictureRecord } from '../model/records.ts';
import type { PictureStore } from '../storage/pictureStore.ts';
import { cleanName } from './sources/attachedTexts.ts';

const scheme = 'model-relay-attachment';

/**
 * Shows the content of an attachment: a text in a read-only editor, an image in VS Code's image viewer.
 */
export function registerAttachmentDocuments(pictures: PictureStore) {
  const { t } = vscode.l10n;
  /** Texts by the URI of their document, while it is open. */
  const texts = new Map<string, string>();
  let count = 0;

  const subscriptions = vscode.Disposable.from(
    vscode.workspace.registerTextDocumentContentProvider(scheme, {
      // After a reload of the window, a restored tab has no text any more.
      provideTextDocumentContent: (uri) =>
        texts.get(uri.toString()) ?? t('Click the attachment in the chat to open it again.'),
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => texts.delete(uri.toString())),
  );

  return {
    async show(record: AttachmentRecord): Promise<void> {
      if (record.picture) {
        const file = vscode.Uri.file(pictures.pathOf(record.picture));
        await vscode.commands.executeCommand('vscode.open', file, { preview: true });
        return;
      }
      const uri = vscode.Uri.from({ scheme, path: `/${titleOf(record)}`, query: `${++count}` });
      texts.set(uri.toString(), record.text ?? '');
      await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
    },
    dispose: () => subscriptions.dispose(),
  };
}

/** The tab's title, whose extension determines the language. The path of a URI must not begin with two slashes. */
function titleOf({ kind, name, language }: AttachmentRecord): string {
  const shown = cleanName(name).replace(/^[/\\]+/, '');
  const isOfFile = kind === 'file' || kind === 'selection';
  return isOfFile ? shown.replace(/:[\d,-]+$/, '') : `${shown}.${language || 'txt'}`;
}

export type PictureFiles = ReturnType<typeof createPictureFiles>;

/**
 * The actions for an image of a conversation. The file name comes from a page, so any other name than an image's is
 * refused.
 */
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
    pathOf: ({ file }: PictureRecord) => vscode.Uri.joinPath(folder, file).fsPath,
    /** Whether the image exists; if not, notifies the person. */
    isThere: async (file: string) => (await find(file)) !== undefined,
    async open(file: string): Promise<void> {
      const uri = await find(file);
      if (uri) await vscode.commands.executeCommand('vscode.open', uri);
    },
    async save(file: string): Promise<void> {
      const uri = await find(file);
      if (!uri) return;
      const extension = extname(file).slice(1);
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
