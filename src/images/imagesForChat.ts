import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { summariseWhole } from '../messages/failures.ts';
import { describeImageFailure } from '../messages/imageFailures.ts';
import type { SourceView } from '../protocol/imagesProtocol.ts';
import type { CallOptions } from '../relay/callOptions.ts';
import type { ChatEvent } from '../relay/chat/chatEvent.ts';
import { detectImageType } from '../relay/media/imageFormat.ts';
import { shortenPrompt } from '../text/ellipsize.ts';
import type { Translate } from '../text/translate.ts';
import {
  type AskedModel,
  type ImagesEvent,
  isEditedInChat,
  orderImages,
  type SourceBytes,
} from './imageEndpoints.ts';
import type { PrepareSource } from './imageRuns.ts';
import type { ImageRecord, ImageStore, NewImage } from './imageStore.ts';
import type { ImageSaver } from './saveImages.ts';

/** A message of a chat, and the images that are attached to it. */
interface ChatOrder {
  readonly prompt: string;
  readonly sources: readonly SourceBytes[];
}

/** The events of an image model's response that a chat shows. */
type ChatImagesEvent =
  | Exclude<ChatEvent, { readonly type: 'image' }>
  | (Extract<ChatEvent, { readonly type: 'image' }> & { readonly revisedPrompt?: string })
  /** A requested image that is missing, with the relay's reason if it gave one. */
  | { readonly type: 'withheld'; readonly reason?: string };

interface AdapterPorts {
  readonly prepareSource: PrepareSource;
  readonly t: Translate;
}

/**
 * The response of an image model as chat events: generated from the prompt, or edited from the attached images. Never
 * retried automatically. Throws a RelayError if nothing came.
 */
async function* drawForChat(
  asked: AskedModel,
  { prompt, sources: attached }: ChatOrder,
  call: CallOptions,
  { prepareSource, t }: AdapterPorts,
): AsyncGenerator<ChatImagesEvent> {
  const startedAt = performance.now();
  const isForChat = isEditedInChat(asked);
  const prepared = [];
  for (const source of attached) prepared.push(await prepareSource(source, isForChat));
  const refusals = prepared.flatMap((source) => ('refusal' in source ? source.refusal : []));
  if (refusals.length > 0) {
    yield { type: 'text', text: refusals.join('\n\n') };
    return yield { type: 'finish', verdict: 'complete', cause: 'stop' };
  }
  const sources = prepared.flatMap((source) => ('refusal' in source ? [] : source));
  let failure: { readonly error: unknown } | undefined;
  // Without a count, some services generate four images and bill them.
  const order = { ...asked, prompt, parameters: { count: 1 }, sources };
  // Images are billed, so each is shown as it arrives, whatever happens afterwards.
  const pieces = new ReadableStream<ImagesEvent>({
    start(controller) {
      void orderImages(order, call, async (event) => controller.enqueue(event))
        .catch((error: unknown) => {
          failure = { error };
        })
        .finally(() => controller.close());
    },
  });
  let isStarted = false;
  for await (const piece of pieces) {
    if (piece.type === 'image' && !isStarted) {
      isStarted = true;
      const { servedModel, requestId } = piece;
      yield { type: 'start', ...(servedModel && { model: servedModel }), ...(requestId && { requestId }) };
    }
    const facts = { host: asked.host, model: asked.model, seconds: (performance.now() - startedAt) / 1000 };
    yield toChatEvent(piece, (error) => summariseWhole(describeImageFailure(error, { t, ...facts }), t), t);
  }
  if (failure) throw failure.error;
  yield { type: 'finish', verdict: 'complete', cause: 'stop' };
}

function toChatEvent(
  piece: ImagesEvent,
  describe: (error: unknown) => string,
  t: Translate,
): ChatImagesEvent {
  switch (piece.type) {
    case 'image': {
      const { bytes, revisedPrompt } = piece;
      const mediaType = detectImageType(bytes) ?? '';
      return { type: 'image', mediaType, bytes, ...(revisedPrompt && { revisedPrompt }) };
    }
    case 'withheld':
      return { type: 'withheld', ...(piece.reason && { reason: piece.reason }) };
    case 'failed':
      return { type: 'withheld', reason: describe(piece.error) };
    case 'address':
      return {
        type: 'text',
        text: [
          t(
            'An image was generated but could not be downloaded. Open its URL in a browser before it expires.',
          ),
          `<${piece.url}>`,
        ].join('\n\n'),
      };
    case 'task': {
      const id = `\`${piece.id.replaceAll('`', '')}\``;
      return {
        type: 'text',
        text: [
          t('The relay started a task instead of sending images.'),
          `${t('Task ID:')} ${id}`,
          t('Use this ID to find the task in the relay’s console.'),
        ].join('\n\n'),
      };
    }
    case 'text':
      return piece;
  }
}

/** An image in a chat response. */
interface DrawnImage extends Omit<NewImage, 'parameters' | 'parentIds'> {
  /** Path of the chat's file, which the chat keeps. */
  readonly path: string;
  /** Names of the files of its sources: the hashes of their bytes, as in the gallery. */
  readonly sources: readonly string[];
}

interface ChatImagesPorts extends AdapterPorts {
  readonly store: ImageStore;
  readonly saver: Pick<ImageSaver, 'save' | 'insert'>;
  /**
   * This model, or the selected image model. Rejects with a NotReadyError, or the reason why the lists can’t be read.
   */
  readonly findModel: (wished?: string) => Promise<AskedModel & { readonly relay: string }>;
  /** Opens the tab with another source. */
  readonly openWith: (source: SourceView) => void;
}

/** The image functions for chats. */
export function createImagesForChat({ store, saver, findModel, openWith, ...ports }: ChatImagesPorts) {
  /** The bytes are stored once, under one name for the chat and one for the gallery: either can be deleted alone. */
  async function add({ path, sources, ...about }: DrawnImage): Promise<ImageRecord> {
    const parents = await Promise.all(sources.map((file) => store.find(file)));
    const parentIds = parents.flatMap(([latest]) => latest?.id ?? []);
    return store.add(await readFile(path), { ...about, parameters: {}, parentIds }, path);
  }

  return {
    async prepare(wished?: string) {
      const asked = await findModel(wished);
      const { model, relay } = asked;
      const draw = (order: ChatOrder, call: CallOptions) => drawForChat(asked, order, call, ports);
      return { model, relay, draw };
    },
    /** Puts an image of a response into the gallery. */
    add,
    /** Runs an action on an image of a response, which is added to the gallery if it is missing there. */
    async act(action: 'useAsSource' | 'save' | 'insert', drawn: DrawnImage): Promise<void> {
      const [known] = await store.find(basename(drawn.path));
      const image = known ?? (await add(drawn));
      if (action !== 'useAsSource') return saver[action](image);
      const { id, file, bytes, width, height, prompt } = image;
      openWith({ file, name: shortenPrompt(prompt, 60), bytes, width, height, imageId: id });
    },
  };
}
