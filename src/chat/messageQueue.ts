import { randomUUID } from 'node:crypto';
import type { QueuedView } from '../webview/protocol.ts';

/** Messages that were written while an answer runs, in the order in which they are to be sent. */
export interface MessageQueue {
  readonly messages: readonly QueuedView[];
  add(text: string): void;
  /** Takes a message out; undefined when it is not there any more. */
  take(id: string): QueuedView | undefined;
  takeFirst(): QueuedView | undefined;
}

/** `onChange` gets the whole queue after each change, to be shown and kept. */
export function createMessageQueue(
  kept: readonly string[],
  onChange: (messages: readonly QueuedView[]) => void,
): MessageQueue {
  let messages: readonly QueuedView[] = kept.map((text) => ({ id: randomUUID(), text }));
  const change = (next: readonly QueuedView[]) => {
    messages = next;
    onChange(messages);
  };
  const take = (id: string | undefined) => {
    const found = messages.find((message) => message.id === id);
    if (found) change(messages.filter((message) => message !== found));
    return found;
  };
  return {
    get messages() {
      return messages;
    },
    add: (text) => change([...messages, { id: randomUUID(), text }]),
    take,
    takeFirst: () => take(messages[0]?.id),
  };
}
