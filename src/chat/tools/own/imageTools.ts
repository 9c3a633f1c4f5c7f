import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { RelayModels } from '../../../platform/connectedModel.ts';
import type { Lazy } from '../../../platform/loadWhenUsed.ts';
import { maximumSources } from '../../../protocol/imageLimits.ts';
import { type ImageParameters, imageParameters } from '../../../protocol/imagesProtocol.ts';
import { isWorthScaling } from '../../../relay/tokens/imageBudget.ts';
import { shortenPrompt } from '../../../text/ellipsize.ts';
import { joinItems } from '../../../text/joinText.ts';
import { nameOf } from '../../context/sources/workspaceFiles.ts';
import type { ScaleImage } from '../../model/sentImages.ts';
import { findTarget, longestShown, mediaPath, mediaPrompt } from './mediaTools.ts';
import { modelTexts } from './modelTexts.ts';
import { defineTool, fingerprintOf, type OwnTool, type ToolQuestion } from './ownTool.ts';
import { createToolFiles } from './toolFiles.ts';
import { isProtectedPath } from './toolPaths.ts';
import { quoteData } from './toolResults.ts';

const mostImages = 4;
const endings = /\.(?:png|jpe?g|webp|gif|avif|bmp)$/i;

/** A request to the image generation feature. */
interface ImageRequest {
  readonly prompt: string;
  readonly parameters: ImageParameters;
  /** Files that tools may read. */
  readonly sources: readonly vscode.Uri[];
  /** A folder that tools may read. */
  readonly folder: vscode.Uri;
  /** The name of the files, without extension. */
  readonly name: string;
}

interface GeneratedImages {
  readonly saved: readonly {
    readonly uri: vscode.Uri;
    readonly image: { readonly mediaType: string; readonly width: number; readonly height: number };
    readonly preview: Uint8Array | undefined;
  }[];
  /** Messages about images that are missing, which may include the relay's own. */
  readonly problems: readonly string[];
  /** Whether the request was sent, so that the relay may bill it. */
  readonly isSent: boolean;
}

interface ToolImages {
  /** Generates images and saves them, without overwriting files. `signal` cancels it. */
  readonly generate: (request: ImageRequest, signal: AbortSignal) => Promise<GeneratedImages>;
  /** A warning if the selected model may not accept source images; undefined if nothing is known against it. */
  readonly sourcesWarning: () => Promise<string | undefined>;
}

/** The part of the images feature that the tools use. */
export type ImagesOfTools = Lazy<{ readonly forTools: ToolImages }>;

const creation = {
  prompt: mediaPrompt,
  path: mediaPath,
  count: z.optional(z.int().check(z.minimum(1), z.maximum(mostImages))),
  aspectRatio: z.optional(imageParameters.def.shape.aspectRatio),
  size: z.optional(imageParameters.def.shape.size),
};
const creationInput = z.object(creation);
const editInput = z.object({
  ...creation,
  sources: z.array(mediaPath).check(z.minLength(1), z.maxLength(maximumSources)),
});

type Input = z.infer<typeof creationInput> & Partial<z.infer<typeof editInput>>;

/** The tools that generate and edit images, after the person allowed what is sent. */
export function createImageTools(
  images: ImagesOfTools,
  models: Pick<RelayModels, 'select' | 'selected'>,
  scaleImage: ScaleImage,
): Readonly<Record<'createImage' | 'editImage', OwnTool>> {
  const { t } = vscode.l10n;
  let warning: string | undefined;

  function ask({ prompt, path, count = 1, aspectRatio, size, sources = [] }: Input): ToolQuestion {
    const model = models.selected('image') ?? '';
    const details = joinItems([size ?? '', aspectRatio ?? ''].filter(Boolean), t);
    const lines = [
      t('Model: {0}', model || t('the first image model that the relay lists')),
      t('Number of images: {0}', details ? t('{0} ({1})', count, details) : count),
      ...(sources.length > 0 ? [t('Source images: {0}', sources.join(', '))] : []),
      t('Save to: {0}', path),
      ...(sources.length > 0 && warning ? [warning] : []),
      t('The relay may bill you for each image.'),
      // The prompt comes last, so that nothing in it can pass for another line.
      t('Prompt: {0}', prompt),
    ];
    return {
      text: lines.join('\n'),
      fingerprint: isProtectedPath(path) ? undefined : fingerprintOf(model),
    };
  }

  /** Throws a refusal for paths that tools may not read or write. */
  async function findFiles({ path, sources = [] }: Input) {
    const files = createToolFiles();
    const uris: vscode.Uri[] = [];
    for (const source of sources) uris.push(await files.find(source));
    return { ...(await findTarget(path, endings, 'image')), uris };
  }

  async function run(input: Input, { signal }: { readonly signal: AbortSignal }) {
    const { prompt, count, aspectRatio, size } = input;
    const { folder, name, uris } = await findFiles(input);
    const parameters = {
      count: count ?? 1,
      ...(aspectRatio !== undefined && { aspectRatio }),
      ...(size !== undefined && { size }),
    };
    signal.throwIfAborted();
    const { generate } = (await images.get()).forTools;
    const { saved, problems, isSent } = await generate(
      { prompt, parameters, sources: uris, folder, name },
      signal,
    );
    if (signal.aborted)
      return { status: 'cancelled' as const, text: modelTexts.imagesCancelled, summary: t('Canceled') };
    const made = saved.map(({ uri, image: { width, height, mediaType } }) =>
      modelTexts.savedImage(nameOf(uri), width > 0 ? `${width} × ${height} pixels` : '', mediaType),
    );
    const reasons = problems.length > 0 ? [quoteData(modelTexts.imageProblems, problems.join('\n'))] : [];
    if (saved.length === 0)
      return {
        status: 'failed' as const,
        text: [isSent ? modelTexts.noImages : modelTexts.imagesNotSent, ...reasons].join('\n'),
        summary: problems[0] ?? t('No images'),
      };
    const previews = await Promise.all(saved.map(({ preview }) => preview && scale(preview)));
    const pictures = previews.filter((preview) => preview !== undefined);
    return {
      text: [...made, ...reasons].join('\n'),
      ...(pictures.length > 0 && { pictures }),
      summary: saved.length === 1 ? t('1 image') : t('{0} images', saved.length),
    };
  }

  /** Scales an image down, so that the model sees it without the cost of its full size. */
  async function scale(bytes: Uint8Array): Promise<Uint8Array | undefined> {
    if (!isWorthScaling(bytes)) return bytes;
    const scaled = await scaleImage(bytes);
    return typeof scaled === 'object' ? scaled : undefined;
  }

  const common = {
    isReading: false,
    isAvailable: () => models.selected('image') !== undefined,
    async prepare(input: Input) {
      await findFiles(input);
      await models.select('image');
      if (input.sources) warning = await (await images.get()).forTools.sourcesWarning();
    },
    ask,
    run,
  };
  return {
    createImage: defineTool({
      ...common,
      input: creationInput,
      describe: ({ prompt }) => t('Generate image: {0}', shortenPrompt(prompt, longestShown)),
    }),
    editImage: defineTool({
      ...common,
      input: editInput,
      describe: ({ prompt }) => t('Edit image: {0}', shortenPrompt(prompt, longestShown)),
    }),
  };
}
