import type { ImagesWebviewMessage, ImageView } from '../../protocol/imagesProtocol.ts';
import { type Announcement, createElementEvents } from '../ui/elementEvents.ts';
import type { MadeWith } from './imageDraft.ts';

/** A request of an element to its page. */
export type ImagesIntent =
  /** Shows an image large, and alone unless a mode says otherwise. */
  | { readonly type: 'show'; readonly id: string; readonly mode?: ShownMode }
  | { readonly type: 'useAsSource'; readonly image: ImageView }
  /** Puts a prompt with its parameters and sources into the composer, and selects its model. */
  | { readonly type: 'reuse'; readonly made: MadeWith }
  | { readonly type: 'delete'; readonly images: readonly ImageView[] };

/** Two versions of an image over each other, or all versions side by side. */
export type ShownMode = 'comparison' | 'versions';

declare global {
  interface HTMLElementEventMap {
    /** A message to the host. */
    'images-message': CustomEvent<ImagesWebviewMessage>;
    'images-intent': CustomEvent<ImagesIntent>;
    'images-announce': CustomEvent<Announcement>;
  }
}

export const { emitMessage, emitIntent, announce, failureListeners } = createElementEvents<
  ImagesWebviewMessage,
  ImagesIntent
>('images');
