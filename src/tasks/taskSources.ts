import * as vscode from 'vscode';
import { maximumSourceBytes } from '../protocol/imageLimits.ts';
import type { TaskSource } from '../protocol/tasksProtocol.ts';
import type { TaskStore } from './taskStore.ts';

/** The image, or in words why it can't be used. */
export type FoundSource = TaskSource | string;

/** Images that tasks are made from, stored so that they stay what they are. */
export class TaskSources {
  readonly #store: TaskStore;
  /** An image as it may be sent; undefined where it can't be made so. */
  readonly #prepareSent: (bytes: Uint8Array) => Promise<Uint8Array | undefined>;

  constructor(store: TaskStore, prepareSent: (bytes: Uint8Array) => Promise<Uint8Array | undefined>) {
    this.#store = store;
    this.#prepareSent = prepareSent;
  }

  /** Asks for a file; undefined if it was cancelled. */
  async pick(): Promise<FoundSource | undefined> {
    const { t } = vscode.l10n;
    const [picked] =
      (await vscode.window.showOpenDialog({
        filters: { [t('Images')]: ['png', 'jpg', 'jpeg', 'webp', 'gif', 'avif', 'bmp'] },
        openLabel: t('Add Source Image'),
        title: t('Add Source Image'),
      })) ?? [];
    return picked && this.read(picked);
  }

  async read(uri: vscode.Uri): Promise<FoundSource> {
    const { t } = vscode.l10n;
    const name = uri.path.slice(uri.path.lastIndexOf('/') + 1);
    try {
      const { size } = await vscode.workspace.fs.stat(uri);
      if (size > maximumSourceBytes) return t('{0} is larger than 64 MB.', name);
      return await this.keep(name, await vscode.workspace.fs.readFile(uri));
    } catch {
      return t('{0} could not be read.', name);
    }
  }

  async keep(name: string, found: Uint8Array): Promise<FoundSource> {
    const { t } = vscode.l10n;
    const bytes = await this.#prepareSent(found);
    if (!bytes) return t('The location could not be removed from {0}.', name);
    const file = await this.#store.keepSource(bytes);
    if (!file) return t('{0} is not an image in PNG, JPEG, WebP, GIF, AVIF or BMP format.', name);
    return { file, name: name.slice(0, 200) };
  }
}
