import type { Conversation } from './conversation.ts';
import { textOf } from './message.ts';

/** The text of a response, as Markdown, which may still be written. It only grows. */
export interface AnswerText {
  /** All of it so far. */
  read(): string;
  /** Nothing more will come. */
  isComplete(): boolean;
  /** Calls back when it may have grown, and when it may be complete, until the returned function is called. */
  onChange(listener: () => void): () => void;
}

/** The texts of responses, for those who follow them beside the views. */
export class AnswerTexts {
  readonly #isWritten: (conversation: Conversation, answerId: string) => boolean;
  readonly #tellers = new Set<() => void>();

  /** `isWritten`: whether more may come of a response that has no end, here or from another window. */
  constructor(isWritten: (conversation: Conversation, answerId: string) => boolean) {
    this.#isWritten = isWritten;
  }

  /** Undefined where there is no such response. */
  find(conversation: Conversation, answerId: string): AnswerText | undefined {
    const answer = conversation.answer(answerId);
    if (!answer) return undefined;
    return {
      read: () => textOf(answer),
      isComplete: () => answer.end !== undefined || !this.#isWritten(conversation, answerId),
      onChange: (listener) => this.#listen(conversation, answerId, listener),
    };
  }

  /** Responses may not be written any more, though nobody ended them. */
  note(): void {
    for (const tell of this.#tellers) tell();
  }

  #listen(conversation: Conversation, answerId: string, listener: () => void): () => void {
    // Later, since a response must neither wait for what listeners do, nor break with them.
    const tell = () => queueMicrotask(() => this.#tellers.has(tell) && listener());
    this.#tellers.add(tell);
    const leave = conversation.onDidChange(({ record }) => {
      if ('id' in record && record.id === answerId) tell();
    });
    return () => {
      this.#tellers.delete(tell);
      leave();
    };
  }
}
