import type { Lazy } from '../../platform/loadWhenUsed.ts';
import type { Logger } from '../../relay/logger.ts';
import type { DrawPreparation } from '../model/chatServices.ts';
import type { DrawnImage } from '../model/drawnImages.ts';

/** The part of the images feature, its models and its gallery, that the chat needs. */
export interface Drawing {
  /** Prepares a prompt for this image model, or else the selected one. Rejects if there is none. */
  readonly prepare: (model?: string) => Promise<DrawPreparation>;
  /** Puts an image of a response into the gallery. */
  readonly add: (image: DrawnImage) => Promise<unknown>;
  readonly act: (action: 'useAsSource' | 'save' | 'insert', image: DrawnImage) => Promise<void>;
}

/** The same, loaded when it is first used. */
export function createDrawing(images: Lazy<{ readonly forChat: Drawing }>, logger: Logger) {
  const load = async () => (await images.get()).forChat;
  return {
    /** Runs an action with an image of a response. */
    act: async (...given: Parameters<Drawing['act']>) => (await load()).act(...given),
    prepareImage: async (model?: string) => (await load()).prepare(model),
    async addToGallery(drawn: readonly DrawnImage[]): Promise<void> {
      try {
        const { add } = await load();
        for (const image of drawn) await add(image);
      } catch (error) {
        logger.error(`Images: failed to add an image of a chat: ${String(error)}`);
      }
    },
  };
}
