import type { ImagesWebviewMessage, ImageView, RunRequest } from '../../protocol/imagesProtocol.ts';
import { type Announcement, createElementEvents } from '../ui/elementEvents.ts';

/** A request of an element to its page. */
export type ImagesIntent =
  /** Shows an image large. */
  | { readonly type: 'show'; readonly id: string }
  | { readonly type: 'close' }
  | { readonly type: 'useAsSource'; readonly image: ImageView }
  /** Puts a prompt with its parameters and sources into the composer. */
  | { readonly type: 'reuse'; readonly request: RunRequest; readonly model: string }
  /** The same, with the request of an image. */
  | { readonly type: 'reuseImage'; readonly image: ImageView }
  | { readonly type: 'delete'; readonly images: readonly ImageView[] }
  /** Shows all versions of an image side by side. */
  | { readonly type: 'showVersions'; readonly id: string }
  /** Compares two images. */
  | { readonly type: 'compare'; readonly older: ImageView; readonly newer: ImageView };

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
