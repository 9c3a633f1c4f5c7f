import * as vscode from 'vscode';
import { pickImageFiles, readImageFile } from '../platform/pickedImages.ts';
import { convertedSide } from '../protocol/imageLimits.ts';
import type { ImageFormat, SourceView } from '../protocol/imagesProtocol.ts';
import { detectImageType } from '../relay/media/imageFormat.ts';
import { readChatImage } from '../relay/tokens/imageBudget.ts';
import type { SourceBytes } from './imageEndpoints.ts';
import type { ImageStore } from './imageStore.ts';
import type { ImageSettings } from './metadata/imageSettings.ts';
import { readProvenance } from './metadata/provenance.ts';
import { keepLocationSetting, prepareSent } from './sentPhotos.ts';

/** The sources that could be read, and in words why others could not be. */
interface GatheredSources {
  readonly sources: readonly SourceView[];
  readonly refusals: readonly string[];
  /** What else there is to know. */
  readonly notes: readonly string[];
  /** The first one whose file says what it was made by. */
  readonly made: { readonly name: string; readonly settings: ImageSettings } | undefined;
}

/** Draws an image anew; undefined where no page is there to draw it. */
type DrawImage = (
  bytes: Uint8Array,
  format: ImageFormat,
  longestSide?: number,
) => Promise<Uint8Array> | undefined;

/** Takes images in as sources, and prepares them to be sent. */
export class ImageSources {
  readonly #store: Pick<ImageStore, 'keepFile'>;
  readonly #draw: DrawImage;

  constructor(store: Pick<ImageStore, 'keepFile'>, draw: DrawImage) {
    this.#store = store;
    this.#draw = draw;
  }

  /** Asks for image files. */
  async pick(): Promise<GatheredSources> {
    return this.gather(await pickImageFiles(vscode.l10n.t('Add Source Images'), { canSelectMany: true }));
  }

  /** Stores image files, so that a source stays what it is whatever becomes of the file. */
  async gather(uris: readonly vscode.Uri[]): Promise<GatheredSources> {
    const all: GatheredSources[] = [];
    for (const uri of uris) {
      const read = await readImageFile(uri);
      all.push('refusal' in read ? refuse(read.refusal) : await this.gatherBytes(read.name, read.bytes));
    }
    return {
      sources: all.flatMap(({ sources }) => sources),
      refusals: all.flatMap(({ refusals }) => refusals),
      notes: all.flatMap(({ notes }) => notes),
      made: all.find(({ made }) => made)?.made,
    };
  }

  /** The same with the bytes of one, as they were pasted or dropped. */
  async gatherBytes(name: string, bytes: Uint8Array): Promise<GatheredSources> {
    const { t } = vscode.l10n;
    if (!detectImageType(bytes)) return refuse(refuseType(name));
    const sent = prepareSent(bytes);
    const turned = sent?.isTurned && (await this.#turnUpright(sent.bytes));
    const stored = sent && (await this.#store.keepFile(turned || sent.bytes));
    if (!stored) return refuse(refuseLocation(name));
    const { file, bytes: size, width, height } = stored;
    const source = { file, name: name.slice(0, 200), bytes: size, width, height };
    const settings = readProvenance(bytes);
    return {
      sources: [source],
      refusals: [],
      notes: [
        ...(sent.hadLocation ? [t('Location data was removed from {0}.', name)] : []),
        ...(turned ? [t('{0} was rotated upright.', name)] : []),
      ],
      made: settings && { name, settings },
    };
  }

  /** A source as it may be sent, for a chat in a form that chat models take; or why it may not. */
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

  /** Not every service turns a photo as its file says, and a mask is drawn on what is seen. */
  async #turnUpright(bytes: Uint8Array): Promise<Uint8Array | undefined> {
    const type = detectImageType(bytes);
    const format = type === 'image/png' || type === 'image/webp' ? type : 'image/jpeg';
    return this.#draw(bytes, format)?.catch(() => undefined);
  }
}

function refuse(refusal: string): GatheredSources {
  return { sources: [], refusals: [refusal], notes: [], made: undefined };
}

export function refuseType(name: string): string {
  return vscode.l10n.t('{0} is not an image in PNG, JPEG, WebP, GIF, AVIF or BMP format.', name);
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
