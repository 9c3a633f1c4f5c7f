import * as vscode from 'vscode';

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
