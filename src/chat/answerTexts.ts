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
  /** Answers may not be written any more, though nobody ended them. */
  note(): void;
}

/** `isWritten`: whether more may come of an answer that has no end, here or from another window. */
export function createAnswerTexts(
  isWritten: (conversation: Conversation, answerId: string) => boolean,
): AnswerTexts {
  const tellers = new Set<() => void>();

  function listen(conversation: Conversation, answerId: string, listener: () => void): () => void {
    // Later, since an answer must neither wait for what listeners do, nor break with them.
    const tell = () => queueMicrotask(() => tellers.has(tell) && listener());
    tellers.add(tell);
    const leave = conversation.onDidChange(({ record }) => {
      if ('id' in record && record.id === answerId) tell();
    });
    return () => {
      tellers.delete(tell);
      leave();
    };
  }

  return {
    find(conversation, answerId) {
      const answer = conversation.answer(answerId);
      return (
        answer && {
          read: () => textOf(answer),
          isComplete: () => answer.end !== undefined || !isWritten(conversation, answerId),
          onChange: (listener) => listen(conversation, answerId, listener),
        }
      );
    },
    note() {
      for (const tell of tellers) tell();
    },
  };
}
