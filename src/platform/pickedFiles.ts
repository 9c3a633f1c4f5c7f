import * as vscode from 'vscode';

/** The files that a command is about: those selected in the Explorer, or else the one of the active tab. */
export function filesOfCommand(clicked: unknown, selected: unknown): readonly vscode.Uri[] {
  const all = Array.isArray(selected) && selected.length > 0 ? selected : [clicked];
  const uris = all.filter((each) => each instanceof vscode.Uri);
  if (uris.length > 0) return uris;
  const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
  return input instanceof vscode.TabInputCustom || input instanceof vscode.TabInputText ? [input.uri] : [];
}

/** The file URIs among dropped ones. A drag may also carry web addresses and the like, which are left out. */
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

/** The largest source image. The message below states this limit, too. */
const largestImageBytes = 64 * 1024 ** 2;

/** Asks for image files; empty if the person canceled. */
export async function pickImageFiles(
  title: string,
  { canSelectMany }: { readonly canSelectMany: boolean },
): Promise<readonly vscode.Uri[]> {
  const filters = { [vscode.l10n.t('Images')]: ['png', 'jpg', 'jpeg', 'webp', 'gif', 'avif', 'bmp'] };
  return (await vscode.window.showOpenDialog({ canSelectMany, filters, openLabel: title, title })) ?? [];
}

export function refuseType(name: string): string {
  return vscode.l10n.t('{0} is not an image in PNG, JPEG, WebP, GIF, AVIF or BMP format.', name);
}

/** Reads a file that may be an image; returns a message if it can't be read. */
export async function readImageFile(
  uri: vscode.Uri,
): Promise<{ readonly name: string; readonly bytes: Uint8Array } | { readonly refusal: string }> {
  const { t } = vscode.l10n;
  const name = uri.path.slice(uri.path.lastIndexOf('/') + 1);
  try {
    const { size, type } = await vscode.workspace.fs.stat(uri);
    if (type & vscode.FileType.Directory) return { refusal: t('{0} is a folder.', name) };
    if (size > largestImageBytes) return { refusal: t('{0} is larger than 64 MB.', name) };
    return { name, bytes: await vscode.workspace.fs.readFile(uri) };
  } catch {
    return { refusal: t('{0} could not be read.', name) };
  }
}
