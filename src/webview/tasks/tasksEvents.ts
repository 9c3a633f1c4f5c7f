import type { TasksWebviewMessage, TaskView } from '../../protocol/tasksProtocol.ts';
import type { FailureListeners } from '../ui/failure.ts';
import { t } from '../ui/l10n.ts';

/** What an element wants of the page that it is in. */
export type TasksIntent =
  /** Puts what a task was asked for into the composer. */
  { readonly type: 'reuse'; readonly task: TaskView } | { readonly type: 'delete'; readonly task: TaskView };

declare global {
  interface HTMLElementEventMap {
    /** A message to the host. */
    'tasks-message': CustomEvent<TasksWebviewMessage>;
    'tasks-intent': CustomEvent<TasksIntent>;
    /** Words for screen readers; with `isShown` for everybody. */
    'tasks-announce': CustomEvent<{ readonly words: string; readonly isShown: boolean }>;
  }
}

function emit<Detail>(from: Element, name: string, detail: Detail): void {
  from.dispatchEvent(new CustomEvent(name, { bubbles: true, detail }));
}

export function emitMessage(from: Element, message: TasksWebviewMessage): void {
  emit(from, 'tasks-message', message);
}

export function emitIntent(from: Element, intent: TasksIntent): void {
  emit(from, 'tasks-intent', intent);
}

export function announce(from: Element, words: string, isShown = false): void {
  emit(from, 'tasks-announce', { words, isShown });
}

/** What the buttons of a failure do here. */
export const failureListeners: FailureListeners = {
  act: (from, action) => emitMessage(from, { type: 'action', action }),
  copy(from, text) {
    emitMessage(from, { type: 'copy', text });
    announce(from, t('Copied'));
  },
};
