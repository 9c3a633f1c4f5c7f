import { randomUUID } from 'node:crypto';
import type { QueuedView } from '../../protocol/protocolViews.ts';
import type { Question } from './message.ts';

interface QueuedMessage extends Question {
  readonly id: string;
}

/** Messages written while a response is streaming, in the order in which they will be sent. */
export class MessageQueue {
  readonly #onChange: (messages: readonly QueuedMessage[]) => void;
  #messages: readonly QueuedMessage[];
  #isHeld: boolean;
  #sendsNext = false;

  /** `kept`: messages from before a restart. `onChange` is called after each change of the messages. */
  constructor(kept: readonly Question[], onChange: (messages: readonly QueuedMessage[]) => void) {
    this.#messages = kept.map(toMessage);
    this.#isHeld = kept.length > 0;
    this.#onChange = onChange;
  }

  get messages(): readonly QueuedMessage[] {
    return this.#messages;
  }

  /**
   * Whether the messages wait for the person: after a restart, or when the previous response was stopped or failed.
   * When the person sends one of them, the rest follows.
   */
  get isHeld(): boolean {
    return this.#isHeld;
  }

  add(question: Question): void {
    this.#change([...this.#messages, toMessage(question)]);
  }

  /** Releases the queue when the person sends one of the messages. */
  resume(): void {
    this.#isHeld = false;
  }

  /** Removes a message; undefined if it is no longer queued. */
  take(id: string | undefined): QueuedMessage | undefined {
    const found = this.#messages.find((message) => message.id === id);
    if (found) this.#change(this.#messages.filter((message) => message !== found));
    return found;
  }

  takeAll(): readonly QueuedMessage[] {
    const all = this.#messages;
    if (all.length > 0) this.#change([]);
    return all;
  }

  /** Moves a message to the front, to be sent however the streaming response ends. False if it is not queued. */
  sendNext(id: string): boolean {
    const found = this.#messages.find((message) => message.id === id);
    if (!found) return false;
    // It stays in the queue until it is sent, so that it can't be lost.
    this.#sendsNext = true;
    this.#change([found, ...this.#messages.filter((message) => message !== found)]);
    return true;
  }

  /** Called when a response begins, which the queue then follows, unless it is held. */
  follow(): void {
    this.#sendsNext = false;
  }

  /** Removes the message to send after a response; if there is none, the queue is held. */
  takeDue(isComplete: boolean): QueuedMessage | undefined {
    const isDue = this.#sendsNext || (isComplete && !this.#isHeld);
    this.#sendsNext = false;
    if (isDue) return this.take(this.#messages[0]?.id);
    this.#isHeld = this.#messages.length > 0;
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

/** Several prompts as one. */
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
