import * as vscode from 'vscode';
import { commands } from '../manifest.ts';
import { notify } from '../platform/notifications.ts';
import { filesOfCommand, readImageFile, refuseType } from '../platform/pickedFiles.ts';
import { type ImageParameters, imageParameters } from '../protocol/imagesProtocol.ts';
import { detectImageType } from '../relay/media/imageFormat.ts';
import { readPictureSize } from '../relay/tokens/pictureSize.ts';
import type { WriteAltText } from './altText.ts';
import type { ImageSettings } from './metadata/imageSettings.ts';
import { readProvenance } from './metadata/provenance.ts';
import type { ImageSaver } from './saveImages.ts';

/** The settings of an image file, as the Images tab accepts them. */
export interface ReusedSettings extends Omit<ImageSettings, 'parameters'> {
  readonly parameters: ImageParameters;
}

interface ImageFilePorts {
  readonly writeAltText: WriteAltText;
  readonly saver: Pick<ImageSaver, 'insertFile'>;
  /** Shows the settings in the Images tab, which selects their model, with a message about them. */
  readonly reuse: (settings: ReusedSettings, words: string) => void;
}

/** The commands for image files of the Explorer and of the active tab. */
export function createImageFiles({ writeAltText, saver, reuse }: ImageFilePorts) {
  const { t } = vscode.l10n;

  /** Reads the first image that a command was run on; without one, tells the person. */
  async function readImage(clicked: unknown, selected: unknown) {
    const [uri] = filesOfCommand(clicked, selected);
    if (!uri) return void notify('info', t('Select an image file in the Explorer, or open it.'));
    const read = await readImageFile(uri);
    if ('refusal' in read) return void notify('warning', read.refusal);
    const mediaType = detectImageType(read.bytes);
    if (!mediaType) return void notify('warning', refuseType(read.name));
    return { uri, ...read };
  }

  async function writeAlt(clicked: unknown, selected: unknown): Promise<void> {
    const image = await readImage(clicked, selected);
    const alt = image && (await writeAltText(image.name, image.bytes));
    if (!alt) return;
    const [copy, insert] = [t('Copy'), t('Insert at Cursor')];
    const chosen = await notify('info', alt, copy, insert);
    if (chosen === copy) await vscode.env.clipboard.writeText(alt);
    const { width = 0, height = 0 } = readPictureSize(image.bytes) ?? {};
    if (chosen === insert) await saver.insertFile(image.uri, { alt, width, height });
  }

  function reuseSettings(name: string, settings: ImageSettings): void {
    const words = settings.model
      ? t('The prompt and settings come from {0}, generated with {1}.', name, settings.model)
      : t('The prompt and settings come from {0}.', name);
    reuse({ ...settings, parameters: readParameters(settings.parameters) }, words);
  }

  async function reuseFile(clicked: unknown, selected: unknown): Promise<void> {
    const image = await readImage(clicked, selected);
    if (!image) return;
    const found = readProvenance(image.bytes);
    if (found) return reuseSettings(image.name, found);
    void notify('info', t('{0} contains no prompt and no settings.', image.name));
  }

  return {
    /** Offers to reuse the settings found in a file that was added as a source. */
    async offerSettings(name: string, found: ImageSettings): Promise<void> {
      const reuseThem = t('Reuse Settings');
      const words = t('{0} contains the prompt and the settings it was generated with.', name);
      if ((await notify('info', words, reuseThem)) === reuseThem) reuseSettings(name, found);
    },
    commands: vscode.Disposable.from(
      vscode.commands.registerCommand(commands.writeAltText, writeAlt),
      vscode.commands.registerCommand(commands.reuseImageSettings, reuseFile),
    ),
  };
}

/** The parameters that the tab knows. Anybody may have written those in a file. */
function readParameters(parameters: ImageSettings['parameters']): ImageParameters {
  const { count, aspectRatio, size, further } = parameters;
  const known = Object.entries({ count, aspectRatio, size, further }).map(
    ([name, value]) => imageParameters.safeParse({ [name]: value }).data,
  );
  return Object.assign({}, ...known.map((each) => each ?? {}));
}
