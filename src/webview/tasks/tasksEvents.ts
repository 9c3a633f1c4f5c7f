import type { TasksWebviewMessage, TaskView } from '../../protocol/tasksProtocol.ts';
import { type Announcement, createElementEvents } from '../ui/elementEvents.ts';

/** A request of an element to its page. */
export type TasksIntent =
  /** Puts the request of a task into the composer. */
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
