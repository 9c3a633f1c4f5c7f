/**
 * The messages between the extension host and the Images tab. The host owns the images and runs, and makes all
 * decisions about them. The page owns the draft: the prompt, its parameters and its sources, which VS Code restores
 * after a reload. To show images, the page loads them from the store's folder: no message carries them.
 */
import * as z from 'zod/mini';
import { generationMessages, maximumBase64Length } from './generationMessages.ts';
import { maximumPromptLength, maximumSources } from './imageLimits.ts';
import { failureView, furtherParameters } from './protocolViews.ts';

/** Only names of this form become a path or a URL. */
const imageFileName = z.string().check(z.regex(/^[\da-f]{64}\.(?:png|jpg|gif|webp|avif|bmp)$/));
const imageId = z.string().check(z.regex(/^[\w-]{1,64}$/));

/** A format to which the page can convert an image. */
const imageFormat = z.enum(['image/png', 'image/webp', 'image/jpeg']);
export type ImageFormat = z.infer<typeof imageFormat>;

/** The parameters of a run besides the prompt; absent ones are left to the model. */
export const imageParameters = z.object({
  count: z.exactOptional(z.int().check(z.minimum(1), z.maximum(10))),
  /** Such as '16:9'. */
  aspectRatio: z.exactOptional(z.string().check(z.regex(/^\d{1,3}:\d{1,3}$/))),
  /** Such as '1024x1024' or '2K'. */
  size: z.exactOptional(z.string().check(z.minLength(1), z.maxLength(40))),
  /** Further fields, sent as they are. */
  further: z.exactOptional(furtherParameters),
});
export type ImageParameters = z.infer<typeof imageParameters>;

/** A generated image, with its request and result. */
export const imageView = z.object({
  id: imageId,
  /** In milliseconds since 1970. */
  createdAt: z.number(),
  prompt: z.string(),
  model: z.string(),
  parameters: imageParameters,
  /** Its sources among the store's images; it counts as a version of the first one. */
  parentIds: z.array(imageId),
  /** Total number of sources, including files. */
  sourceCount: z.exactOptional(z.number()),
  /** Its name in the store's folder: the hash of its bytes. */
  file: imageFileName,
  mediaType: z.string(),
  bytes: z.number(),
  /** In pixels; 0 if the header does not tell. */
  width: z.number(),
  height: z.number(),
  /** From the request to the image. */
  seconds: z.number(),
  /** The prompt as the model revised it. */
  revisedPrompt: z.exactOptional(z.string()),
  requestId: z.exactOptional(z.string()),
  /** The model that responded, if its name differs from the requested one. */
  servedModel: z.exactOptional(z.string()),
  isFavorite: z.boolean(),
});
export type ImageView = z.infer<typeof imageView>;

const sourceView = z.object({
  file: imageFileName,
  name: z.string(),
  bytes: z.number(),
  width: z.number(),
  height: z.number(),
  /** The id of the gallery image, if the source is one. */
  imageId: z.optional(imageId),
  /** A PNG of the source's size in base64, transparent where the image may change. */
  mask: z.optional(z.string().check(z.maxLength(maximumBase64Length))),
});
export type SourceView = z.infer<typeof sourceView>;

const runRequest = z.object({
  prompt: z.string().check(z.minLength(1), z.maxLength(maximumPromptLength)),
  parameters: imageParameters,
  sources: z.array(sourceView).check(z.maxLength(maximumSources)),
});
export type RunRequest = z.infer<typeof runRequest>;

/** One request for images, until the person closes it. */
export const runView = z.object({
  id: imageId,
  state: z.enum(['running', 'done', 'failed', 'canceled']),
  request: runRequest,
  model: z.string(),
  /** Time until now, or until the end. The page itself counts on. */
  elapsedMs: z.number(),
  imageIds: z.array(imageId),
  /** Requested images that are missing, with the relay's reason. */
  withheld: z.array(z.object({ reason: z.exactOptional(z.string()) })),
  /** Why other images failed, if several were requested. */
  failures: z.exactOptional(z.array(failureView)),
  /** Images that could not be stored: they stay in memory until the run is closed. */
  unsaved: z.exactOptional(z.object({ count: z.number(), reason: z.string() })),
  /** URLs of images that could not be downloaded; they soon expire. */
  addresses: z.exactOptional(z.array(z.string())),
  /** Id of the task, if the relay turned the request into one. */
  taskId: z.exactOptional(z.string()),
  /** The model's text in place of images, or in addition to them. */
  text: z.exactOptional(z.string()),
  failure: z.exactOptional(failureView),
  /** Whether it had a mask that was lost when its window closed: then it can't be sent again unchanged. */
  isMaskLost: z.exactOptional(z.boolean()),
});
export type RunView = Readonly<z.infer<typeof runView>>;

/** The options of a model; an empty list means that it accepts none. */
export interface ModelOptions {
  /** Maximum number of images per run. */
  readonly mostImages: number;
  readonly aspectRatios: readonly string[];
  readonly sizes: readonly string[];
  /** Whether each image is a separate request. */
  readonly isOneByOne: boolean;
  readonly takesMask: boolean;
  /**
   * Limits of sources that are sent unchanged; others are redrawn, and smaller. Absent: no limits. `side` is in
   * pixels.
   */
  readonly sourceLimits?: {
    readonly endings: readonly string[];
    readonly bytes: number;
    readonly side: number;
  };
  /** Why this may not work. */
  readonly warning?: string;
}

export interface ImageModelView {
  readonly id: string;
  readonly label: string;
  readonly withoutSources: ModelOptions;
  readonly withSources: ModelOptions;
}

export type ImagesHostMessage =
  /** The whole state, after `ready`. */
  | {
      readonly type: 'state';
      /** Base URL of the store's folder. */
      readonly folder: string;
      /** The latest ones, the latest first; `images` messages bring the others. */
      readonly images: readonly ImageView[];
      readonly total: number;
      readonly runs: readonly RunView[];
      readonly bytes: number;
      /** Number of deleted images that can be restored. */
      readonly restorable: number;
      /** Files of images that have a thumbnail; the page draws those of the others. */
      readonly thumbnails: readonly string[];
    }
  | { readonly type: 'model'; readonly model: ImageModelView | undefined }
  /** New or changed images, and deleted ones; `bytes` is the size of all on disk. */
  | {
      readonly type: 'images';
      readonly changed: readonly ImageView[];
      readonly removed: readonly string[];
      readonly total: number;
      readonly bytes: number;
      readonly restorable: number;
    }
  /** A run is new or changed; without `run`, it was closed. */
  | { readonly type: 'run'; readonly id: string; readonly run?: RunView }
  /** The run that the page requested has started, or the person declined it. */
  | { readonly type: 'decided' }
  /** The request of an image, for the draft; `text` tells where it comes from. */
  | {
      readonly type: 'reuse';
      readonly prompt: string;
      readonly parameters: ImageParameters;
      readonly model?: string;
      /** The sources that are images of the gallery. */
      readonly parentIds: readonly string[];
      readonly text: string;
    }
  /** Shows an image that was selected in the list of the side bar. */
  | { readonly type: 'show'; readonly id: string }
  /** Images that the person wants to delete. */
  | { readonly type: 'delete'; readonly ids: readonly string[] }
  | { readonly type: 'sources'; readonly sources: readonly SourceView[] }
  /** Asks the page to convert an image; `bytes` is base64, `scale` at most 1. `converted` is the reply. */
  | {
      readonly type: 'convert';
      readonly requestId: number;
      readonly bytes: string;
      readonly format: ImageFormat;
      readonly scale: number;
    }
  /** A message about the person's last action, such as adding a file that is not an image. */
  | { readonly type: 'notice'; readonly text: string };

export const imagesWebviewMessage = z.discriminatedUnion('type', [
  ...generationMessages,
  /** `replaces`: a finished run, which is closed once the new one starts. */
  z.object({ type: z.literal('generate'), request: runRequest, replaces: z.optional(imageId) }),
  z.object({ type: z.literal('cancel'), runId: imageId }),
  /** Closes a finished run; its images stay. */
  z.object({ type: z.literal('dismiss'), runId: imageId }),
  /** Tries again to store the images of a run. */
  z.object({ type: z.literal('saveAgain'), runId: imageId }),
  /** The host opens a file picker. */
  z.object({ type: z.literal('addFiles') }),
  /** A thumbnail as WebP, in base64. */
  z.object({
    type: z.literal('thumbnail'),
    file: imageFileName,
    bytes: z.string().check(z.maxLength(300_000)),
  }),
  z.object({ type: z.literal('favorite'), id: imageId, isFavorite: z.boolean() }),
  z.object({ type: z.literal('delete'), ids: z.array(imageId) }),
  /** The host asks which images; `delete` is the reply. */
  z.object({ type: z.literal('cleanUp') }),
  z.object({ type: z.literal('useModel'), model: z.string() }),
  /** Restores these deleted images, or all that can be restored. */
  z.object({ type: z.literal('restore'), ids: z.optional(z.array(imageId)) }),
  z.object({ type: z.literal('openImage'), id: imageId }),
  z.object({ type: z.literal('saveImage'), id: imageId }),
  /** The host asks for format and sizes. */
  z.object({ type: z.literal('saveImageAs'), id: imageId }),
  z.object({ type: z.literal('insertAtCursor'), id: imageId }),
  /** The reply to `convert`; without bytes if the page could not draw the image. */
  z.object({
    type: z.literal('converted'),
    requestId: z.int(),
    bytes: z.optional(z.string().check(z.maxLength(maximumBase64Length))),
  }),
]);
export type ImagesWebviewMessage = z.infer<typeof imagesWebviewMessage>;
