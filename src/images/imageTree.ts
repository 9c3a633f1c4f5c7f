import * as vscode from 'vscode';
import { commands } from '../manifest.ts';
import { itemMime, type Tree } from '../platform/loadWhenUsed.ts';
import { thumbnailOf } from '../protocol/imageLimits.ts';
import { ellipsize } from '../text/ellipsize.ts';
import type { ImageRecord } from './imageRecords.ts';
import type { ImageStore } from './imageStore.ts';

/** More than a screen of images: the list shows no more, and the tab begins with these. */
export const firstImages = 30;
const longestLabel = 100;

/** The latest images as a list in our container. Each opens the tab at itself, and is dragged into documents. */
export function createImageTree(store: ImageStore, onDidChange: vscode.Event<void>): Tree {
  const { t } = vscode.l10n;

  function toItem({ id, file, model, ...image }: ImageRecord, hasThumbnail: boolean): vscode.TreeItem {
    const prompt = image.prompt.replace(/\s+/g, ' ').trim();
    const item = new vscode.TreeItem(ellipsize(prompt || model, longestLabel));
    item.id = id;
    item.description = model;
    // Plain text: a prompt is not Markdown.
    item.tooltip = `${item.label}\n${model}`;
    item.iconPath = vscode.Uri.file(store.pathOf(hasThumbnail ? thumbnailOf(file) : file));
    item.command = { command: commands.openImages, title: t('Show'), arguments: [id] };
    return item;
  }

  return {
    async items() {
      const thumbnails = new Set(await store.listThumbnails());
      const images = await store.list();
      return images.slice(0, firstImages).map((image) => toItem(image, thumbnails.has(image.file)));
    },
    onDidChange,
  };
}

/**
 * Saves an image that is dropped into a document, and shows it there. It comes from the list: Chromium lets nothing be dragged
 * from a page of ours into VS Code’s own, and VS Code’s Explorer takes nothing from other lists.
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
