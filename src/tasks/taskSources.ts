import * as vscode from 'vscode';
import { pickImageFiles, readImageFile, refuseType } from '../platform/pickedFiles.ts';
import type { TaskSource } from '../protocol/tasksProtocol.ts';
import type { TaskStore } from './taskStore.ts';

/** The image, or a message why it can't be used. */
export type FoundSource = TaskSource | string;

/** Source images of tasks, stored so that they stay the same even if the files change. */
export class TaskSources {
  readonly #store: TaskStore;
  readonly #withoutLocation: (bytes: Uint8Array) => Promise<Uint8Array | undefined>;

  constructor(store: TaskStore, withoutLocation: (bytes: Uint8Array) => Promise<Uint8Array | undefined>) {
    this.#store = store;
    this.#withoutLocation = withoutLocation;
  }

  /** Asks for a file; undefined if the person canceled. */
  async pick(): Promise<FoundSource | undefined> {
    const [picked] = await pickImageFiles(vscode.l10n.t('Add Source Image'), { canSelectMany: false });
    return picked && this.read(picked);
  }

  async read(uri: vscode.Uri): Promise<FoundSource> {
    const read = await readImageFile(uri);
    if ('refusal' in read) return read.refusal;
    return this.keep(read.name, read.bytes).catch(() => vscode.l10n.t('{0} could not be read.', read.name));
  }

  async keep(name: string, found: Uint8Array): Promise<FoundSource> {
    const bytes = await this.#withoutLocation(found);
    if (!bytes) return vscode.l10n.t('The location data could not be removed from {0}.', name);
    const file = await this.#store.keepSource(bytes);
    if (!file) return refuseType(name);
    return { file, name: name.slice(0, 200) };
  }
}
