import { randomUUID } from 'node:crypto';
import type { ChatPorts, Question } from './chatPorts.ts';
import type { Conversation, Prompt } from './conversation.ts';
import type { JournalRecord } from './records.ts';
import type { RunningAnswers } from './runningAnswers.ts';

export interface AskingOptions {
  readonly ports: Pick<ChatPorts, 'confirmOtherRelay'>;
  readonly conversation: () => Conversation;
  readonly record: (target: Conversation, entry: JournalRecord) => void;
  readonly answers: RunningAnswers;
  /** Answers begin. `isFirst`: none ran before. */
  readonly onStart: (isFirst: boolean) => void;
}

/** How questions get into the open conversation, and answers to them are begun. */
export interface Asking {
  /** Makes sure that the conversation has its first record. */
  begin(): void;
  /** Keeps a question; it becomes the one that is shown. */
  addPrompt(parentId: string | null, question: Question, kind?: Prompt['kind']): string;
  /** Has a question answered by these models, side by side where there are several; undefined is the chosen one. */
  answer(promptId: string, models: readonly (string | undefined)[]): void;
}

export function createAsking({ ports, conversation, record, answers, onStart }: AskingOptions): Asking {
  function begin(): void {
    const target = conversation();
    const { messages, system, configuration } = target;
    if (messages.size > 0 || system !== undefined || Object.keys(configuration).length > 0) return;
    record(target, { type: 'conversation', version: 1, id: target.id, at: Date.now() });
  }

  return {
    begin,
    addPrompt(parentId, { text, attachments }, kind = 'question') {
      const target = conversation();
      begin();
      // Another window deleted it: what goes on is not deleted.
      if (target.isDeleted) record(target, { type: 'delete', isDeleted: false, at: Date.now() });
      const id = randomUUID();
      record(target, {
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
      const isCompared = models.length > 1 || target.compared.has(promptId);
      for (const model of models) answers.start(target, promptId, { model, isCompared, confirmOtherRelay });
      onStart(isFirst);
    },
  };
}
