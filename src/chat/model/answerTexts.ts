import type { Conversation } from './conversation.ts';
import { textOf } from './message.ts';

/** The Markdown text of a response that may still be streaming. It is append-only. */
export interface AnswerText {
  /** All of it so far. */
  read(): string;
  /** Nothing more will come. */
  isComplete(): boolean;
  /** Calls the listener when the text or its completeness may have changed, until the returned function is called. */
  onChange(listener: () => void): () => void;
}

/** The texts of responses, for listeners other than the views. */
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

  /** Responses may have stopped streaming without an end record. */
  note(): void {
    for (const tell of this.#tellers) tell();
  }

  #listen(conversation: Conversation, answerId: string, listener: () => void): () => void {
    // Deferred, so that listeners neither delay a response nor make it fail.
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
