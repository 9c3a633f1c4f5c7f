import { randomUUID } from 'node:crypto';
import type { QueuedView } from '../webview/protocolViews.ts';
import type { Question } from './message.ts';

/** A message that waits to be sent. */
export interface QueuedMessage extends Question {
  readonly id: string;
}

/** Messages that were written while an answer runs, in the order in which they are to be sent. */
export interface MessageQueue {
  readonly messages: readonly QueuedMessage[];
  /**
   * They wait for the person: they were kept over a restart, or what they followed was stopped or failed. They do until the
   * person sends one of them: the rest follows it.
   */
  readonly isHeld: boolean;
  add(question: Question): void;
  /** The person sends one of them: what is left follows it. */
  resume(): void;
  /** Takes a message out; undefined when it is not there any more. */
  take(id: string): QueuedMessage | undefined;
  /** Takes all out. */
  takeAll(): readonly QueuedMessage[];
  /** Lets a message go first, once the answer that runs has ended, however that is. False when it isn't there. */
  sendNext(id: string): boolean;
  /** An answer begins, which all that waits follows from now on, unless it is held. */
  follow(): void;
  /** Takes out what is to be sent after an answer; without anything, what is left is held. */
  takeDue(isComplete: boolean): QueuedMessage | undefined;
}

/** `onChange` is called after each change, to show and keep the queue. */
export function createMessageQueue(
  kept: readonly Question[],
  onChange: (messages: readonly QueuedMessage[]) => void,
): MessageQueue {
  const toMessage = ({ text, attachments }: Question) => ({ id: randomUUID(), text, attachments });
  let messages: readonly QueuedMessage[] = kept.map(toMessage);
  let isHeld = messages.length > 0;
  let sendsNext = false;
  const change = (next: readonly QueuedMessage[]) => {
    messages = next;
    if (messages.length === 0) isHeld = false;
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
    get isHeld() {
      return isHeld;
    },
    add: (question) => change([...messages, toMessage(question)]),
    resume() {
      isHeld = false;
    },
    take,
    takeAll() {
      const all = messages;
      if (all.length > 0) change([]);
      return all;
    },
    sendNext(id) {
      const found = messages.find((message) => message.id === id);
      if (!found) return false;
      // It leaves the queue only when it is sent: until then it would be nowhere.
      sendsNext = true;
      change([found, ...messages.filter((message) => message !== found)]);
      return true;
    },
    follow() {
      sendsNext = false;
      if (messages.length > 0) onChange(messages);
    },
    takeDue(isComplete) {
      const isDue = sendsNext || (isComplete && !isHeld);
      sendsNext = false;
      if (isDue) return take(messages[0]?.id);
      isHeld = messages.length > 0;
      if (isHeld) onChange(messages);
      return undefined;
    },
  };
}

/** Several questions as one. */
export function joinQuestions(questions: readonly Question[]): Question {
  return {
    text: questions.map(({ text }) => text).join('\n\n'),
    attachments: questions.flatMap(({ attachments }) => attachments),
  };
}

export function toQueuedViews(messages: readonly QueuedMessage[]): QueuedView[] {
  return messages.map(({ id, text, attachments }) => ({
    id,
    text,
    ...(attachments.length > 0 && { attachments: attachments.length }),
  }));
}
