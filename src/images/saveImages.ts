import { posix } from 'node:path';
import * as vscode from 'vscode';
import { fileTypeOf } from '../platform/fileType.ts';
import type { LastEditor } from '../platform/lastEditor.ts';
import { notify } from '../platform/notifications.ts';
import { imageFolderSetting, readImageFolder, readUserValue } from '../platform/settings/settings.ts';
import type { ImageFormat } from '../protocol/imagesProtocol.ts';
import type { ImageRecord } from './imageRecords.ts';
import { altFromPrompt, nameFromPrompt, writeSnippet } from './imageSnippet.ts';
import { writeProvenance } from './metadata/provenance.ts';

interface SavingPorts {
  readonly read: (file: string) => Promise<Uint8Array>;
  /** By the page, which alone can draw: `scale` is 1 or less. Rejects where it can't. */
  readonly convert: (image: ImageRecord, format: ImageFormat, scale: number) => Promise<Uint8Array>;
  readonly lastEditor: LastEditor;
  /** Asks a model that sees for the alt text; undefined where the person cancelled. */
  readonly writeAlt: (image: ImageRecord) => Promise<string | undefined>;
}

/** One file of an image; `@2x` is in the name of the larger one of two. */
interface ImageFile {
  readonly suffix: '' | '@2x';
  readonly extension: string;
  readonly bytes: Uint8Array;
}

const provenanceSetting = 'modelRelay.images.provenance';
/** So many files of one name are looked for. */
const mostOfOneName = 1_000;

/** Images of the gallery, saved where the work is. Files that are there are never replaced without VS Code's own question. */
export class ImageSaver {
  readonly #ports: SavingPorts;

  constructor(ports: SavingPorts) {
    this.#ports = ports;
  }

  /** Saves the file as it came under a name in a folder, which the caller has checked. */
  async saveInto(folder: vscode.Uri, name: string, image: ImageRecord): Promise<vscode.Uri | undefined> {
    const [saved] = await createFiles(folder, name, [await this.#original(image)]);
    return saved;
  }

  /** Saves the file as it came. */
  async save(image: ImageRecord): Promise<void> {
    await this.#saveFiles(image, [await this.#original(image)]);
  }

  /** Asks for format and sizes, and saves. */
  async saveAs(image: ImageRecord): Promise<void> {
    const choice = await chooseFormat(image);
    if (!choice) return;
    const { format, isTwoSizes } = choice;
    const convert = async (suffix: ImageFile['suffix'], scale: number): Promise<ImageFile> => ({
      suffix,
      extension: extensions[format],
      bytes: this.#signed(await this.#ports.convert(image, format, scale), image),
    });
    const files = isTwoSizes ? [await convert('', 0.5), await convert('@2x', 1)] : [await convert('', 1)];
    await this.#saveFiles(image, files);
  }

  /** Saves the image and writes what shows it at the cursor of the last text editor. */
  async insert(image: ImageRecord): Promise<void> {
    const { t } = vscode.l10n;
    const { document } = this.#ports.lastEditor;
    if (!document)
      return void notify('info', t('Open a text editor first. The image is inserted at its cursor.'));
    const alt = await this.#chooseAlt(image);
    if (alt === undefined) return;
    const [saved] = (await this.#saveFiles(image, [await this.#original(image)], true)) ?? [];
    if (!saved) return;
    const editor = await this.#ports.lastEditor.show(document);
    const { width, height } = image;
    const path = relativePath(document.uri, saved);
    const snippet = writeSnippet(document.languageId, { path, alt, width, height });
    const isWritten = await editor.edit((edit) => edit.replace(editor.selection, snippet));
    if (!isWritten) void notify('warning', t('{0} is read-only. The image was saved.', document.fileName));
  }

  async #original(image: ImageRecord): Promise<ImageFile> {
    const extension = image.file.slice(image.file.lastIndexOf('.') + 1);
    return { suffix: '', extension, bytes: this.#signed(await this.#ports.read(image.file), image) };
  }

  /** With what it was made by, where the person wants that and the format has a place for it. */
  #signed(bytes: Uint8Array, image: ImageRecord): Uint8Array {
    return (readUserValue(provenanceSetting) === true && writeProvenance(bytes, image)) || bytes;
  }

  async #chooseAlt(image: ImageRecord): Promise<string | undefined> {
    const { t } = vscode.l10n;
    const fromPrompt = altFromPrompt(image.prompt);
    const byModel = {
      label: t('Write Alt Text with a Model'),
      detail: t('Sends the image to the selected chat model.'),
    };
    const picked = await vscode.window.showQuickPick(
      [{ label: t('Use the Prompt as Alt Text'), detail: fromPrompt }, byModel],
      { title: t('Insert Image'), placeHolder: t('Alternative text of the image') },
    );
    return picked === byModel ? this.#ports.writeAlt(image) : picked && fromPrompt;
  }

  async #saveFiles(
    image: ImageRecord,
    files: readonly ImageFile[],
    isQuiet = false,
  ): Promise<readonly vscode.Uri[] | undefined> {
    const { t } = vscode.l10n;
    const name = nameFromPrompt(image.prompt);
    const folder = await findFolder();
    const saved = folder ? await createFiles(folder, name, files) : await saveByDialog(name, files);
    const [first] = saved ?? [];
    if (first && !isQuiet) void offerToOpen(first, t('Saved {0}', vscode.workspace.asRelativePath(first)));
    return saved;
  }
}

const extensions: Readonly<Record<ImageFormat, string>> = {
  'image/png': 'png',
  'image/webp': 'webp',
  'image/jpeg': 'jpg',
};

async function chooseFormat({ width, height }: ImageRecord) {
  const { t } = vscode.l10n;
  const formats = Object.entries(extensions) as [ImageFormat, string][];
  const half = t('{0} × {1}', Math.round(width / 2), Math.round(height / 2));
  const full = t('{0} × {1}', width, height);
  const items = [false, true].flatMap((isTwoSizes) =>
    formats.map(([format, extension]) => ({
      label: isTwoSizes ? t('{0}, 1x and 2x', extension.toUpperCase()) : extension.toUpperCase(),
      description: isTwoSizes ? t('{0} and {1}', half, full) : full,
      format,
      isTwoSizes,
    })),
  );
  return vscode.window.showQuickPick(items, {
    title: t('Save Image As'),
    placeHolder: t('Format and size'),
    matchOnDescription: true,
  });
}

/** The folder of the setting. Undefined where none is set or it can't be used: then the person is asked. */
async function findFolder(): Promise<vscode.Uri | undefined> {
  const { t } = vscode.l10n;
  const [workspace] = vscode.workspace.workspaceFolders ?? [];
  const set = readImageFolder().trim();
  if (!workspace || set === '') return undefined;
  const names = set
    .replaceAll('\\', '/')
    .split('/')
    .filter((name) => name !== '' && name !== '.');
  const isElsewhere =
    /^(?:[\\/~]|[a-z]:)/i.test(set) || names.some((name) => name === '..' || name.includes(':'));
  if (isElsewhere || (await hasLink(workspace.uri, names))) {
    void notify('warning', t('{0} is not a folder of the workspace: “{1}”.', imageFolderSetting, set));
    return undefined;
  }
  return vscode.Uri.joinPath(workspace.uri, ...names);
}

/** Whether a link is on the way, which may lead out of the workspace. */
async function hasLink(root: vscode.Uri, names: readonly string[]): Promise<boolean> {
  for (let depth = 1; depth <= names.length; depth += 1) {
    const type = await fileTypeOf(vscode.Uri.joinPath(root, ...names.slice(0, depth)));
    if (type === undefined) return false;
    if (type & vscode.FileType.SymbolicLink || !(type & vscode.FileType.Directory)) return true;
  }
  return false;
}

/** Creates the files under the first name that none of them has yet. */
async function createFiles(
  folder: vscode.Uri,
  name: string,
  files: readonly ImageFile[],
): Promise<readonly vscode.Uri[]> {
  for (let number = 1; number <= mostOfOneName; number += 1) {
    const stem = number === 1 ? name : `${name}-${number}`;
    const targets = files.map(({ suffix, extension }) =>
      vscode.Uri.joinPath(folder, `${stem}${suffix}.${extension}`),
    );
    const types = await Promise.all(targets.map(fileTypeOf));
    if (types.some((type) => type !== undefined)) continue;
    const edit = new vscode.WorkspaceEdit();
    for (const [index, { bytes }] of files.entries()) {
      const target = targets[index];
      // Another program may have been quicker: then nothing is replaced.
      if (target) edit.createFile(target, { contents: bytes, overwrite: false, ignoreIfExists: false });
    }
    if (await vscode.workspace.applyEdit(edit)) return targets;
  }
  throw new Error(`No file named ${name} could be created in ${folder.path}`);
}

/** VS Code's own dialog asks before a file is replaced; of two files, the second takes the name of the first. */
async function saveByDialog(
  name: string,
  files: readonly ImageFile[],
): Promise<readonly vscode.Uri[] | undefined> {
  const { t } = vscode.l10n;
  const [first, ...others] = files;
  if (!first) return undefined;
  const [workspace] = vscode.workspace.workspaceFolders ?? [];
  const target = await vscode.window.showSaveDialog({
    title: t('Save Image'),
    ...(workspace && { defaultUri: vscode.Uri.joinPath(workspace.uri, `${name}.${first.extension}`) }),
    filters: { [t('Images')]: [first.extension] },
  });
  if (!target) return undefined;
  await vscode.workspace.fs.writeFile(target, first.bytes);
  const folder = target.with({ path: posix.dirname(target.path) });
  const stem = posix.basename(target.path, `.${first.extension}`);
  const more = others.length > 0 ? await createFiles(folder, stem, others) : [];
  return [target, ...more];
}

async function offerToOpen(uri: vscode.Uri, words: string): Promise<void> {
  const open = vscode.l10n.t('Open');
  if ((await notify('info', words, open)) === open) await vscode.commands.executeCommand('vscode.open', uri);
}

/** How a document names a file; of another disk or machine, by its whole path. */
function relativePath(document: vscode.Uri, file: vscode.Uri): string {
  const workspace = vscode.workspace.getWorkspaceFolder(file)?.uri;
  const from =
    document.scheme === 'untitled' ? workspace : document.with({ path: posix.dirname(document.path) });
  if (!from || from.scheme !== file.scheme || from.authority !== file.authority) return file.path;
  return posix.relative(from.path, file.path);
}
