import { randomUUID } from 'node:crypto';
import type { QueuedView } from '../../protocol/protocolViews.ts';
import type { Question } from './message.ts';

/** A message that waits to be sent. */
export interface QueuedMessage extends Question {
  readonly id: string;
}

/** Messages that were written while a response runs, in the order in which they are to be sent. */
export class MessageQueue {
  readonly #onChange: (messages: readonly QueuedMessage[]) => void;
  #messages: readonly QueuedMessage[];
  #isHeld: boolean;
  #sendsNext = false;

  /** `kept`: over a restart. `onChange` is called after each change, to show and keep the queue. */
  constructor(kept: readonly Question[], onChange: (messages: readonly QueuedMessage[]) => void) {
    this.#messages = kept.map(toMessage);
    this.#isHeld = kept.length > 0;
    this.#onChange = onChange;
  }

  get messages(): readonly QueuedMessage[] {
    return this.#messages;
  }

  /**
   * They wait for the person: they were kept over a restart, or what they followed was stopped or failed. They do until the
   * person sends one of them: the rest follows it.
   */
  get isHeld(): boolean {
    return this.#isHeld;
  }

  add(question: Question): void {
    this.#change([...this.#messages, toMessage(question)]);
  }

  /** The person sends one of them: what is left follows it. */
  resume(): void {
    this.#isHeld = false;
  }

  /** Takes a message out; undefined when it is not there any more. */
  take(id: string | undefined): QueuedMessage | undefined {
    const found = this.#messages.find((message) => message.id === id);
    if (found) this.#change(this.#messages.filter((message) => message !== found));
    return found;
  }

  /** Takes all out. */
  takeAll(): readonly QueuedMessage[] {
    const all = this.#messages;
    if (all.length > 0) this.#change([]);
    return all;
  }

  /** Lets a message go first, once the response that runs has ended, however that is. False when it isn't there. */
  sendNext(id: string): boolean {
    const found = this.#messages.find((message) => message.id === id);
    if (!found) return false;
    // It leaves the queue only when it is sent: until then it would be nowhere.
    this.#sendsNext = true;
    this.#change([found, ...this.#messages.filter((message) => message !== found)]);
    return true;
  }

  /** A response begins, which all that waits follows from now on, unless it is held. */
  follow(): void {
    this.#sendsNext = false;
    if (this.#messages.length > 0) this.#onChange(this.#messages);
  }

  /** Takes out what is to be sent after a response; without anything, what is left is held. */
  takeDue(isComplete: boolean): QueuedMessage | undefined {
    const isDue = this.#sendsNext || (isComplete && !this.#isHeld);
    this.#sendsNext = false;
    if (isDue) return this.take(this.#messages[0]?.id);
    this.#isHeld = this.#messages.length > 0;
    if (this.#isHeld) this.#onChange(this.#messages);
    return undefined;
  }

  #change(messages: readonly QueuedMessage[]): void {
    this.#messages = messages;
    if (messages.length === 0) this.#isHeld = false;
    this.#onChange(messages);
  }
}

function toMessage({ text, attachments }: Question): QueuedMessage {
  return { id: randomUUID(), text, attachments };
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
