import type { TasksWebviewMessage, TaskView } from '../../protocol/tasksProtocol.ts';
import { type Announcement, createElementEvents } from '../ui/elementEvents.ts';

/** What an element wants of the page that it is in. */
export type TasksIntent =
  /** Puts what a task was asked for into the composer. */
  { readonly type: 'reuse'; readonly task: TaskView } | { readonly type: 'delete'; readonly task: TaskView };

declare global {
  interface HTMLElementEventMap {
    /** A message to the host. */
    'tasks-message': CustomEvent<TasksWebviewMessage>;
    'tasks-intent': CustomEvent<TasksIntent>;
    'tasks-announce': CustomEvent<Announcement>;
  }
}

export const { emitMessage, emitIntent, announce, failureListeners } = createElementEvents<
  TasksWebviewMessage,
  TasksIntent
>('tasks');
