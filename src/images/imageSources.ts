import * as vscode from 'vscode';
import { maximumSourceBytes } from '../protocol/imageLimits.ts';
import type { SourceView } from '../protocol/imagesProtocol.ts';
import type { ImageStore } from './imageStore.ts';

/** The sources that could be read, and why others could not be, in words. */
interface GatheredSources {
  readonly sources: readonly SourceView[];
  readonly refusals: readonly string[];
}

/** Asks for image files. */
export async function pickSourceFiles(): Promise<readonly vscode.Uri[]> {
  const { t } = vscode.l10n;
  const picked = await vscode.window.showOpenDialog({
    canSelectMany: true,
    filters: { [t('Images')]: ['png', 'jpg', 'jpeg', 'webp', 'gif', 'avif', 'bmp'] },
    openLabel: t('Add Source Images'),
    title: t('Add Source Images'),
  });
  return picked ?? [];
}

/** The files of addresses that were dropped: of files alone, whatever else a drag may carry. */
export function parseAddresses(addresses: readonly string[]): readonly vscode.Uri[] {
  return addresses.flatMap((address) => {
    try {
      const uri = vscode.Uri.parse(address, true);
      return /^(https?|command|data)$/i.test(uri.scheme) ? [] : uri;
    } catch {
      return [];
    }
  });
}

/** Stores image files, so that a source stays what it is whatever becomes of the file. */
export async function gatherSources(
  store: ImageStore,
  uris: readonly vscode.Uri[],
): Promise<GatheredSources> {
  const { t } = vscode.l10n;
  const sources: SourceView[] = [];
  const refusals: string[] = [];
  for (const uri of uris) {
    const name = uri.path.slice(uri.path.lastIndexOf('/') + 1);
    try {
      const { size, type } = await vscode.workspace.fs.stat(uri);
      if (type & vscode.FileType.Directory) refusals.push(t('{0} is a folder.', name));
      else if (size > maximumSourceBytes) refusals.push(t('{0} is larger than 64 MB.', name));
      else {
        const source = await keepSource(store, name, await vscode.workspace.fs.readFile(uri));
        if (source) sources.push(source);
        else refusals.push(refuse(name));
      }
    } catch {
      refusals.push(t('{0} could not be read.', name));
    }
  }
  return { sources, refusals };
}

/** The same with the bytes of one, as they were pasted or dropped. */
export async function gatherBytes(
  store: ImageStore,
  name: string,
  bytes: Uint8Array,
): Promise<GatheredSources> {
  const source = await keepSource(store, name, bytes);
  return source ? { sources: [source], refusals: [] } : { sources: [], refusals: [refuse(name)] };
}

async function keepSource(
  store: ImageStore,
  name: string,
  content: Uint8Array,
): Promise<SourceView | undefined> {
  const stored = await store.keepFile(content);
  if (!stored) return undefined;
  const { file, bytes, width, height } = stored;
  return { file, name: name.slice(0, 200), bytes, width, height };
}

function refuse(name: string): string {
  return vscode.l10n.t('{0} is not an image in PNG, JPEG, WebP, GIF, AVIF or BMP format.', name);
}
