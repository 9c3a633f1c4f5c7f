import { posix } from 'node:path';
import * as vscode from 'vscode';
import type { LastEditor } from '../platform/lastEditor.ts';
import { notify } from '../platform/notifications.ts';
import { createFiles, type NewFile, saveNewFiles } from '../platform/saveFiles.ts';
import { readUserValue } from '../platform/settings/settings.ts';
import type { ImageFormat } from '../protocol/imagesProtocol.ts';
import { nameFromPrompt } from '../text/nameFromPrompt.ts';
import { altFromPrompt, hasAlt, type ShownImage, writeSnippet } from './imageSnippet.ts';
import type { ImageRecord } from './imageStore.ts';
import { writeProvenance } from './metadata/provenance.ts';

interface SavingPorts {
  readonly read: (file: string) => Promise<Uint8Array>;
  /** Converts an image in the page, because the host can't draw: `scale` is 1 or less. Rejects if that fails. */
  readonly convert: (image: ImageRecord, format: ImageFormat, scale: number) => Promise<Uint8Array>;
  readonly lastEditor: LastEditor;
  /** Asks a vision model for the alt text; undefined if the person canceled. */
  readonly writeAlt: (image: ImageRecord) => Promise<string | undefined>;
}

const provenanceSetting = 'modelRelay.images.provenance';

/** Saves images of the gallery in the workspace. Existing files are only replaced after VS Code's own confirmation. */
export class ImageSaver {
  readonly #ports: SavingPorts;

  constructor(ports: SavingPorts) {
    this.#ports = ports;
  }

  /** Saves the original image under a name in a folder, which the caller has checked. */
  async saveInto(folder: vscode.Uri, name: string, image: ImageRecord): Promise<vscode.Uri> {
    const [saved] = await createFiles(folder, name, [await this.#original(image)]);
    if (!saved) throw new Error('No file was created');
    return saved;
  }

  /** Saves the original image. */
  async save(image: ImageRecord): Promise<void> {
    await this.#saveFiles(image, [await this.#original(image)]);
  }

  /** Asks for format and sizes, and saves. */
  async saveAs(image: ImageRecord): Promise<void> {
    const choice = await chooseFormat(image);
    if (!choice) return;
    const { format, isTwoSizes } = choice;
    const convert = async (suffix: NewFile['suffix'], scale: number): Promise<NewFile> => ({
      suffix,
      extension: extensions[format],
      content: this.#signed(await this.#ports.convert(image, format, scale), image),
    });
    const files = isTwoSizes ? [await convert('', 0.5), await convert('@2x', 1)] : [await convert('', 1)];
    await this.#saveFiles(image, files);
  }

  /** Saves the image and inserts its markup at the cursor of the last text editor. */
  async insert(image: ImageRecord): Promise<void> {
    const document = this.#openDocument();
    if (!document) return;
    const alt = hasAlt(document.languageId) ? await this.#chooseAlt(image) : '';
    if (alt === undefined) return;
    const saved = await this.#saveQuietly(image);
    if (!saved) return;
    const { width, height } = image;
    if (!(await this.#write(document, saved, { alt, width, height })))
      void notify(
        'warning',
        vscode.l10n.t('The image was saved but not inserted because {0} is read-only.', document.fileName),
      );
  }

  /** Saves the image, and returns its markup for the document; undefined if it was not saved. */
  async saveFor(document: vscode.TextDocument, image: ImageRecord): Promise<string | undefined> {
    const saved = await this.#saveQuietly(image);
    const { prompt, width, height } = image;
    return saved && writeShown(document, saved, { alt: altFromPrompt(prompt), width, height });
  }

  /** Inserts the markup of an image file at the cursor of the last text editor. */
  async insertFile(file: vscode.Uri, shown: Omit<ShownImage, 'path'>): Promise<void> {
    const document = this.#openDocument();
    if (document && !(await this.#write(document, file, shown)))
      void notify('warning', vscode.l10n.t('{0} is read-only and can’t be changed.', document.fileName));
  }

  #openDocument(): vscode.TextDocument | undefined {
    const { document } = this.#ports.lastEditor;
    const words = vscode.l10n.t('Open a text editor first. The image is inserted at its cursor.');
    if (!document) void notify('info', words);
    return document;
  }

  async #saveQuietly(image: ImageRecord): Promise<vscode.Uri | undefined> {
    return (await this.#saveFiles(image, [await this.#original(image)], true))?.[0];
  }

  async #write(
    document: vscode.TextDocument,
    file: vscode.Uri,
    shown: Omit<ShownImage, 'path'>,
  ): Promise<boolean> {
    const editor = await this.#ports.lastEditor.show(document);
    const snippet = writeShown(document, file, shown);
    return editor.edit((edit) => edit.replace(editor.selection, snippet));
  }

  async #original(image: ImageRecord): Promise<NewFile> {
    const extension = image.file.slice(image.file.lastIndexOf('.') + 1);
    return { suffix: '', extension, content: this.#signed(await this.#ports.read(image.file), image) };
  }

  /** The bytes with the image's settings, if the person wants that and the format has a place for them. */
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
      { title: t('Insert Image'), placeHolder: t('Alt text for the image') },
    );
    return picked === byModel ? this.#ports.writeAlt(image) : picked && fromPrompt;
  }

  async #saveFiles(
    image: ImageRecord,
    files: readonly NewFile[],
    isQuiet = false,
  ): Promise<readonly vscode.Uri[] | undefined> {
    const { t } = vscode.l10n;
    const words = { title: t('Save Image'), kind: t('Images') };
    return saveNewFiles(nameFromPrompt(image.prompt), files, words, isQuiet);
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

function writeShown(
  document: vscode.TextDocument,
  file: vscode.Uri,
  shown: Omit<ShownImage, 'path'>,
): string {
  return writeSnippet(document.languageId, { path: relativePath(document.uri, file), ...shown });
}

/** The path of a file, relative to a document; the full path if it is on another disk or machine. */
function relativePath(document: vscode.Uri, file: vscode.Uri): string {
  const workspace = vscode.workspace.getWorkspaceFolder(file)?.uri;
  const from =
    document.scheme === 'untitled' ? workspace : document.with({ path: posix.dirname(document.path) });
  if (!from || from.scheme !== file.scheme || from.authority !== file.authority) return file.path;
  return posix.relative(from.path, file.path);
}
