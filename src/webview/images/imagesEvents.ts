import type {
  ImagesWebviewMessage,
  ImageView,
  RunRequest,
  SourceView,
} from '../../protocol/imagesProtocol.ts';
import type { FailureListeners } from '../ui/failure.ts';
import { t } from '../ui/l10n.ts';

/** What an element wants of the page that it is in. */
export type ImagesIntent =
  /** Shows an image large. */
  | { readonly type: 'show'; readonly id: string }
  | { readonly type: 'close' }
  | { readonly type: 'useAsSource'; readonly image: ImageView }
  /** Puts a prompt with its parameters and sources into the composer. */
  | { readonly type: 'reuse'; readonly request: Omit<RunRequest, 'sources'> & { sources?: SourceView[] } }
  | { readonly type: 'delete'; readonly images: readonly ImageView[] }
  /** Shows two images over each other. */
  | { readonly type: 'compare'; readonly older: ImageView; readonly newer: ImageView };

declare global {
  interface HTMLElementEventMap {
    /** A message to the host. */
    'images-message': CustomEvent<ImagesWebviewMessage>;
    'images-intent': CustomEvent<ImagesIntent>;
    /** Words for screen readers; with `isShown` for everybody. */
    'images-announce': CustomEvent<{ readonly words: string; readonly isShown: boolean }>;
  }
}

function emit<Detail>(from: Element, name: string, detail: Detail): void {
  from.dispatchEvent(new CustomEvent(name, { bubbles: true, detail }));
}

export function emitMessage(from: Element, message: ImagesWebviewMessage): void {
  emit(from, 'images-message', message);
}

export function emitIntent(from: Element, intent: ImagesIntent): void {
  emit(from, 'images-intent', intent);
}

export function announce(from: Element, words: string, isShown = false): void {
  emit(from, 'images-announce', { words, isShown });
}

/** What the buttons of a failure do here, but for trying again. */
export const failureListeners: FailureListeners = {
  act: (from, action) => emitMessage(from, { type: 'action', action }),
  copy(from, text) {
    emitMessage(from, { type: 'copy', text });
    announce(from, t('Copied'));
  },
};
