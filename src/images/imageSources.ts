import * as vscode from 'vscode';
import { pickImageFiles, readImageFile, refuseType } from '../platform/pickedFiles.ts';
import { convertedSide } from '../protocol/imageLimits.ts';
import type { ImageFormat, SourceView } from '../protocol/imagesProtocol.ts';
import { detectImageType } from '../relay/media/imageFormat.ts';
import { readChatImage } from '../relay/tokens/imageBudget.ts';
import type { SourceBytes } from './imageEndpoints.ts';
import type { ImageStore } from './imageStore.ts';
import type { ImageSettings } from './metadata/imageSettings.ts';
import { readProvenance } from './metadata/provenance.ts';
import { keepLocationSetting, prepareSent } from './sentPhotos.ts';

/** A source, with messages about it and the settings in its file; or why it can't be one. */
type GatheredSource =
  | {
      readonly source: SourceView;
      readonly notes: readonly string[];
      readonly settings: ImageSettings | undefined;
    }
  | { readonly refusal: string };

/** Redraws an image; undefined if no page is open to draw it. */
type DrawImage = (
  bytes: Uint8Array,
  format: ImageFormat,
  longestSide?: number,
) => Promise<Uint8Array> | undefined;

/** Adds images as sources, and prepares them for sending. */
export class ImageSources {
  readonly #store: Pick<ImageStore, 'keepFile'>;
  readonly #draw: DrawImage;

  constructor(store: Pick<ImageStore, 'keepFile'>, draw: DrawImage) {
    this.#store = store;
    this.#draw = draw;
  }

  /** Asks for image files. */
  async pick(): Promise<readonly GatheredSource[]> {
    return this.gather(await pickImageFiles(vscode.l10n.t('Add Source Images'), { canSelectMany: true }));
  }

  /** Stores image files, so that a source stays the same even if the file changes. */
  async gather(uris: readonly vscode.Uri[]): Promise<readonly GatheredSource[]> {
    const all: GatheredSource[] = [];
    for (const uri of uris) {
      const read = await readImageFile(uri);
      all.push('refusal' in read ? read : await this.gatherBytes(read.name, read.bytes));
    }
    return all;
  }

  /** The same for the bytes of a pasted or dropped image. */
  async gatherBytes(name: string, bytes: Uint8Array): Promise<GatheredSource> {
    const { t } = vscode.l10n;
    if (!detectImageType(bytes)) return { refusal: refuseType(name) };
    const sent = prepareSent(bytes);
    const turned = sent?.isTurned && (await this.#turnUpright(sent.bytes));
    const stored = sent && (await this.#store.keepFile(turned || sent.bytes));
    if (!stored) return { refusal: refuseLocation(name) };
    const { file, bytes: size, width, height } = stored;
    return {
      source: { file, name: name.slice(0, 200), bytes: size, width, height },
      notes: [
        ...(sent.hadLocation ? [t('Location data was removed from {0}.', name)] : []),
        ...(turned ? [t('{0} was rotated upright.', name)] : []),
      ],
      settings: readProvenance(bytes),
    };
  }

  /** Prepares a source for sending, for a chat in a format that chat models accept; or returns why it can't be sent. */
  async prepare(
    { bytes, name }: SourceBytes,
    isForChat: boolean,
  ): Promise<SourceBytes | { readonly refusal: string }> {
    const sent = prepareSent(bytes);
    if (!sent) return { refusal: refuseLocation(name) };
    if (!isForChat || readChatImage(sent.bytes)) return { bytes: sent.bytes, name };
    const drawn = await this.#draw(sent.bytes, 'image/webp', convertedSide)?.catch(() => undefined);
    return drawn ? { bytes: drawn, name } : { refusal: refuseConversion(name) };
  }

  /** Not every service applies the orientation in a photo's file, and masks are drawn on the upright image. */
  async #turnUpright(bytes: Uint8Array): Promise<Uint8Array | undefined> {
    const type = detectImageType(bytes);
    const format = type === 'image/png' || type === 'image/webp' ? type : 'image/jpeg';
    return this.#draw(bytes, format)?.catch(() => undefined);
  }
}

export function refuseConversion(name: string): string {
  return vscode.l10n.t('{0} has to be converted first. Open the Images tab and try again.', name);
}

export function refuseLocation(name: string): string {
  return vscode.l10n.t(
    '{0} may contain location data that can’t be removed. Convert it to PNG or JPEG, or turn on {1}.',
    name,
    keepLocationSetting,
  );
}
