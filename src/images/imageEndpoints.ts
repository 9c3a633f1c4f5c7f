import type { ImageModelView, ImageParameters, ModelOptions } from '../protocol/imagesProtocol.ts';
import type { CallOptions } from '../relay/callOptions.ts';
import type { ImagePart } from '../relay/chat/chatRequest.ts';
import type { Protocol } from '../relay/chat/protocolNames.ts';
import { checkRequestFields } from '../relay/chat/requestFields.ts';
import type { RelayClient } from '../relay/client.ts';
import { RelayError } from '../relay/errors/relayError.ts';
import { isChatImageType } from '../relay/media/chatImageTypes.ts';
import { detectImageType } from '../relay/media/imageFormat.ts';
import { kindOf } from '../relay/models/modelKinds.ts';
import type { RelayModel } from '../relay/models/relayModel.ts';
import { maxImageBytes, maxImageSide } from '../relay/tokens/imageBudget.ts';
import type { Translate } from '../text/translate.ts';

/**
 * The endpoint for a model's images: predict or generations for a prompt, edits with sources, chat for chat models
 * that draw.
 */
type ImageEndpoint = 'predict' | 'generations' | 'edits' | 'chat';

function endpointOf(
  id: string,
  listed: RelayModel | undefined,
  hasSources: boolean,
  set: AskedModel['endpoint'],
): ImageEndpoint {
  if (set && !hasSources) return set;
  const { kind, protocols } = kindOf(id, listed);
  const isChat = (listed !== undefined || kind === 'image') && protocols.length > 0;
  if (isChat) return 'chat';
  return hasSources ? 'edits' : 'predict';
}

/** Whether a model gets its sources in a chat. */
export function isEditedInChat({ model, listed, endpoint }: AskedModel): boolean {
  return endpointOf(model, listed, true, endpoint) === 'chat';
}

const inPixels = {
  mostImages: 10,
  aspectRatios: [],
  sizes: ['1024x1024', '1536x1024', '1024x1536'],
  isOneByOne: false,
};
const options: Readonly<Record<ImageEndpoint, ModelOptions>> = {
  predict: {
    mostImages: 4,
    aspectRatios: ['1:1', '3:4', '4:3', '9:16', '16:9'],
    sizes: ['1K', '2K'],
    isOneByOne: false,
    takesMask: false,
  },
  generations: { ...inPixels, takesMask: false },
  edits: { ...inPixels, takesMask: true },
  chat: {
    mostImages: 4,
    aspectRatios: [],
    sizes: [],
    isOneByOne: true,
    takesMask: false,
    sourceLimits: { endings: ['png', 'jpg', 'gif', 'webp'], bytes: maxImageBytes, side: maxImageSide },
  },
};

/** Models whose references are sent as JSON, with sizes by name and without a mask. */
const seedream = /seedream|seededit/i;

/** The options of a model, as far as its name and the lists tell. `set`: the endpoint that the person set. */
export function describeModel(
  id: string,
  models: readonly RelayModel[],
  t: Translate,
  set: AskedModel['endpoint'],
): ImageModelView {
  const listed = models.find((model) => model.id === id);
  const optionsWith = (hasSources: boolean): ModelOptions => {
    const endpoint = endpointOf(id, listed, hasSources, set);
    const own = options[endpoint];
    if (endpoint === 'edits' && seedream.test(id))
      return { ...own, sizes: ['1K', '2K', '4K'], takesMask: false };
    if (endpoint !== 'edits' || !listed?.takesPredict) return own;
    const warning = t(
      '{0} is listed for generating images from text. It may not accept source images.',
      listed.id,
    );
    return { ...own, warning };
  };
  return {
    id,
    label: listed?.displayName ?? id,
    withoutSources: optionsWith(false),
    withSources: optionsWith(true),
  };
}

/** An image that is sent with the prompt, in the person's order. */
export interface SourceBytes {
  readonly bytes: Uint8Array;
  readonly name: string;
  /** A PNG. */
  readonly mask?: Uint8Array;
}

/** The model that is asked, and its relay. */
export interface AskedModel {
  readonly client: RelayClient;
  readonly host: string;
  readonly model: string;
  readonly listed: RelayModel | undefined;
  readonly protocol: Protocol | undefined;
  readonly maxTokens: number;
  /** The one that the person set for images from a prompt. */
  readonly endpoint: 'predict' | 'generations' | undefined;
}

interface ImagesOrder extends AskedModel {
  readonly prompt: string;
  readonly parameters: ImageParameters;
  readonly sources: readonly SourceBytes[];
}

/** The results of an order, one by one. */
export type ImagesEvent =
  | {
      readonly type: 'image';
      readonly bytes: Uint8Array;
      readonly revisedPrompt?: string | undefined;
      readonly requestId?: string | undefined;
      readonly servedModel?: string | undefined;
    }
  | { readonly type: 'withheld'; readonly reason?: string | undefined }
  /** One of several images, or its request, failed. */
  | { readonly type: 'failed'; readonly error: RelayError }
  /** The URL of a generated image that could not be downloaded. */
  | { readonly type: 'address'; readonly url: string }
  | { readonly type: 'task'; readonly id: string }
  | { readonly type: 'text'; readonly text: string };

type Tell = (event: ImagesEvent) => Promise<void>;

/**
 * Asks the model and reports each result as soon as it arrives. Never retried. Rejects with a RelayError if nothing
 * came.
 */
export async function orderImages(order: ImagesOrder, call: CallOptions, tell: Tell): Promise<void> {
  const endpoint = endpointOf(order.model, order.listed, order.sources.length > 0, order.endpoint);
  if (endpoint === 'chat') return orderByChat(order, call, tell);
  const result =
    endpoint === 'edits' ? await edit(order, call, tell) : await generate(order, endpoint, call, tell);
  for (const { reason, error } of result.withheld)
    await tell(error ? { type: 'failed', error } : { type: 'withheld', reason });
  if (result.task) await tell({ type: 'task', id: result.task.id });
}

function generate(
  { client, model, prompt, parameters }: ImagesOrder,
  endpoint: 'predict' | 'generations',
  call: CallOptions,
  tell: Tell,
) {
  const { size, further, ...others } = parameters;
  const request = {
    model,
    prompt,
    ...others,
    ...(size !== undefined && { imageSize: size }),
    ...(further && { parameters: further }),
    ...(endpoint === 'generations' && { endpoint }),
  };
  return client.createImages(request, call, tell);
}

function edit({ client, model, prompt, parameters, sources }: ImagesOrder, call: CallOptions, tell: Tell) {
  const { aspectRatio: _, further, ...others } = parameters;
  const mask = sources.find((source) => source.mask)?.mask;
  const request = {
    model,
    prompt,
    images: sources.map(({ bytes, name }) => ({ bytes, name })),
    ...(mask && { mask: { bytes: mask } }),
    ...others,
    ...(further && { parameters: further }),
  };
  return client.editImages(request, call, tell);
}

/** A chat model draws one image per request, so several requests are sent at once. */
async function orderByChat(order: ImagesOrder, call: CallOptions, tell: Tell): Promise<void> {
  const [refused] = checkRequestFields(order.parameters.further).refused;
  if (refused !== undefined) throw new RelayError('invalidRequest', { field: `parameters.${refused}` });
  const requests = Array.from({ length: order.parameters.count ?? 1 }, () => drawInChat(order, call, tell));
  const outcomes = await Promise.allSettled(requests);
  const failures = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason);
  const [first] = failures;
  if (first && (failures.length === outcomes.length || call.signal?.aborted)) throw first;
  for (const error of failures) {
    if (!(error instanceof RelayError)) throw error;
    await tell({ type: 'failed', error });
  }
}

async function drawInChat(order: ImagesOrder, call: CallOptions, tell: Tell): Promise<void> {
  const { client, model, protocol, maxTokens, prompt, parameters, sources } = order;
  const images = sources.map(({ bytes }) => toImagePart(bytes));
  const request = {
    model,
    messages: [{ role: 'user' as const, content: [...images, { type: 'text' as const, text: prompt }] }],
    maxTokens,
    isOneOff: true,
    ...(protocol && { protocol }),
    ...(parameters.further && { fields: parameters.further }),
  };
  let servedModel: string | undefined;
  let requestId: string | undefined;
  let text = '';
  let hasImage = false;
  for await (const event of client.streamChat(request, call)) {
    if (event.type === 'start') ({ model: servedModel, requestId } = event);
    if (event.type === 'text') text += event.text;
    if (event.type === 'image') {
      hasImage = true;
      await tell({ type: 'image', bytes: event.bytes, servedModel, requestId });
    }
    if (event.type === 'finish' && event.verdict === 'interrupted' && !hasImage)
      throw event.error ?? new RelayError('interrupted');
  }
  if (!hasImage) await tell({ type: 'withheld' });
  if (text.trim()) await tell({ type: 'text', text: text.trim() });
}

function toImagePart(bytes: Uint8Array): ImagePart {
  const mediaType = detectImageType(bytes);
  if (!isChatImageType(mediaType)) throw new RelayError('invalidRequest', { field: 'images' });
  return { type: 'image', mediaType, bytes };
}
