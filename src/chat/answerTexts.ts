import { textOf } from './answerParts.ts';
import type { Conversation } from './conversation.ts';

/** The text of an answer, as Markdown, which may still be written. It only grows. */
export interface AnswerText {
  /** All of it so far. */
  read(): string;
  /** Nothing more will come. */
  isComplete(): boolean;
  /** Calls back when it may have grown, and when it may be complete, until the returned function is called. */
  onChange(listener: () => void): () => void;
}

/** The texts of answers, for those who follow them beside the views. */
export interface AnswerTexts {
  /** Undefined where there is no such answer. */
  find(conversation: Conversation, answerId: string): AnswerText | undefined;
  /** Something came of this answer, or it ended. */
  note(answerId: string): void;
  /** Answers may not be written any more, though nobody ended them. */
  noteAll(): void;
}

/** `isWritten`: whether more may come of an answer that has no end, here or from another window. */
export function createAnswerTexts(
  isWritten: (conversation: Conversation, answerId: string) => boolean,
): AnswerTexts {
  const listeners = new Map<string, Set<() => void>>();

  function note(answerId: string): void {
    const concerned = listeners.get(answerId);
    // Later, since an answer must neither wait for what listeners do, nor break with them.
    for (const listener of concerned ?? []) queueMicrotask(() => concerned?.has(listener) && listener());
  }

  function listen(answerId: string, listener: () => void): () => void {
    // A function of its own: the same one may listen twice.
    const own = () => listener();
    const concerned = listeners.get(answerId) ?? new Set();
    listeners.set(answerId, concerned.add(own));
    return () => {
      concerned.delete(own);
      if (concerned.size === 0 && listeners.get(answerId) === concerned) listeners.delete(answerId);
    };
  }

  return {
    find(conversation, answerId) {
      const answer = conversation.messages.get(answerId);
      if (answer?.type !== 'answer') return undefined;
      return {
        read: () => textOf(answer),
        isComplete: () => answer.end !== undefined || !isWritten(conversation, answerId),
        onChange: (listener) => listen(answerId, listener),
      };
    },
    note,
    noteAll() {
      for (const answerId of listeners.keys()) note(answerId);
    },
  };
}
