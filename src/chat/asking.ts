import { randomUUID } from 'node:crypto';
import type { ChatPorts, Question } from './chatPorts.ts';
import type { Conversation } from './conversation.ts';
import type { Prompt } from './message.ts';
import type { RunningAnswers } from './runningAnswers.ts';

export interface AskingOptions {
  readonly ports: Pick<ChatPorts, 'confirmOtherRelay'>;
  readonly conversation: () => Conversation;
  readonly answers: RunningAnswers;
  /** Answers begin. `isFirst`: none ran before. */
  readonly onStart: (isFirst: boolean) => void;
}

/** How questions get into the open conversation, and answers to them are begun. */
export interface Asking {
  /** Keeps a question; it becomes the one that is shown. */
  addPrompt(parentId: string | null, question: Question, kind?: Prompt['kind']): string;
  /** Has a question answered by these models, side by side where there are several; undefined is the chosen one. */
  answer(promptId: string, models: readonly (string | undefined)[]): void;
}

export function createAsking({ ports, conversation, answers, onStart }: AskingOptions): Asking {
  return {
    addPrompt(parentId, { text, attachments }, kind = 'question') {
      const target = conversation();
      target.begin();
      // Another window deleted it: what goes on is not deleted.
      if (target.isDeleted) target.append({ type: 'delete', isDeleted: false, at: Date.now() });
      const id = randomUUID();
      target.append({
        type: 'prompt',
        id,
        parentId,
        text,
        ...(kind !== 'question' && { kind }),
        ...(attachments.length > 0 && { attachments: [...attachments] }),
        at: Date.now(),
      });
      return id;
    },
    answer(promptId, models) {
      const target = conversation();
      let confirmed: Promise<boolean> | undefined;
      // Several answers to one question are one question to the person as well.
      const confirmOtherRelay: ChatPorts['confirmOtherRelay'] = (from, to) => {
        confirmed ??= ports.confirmOtherRelay(from, to);
        return confirmed;
      };
      const isFirst = answers.ids.length === 0;
      const isCompared = models.length > 1 || target.isCompared(promptId);
      for (const model of models) answers.start(target, promptId, { model, isCompared, confirmOtherRelay });
      onStart(isFirst);
    },
  };
}
