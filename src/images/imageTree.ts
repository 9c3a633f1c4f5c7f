import * as vscode from 'vscode';
import { commands } from '../manifest.ts';
import { itemMime } from '../platform/loadWhenUsed.ts';
import { thumbnailOf } from '../protocol/imageLimits.ts';
import { shortenPrompt } from '../text/ellipsize.ts';
import type { ImageRecord, ImageStore } from './imageStore.ts';

/** Number of images that the list shows, and that the tab begins with: more than fit on a screen. */
export const firstImages = 30;

/** The latest images as a list in our view container. Each opens in the tab, and can be dragged into documents. */
export function createImageTree(store: ImageStore): () => Promise<vscode.TreeItem[]> {
  const { t } = vscode.l10n;

  function toItem({ id, file, model, ...image }: ImageRecord, hasThumbnail: boolean): vscode.TreeItem {
    const item = new vscode.TreeItem(shortenPrompt(image.prompt) || model);
    item.id = id;
    item.description = model;
    // Plain text: a prompt is not Markdown.
    item.tooltip = `${item.label}\n${model}`;
    item.iconPath = vscode.Uri.file(store.pathOf(hasThumbnail ? thumbnailOf(file) : file));
    item.command = { command: commands.openImages, title: t('Show'), arguments: [id] };
    return item;
  }

  return async () => {
    const thumbnails = new Set(await store.listThumbnails());
    const images = await store.list();
    return images.slice(0, firstImages).map((image) => toItem(image, thumbnails.has(image.file)));
  };
}

/**
 * Saves an image that is dropped into a document, and inserts its markup. Only the list supports dragging: Chromium
 * allows no drag from a webview into VS Code, and VS Code’s Explorer accepts none from other views.
 */
export function registerImageDrop(
  store: ImageStore,
  showIn: (document: vscode.TextDocument, image: ImageRecord) => Promise<string | undefined>,
): vscode.Disposable {
  const title = vscode.l10n.t('Insert Image');
  return vscode.languages.registerDocumentDropEditProvider(
    '*',
    {
      async provideDocumentDropEdits(document, _position, transfer) {
        const image = store.get(String(transfer.get(itemMime)?.value));
        const snippet = image && (await showIn(document, image));
        return snippet === undefined ? undefined : new vscode.DocumentDropEdit(snippet, title);
      },
    },
    { dropMimeTypes: [itemMime] },
  );
}
