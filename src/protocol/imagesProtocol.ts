/**
 * The messages between the extension host and the Images tab. The host owns the images, the runs and all that is decided
 * about them. The page has the draft: the prompt, its parameters and its sources, which VS Code gives back to it after a
 * reload. Images themselves are never in a message: the page loads them from the store's folder.
 */
import * as z from 'zod/mini';
import { maximumPromptLength, maximumSources } from './imageLimits.ts';
import { failureAction, failureView, furtherParameters } from './protocolViews.ts';

/** Enough for an image of 64 MB in base64. */
const maximumBase64Length = 90_000_000;

/** Nothing but such a name becomes a path or an address. */
const imageFileName = z.string().check(z.regex(/^[\da-f]{64}\.(?:png|jpg|gif|webp|avif|bmp)$/));
const imageId = z.string().check(z.regex(/^[\w-]{1,64}$/));

/** A format that the page can draw an image in. */
const imageFormat = z.enum(['image/png', 'image/webp', 'image/jpeg']);
export type ImageFormat = z.infer<typeof imageFormat>;

/** What a run asks for beside the prompt; what is absent is left to the model. */
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

/** A generated image, with what was asked for and what came. */
export const imageView = z.object({
  id: imageId,
  /** In milliseconds since 1970. */
  createdAt: z.number(),
  prompt: z.string(),
  model: z.string(),
  parameters: imageParameters,
  /** The images of the store that were its sources, the first one being what it is a version of. */
  parentIds: z.array(imageId),
  /** How many sources there were, with those that were files. */
  sourceCount: z.exactOptional(z.number()),
  /** Its name in the store's folder: the hash of its bytes. */
  file: imageFileName,
  mediaType: z.string(),
  bytes: z.number(),
  /** In pixels; 0 where the header does not tell. */
  width: z.number(),
  height: z.number(),
  /** From the request to the image. */
  seconds: z.number(),
  /** The prompt as the model revised it. */
  revisedPrompt: z.exactOptional(z.string()),
  requestId: z.exactOptional(z.string()),
  /** The model that served, where it calls itself something else. */
  servedModel: z.exactOptional(z.string()),
  isFavorite: z.boolean(),
});
export type ImageView = z.infer<typeof imageView>;

/** An image that goes along with a prompt. */
const sourceView = z.object({
  file: imageFileName,
  name: z.string(),
  bytes: z.number(),
  width: z.number(),
  height: z.number(),
  /** The image of the gallery that it is. */
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
  /** Until now, or until it was over. The page goes on counting by itself. */
  elapsedMs: z.number(),
  imageIds: z.array(imageId),
  /** Images that did not come, with the relay's reason. */
  withheld: z.array(z.object({ reason: z.exactOptional(z.string()) })),
  /** Why others did not come, where several were requested. */
  failures: z.exactOptional(z.array(failureView)),
  /** Images that came and could not be stored: they are in memory until the run is closed. */
  unsaved: z.exactOptional(z.object({ count: z.number(), reason: z.string() })),
  /** Where images are that could not be downloaded, and soon are no more. */
  addresses: z.exactOptional(z.array(z.string())),
  /** The relay made a task of it. */
  taskId: z.exactOptional(z.string()),
  /** What the model wrote in place of images, or beside them. */
  text: z.exactOptional(z.string()),
  failure: z.exactOptional(failureView),
  /** It had a mask, which was not kept when its window closed: it can't be sent again as it was. */
  isMaskLost: z.exactOptional(z.boolean()),
});
export type RunView = Readonly<z.infer<typeof runView>>;

/** What can be asked of a model; empty lists: it takes none. */
export interface ModelOptions {
  /** The most images that can be asked for. */
  readonly mostImages: number;
  readonly aspectRatios: readonly string[];
  readonly sizes: readonly string[];
  /** Each image is a request of its own. */
  readonly isOneByOne: boolean;
  readonly takesMask: boolean;
  /** Which sources are sent as they are; others are drawn anew, and smaller. Absent: all. `side` is in pixels. */
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
  /** All there is, after `ready`. */
  | {
      readonly type: 'state';
      /** Base URL of the store's folder. */
      readonly folder: string;
      /** The latest ones, the latest first; `images` messages bring the others. */
      readonly images: readonly ImageView[];
      /** How many there are. */
      readonly total: number;
      readonly runs: readonly RunView[];
      readonly model: ImageModelView | undefined;
      readonly bytes: number;
      /** How many images were deleted and can be had back. */
      readonly restorable: number;
      /** Files of images that have a small image; the page draws those of others. */
      readonly thumbnails: readonly string[];
    }
  | { readonly type: 'model'; readonly model: ImageModelView | undefined }
  /** Images that are new or changed, and those that were deleted; `bytes` is what all take on the disk. */
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
  /** Whether a run that the page asked for began: then the draft may go. */
  | { readonly type: 'started'; readonly isStarted: boolean }
  /** What an image was generated with, for the draft; `text` says where that comes from. */
  | {
      readonly type: 'reuse';
      readonly prompt: string;
      readonly parameters: ImageParameters;
      /** Sources, as far as they are images of the gallery. */
      readonly parentIds: readonly string[];
      readonly text: string;
    }
  /** An image of the list in the side bar. */
  | { readonly type: 'show'; readonly id: string }
  /** Images that the person wants deleted. */
  | { readonly type: 'delete'; readonly ids: readonly string[] }
  | { readonly type: 'sources'; readonly sources: readonly SourceView[] }
  /** Asks the page to draw an image anew; `bytes` is base64, `scale` at most 1. `converted` is the reply. */
  | {
      readonly type: 'convert';
      readonly requestId: number;
      readonly bytes: string;
      readonly format: ImageFormat;
      readonly scale: number;
    }
  /** Words about what a person just did, such as a file that is no image. */
  | { readonly type: 'notice'; readonly text: string };

export const imagesWebviewMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  /** `replaces`: a run that is over, which is closed once the new one begins. */
  z.object({ type: z.literal('generate'), request: runRequest, replaces: z.optional(imageId) }),
  z.object({ type: z.literal('cancel'), runId: imageId }),
  /** Closes a run that is over; its images stay. */
  z.object({ type: z.literal('dismiss'), runId: imageId }),
  /** Tries to store what could not be. */
  z.object({ type: z.literal('saveAgain'), runId: imageId }),
  z.object({ type: z.literal('selectModel') }),
  /** The host asks which files. */
  z.object({ type: z.literal('addFiles') }),
  /** A file that was pasted or dropped, in base64. */
  z.object({
    type: z.literal('addBytes'),
    name: z.string(),
    bytes: z.string().check(z.maxLength(maximumBase64Length)),
  }),
  /** Files of the editor that were dropped. */
  z.object({ type: z.literal('addAddresses'), addresses: z.array(z.string()).check(z.maxLength(100)) }),
  /** A small image as WebP, in base64. */
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
  /** Takes the deletion back: of these images, or of all that can be had back. */
  z.object({ type: z.literal('restore'), ids: z.optional(z.array(imageId)) }),
  z.object({ type: z.literal('openImage'), id: imageId }),
  z.object({ type: z.literal('saveImage'), id: imageId }),
  /** The host asks for format and sizes. */
  z.object({ type: z.literal('saveImageAs'), id: imageId }),
  z.object({ type: z.literal('insertAtCursor'), id: imageId }),
  /** Without bytes, the page could not draw it. */
  z.object({
    type: z.literal('converted'),
    requestId: z.int(),
    bytes: z.optional(z.string().check(z.maxLength(maximumBase64Length))),
  }),
  z.object({ type: z.literal('copy'), text: z.string() }),
  z.object({ type: z.literal('action'), action: failureAction.shape.id }),
  z.object({ type: z.literal('log'), level: z.enum(['warn', 'error']), message: z.string() }),
]);
export type ImagesWebviewMessage = z.infer<typeof imagesWebviewMessage>;
