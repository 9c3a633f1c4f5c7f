import type { ImagesWebviewMessage, ImageView, RunRequest } from '../../protocol/imagesProtocol.ts';
import { type Announcement, createElementEvents } from '../ui/elementEvents.ts';

/** What an element wants of the page that it is in. */
export type ImagesIntent =
  /** Shows an image large. */
  | { readonly type: 'show'; readonly id: string }
  | { readonly type: 'close' }
  | { readonly type: 'useAsSource'; readonly image: ImageView }
  /** Puts a prompt with its parameters and sources into the composer. */
  | { readonly type: 'reuse'; readonly request: RunRequest; readonly model: string }
  /** The same with what an image was generated with. */
  | { readonly type: 'reuseImage'; readonly image: ImageView }
  | { readonly type: 'delete'; readonly images: readonly ImageView[] }
  /** Shows all versions of an image side by side. */
  | { readonly type: 'showVersions'; readonly id: string }
  /** Shows two images over each other. */
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
