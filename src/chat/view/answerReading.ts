import * as vscode from 'vscode';
import { notify } from '../../platform/notifications.ts';
import type { AnswerText } from '../model/answerTexts.ts';
import type { ChatSession } from '../model/chatSession.ts';
import { toOneLine } from '../model/historyText.ts';

export interface AnswerReadingPorts {
  readonly session: () => Promise<ChatSession>;
  /** Reads a text aloud that may still be written. */
  readonly readAloud: (title: string, text: AnswerText) => Promise<void>;
}

/** Has answers read aloud, also while they are written. */
export type AnswerReading = ReturnType<typeof createAnswerReading>;

export function createAnswerReading({ session, readAloud }: AnswerReadingPorts) {
  const { t } = vscode.l10n;

  function titleOf({ conversation }: ChatSession, answerId: string): string {
    const title = toOneLine(conversation.title ?? '');
    if (title !== '') return title;
    const model = toOneLine(conversation.answer(answerId)?.model ?? '');
    return model === '' ? t('Response') : t('Response from {0}', model);
  }

  async function readFrom(open: ChatSession, answerId: string | undefined): Promise<void> {
    const text = answerId === undefined ? undefined : open.answerText(answerId);
    // Of one that is being written, the first word may be on its way.
    if (answerId === undefined || !text || (text.isComplete() && text.read().trim() === ''))
      return void notify('info', t('There is no response to read aloud.'));
    await readAloud(titleOf(open, answerId), text);
  }

  return {
    read: async (answerId: string): Promise<void> => readFrom(await session(), answerId),
    /** The last answer of the chat, as it is shown. */
    async readLast(): Promise<void> {
      const open = await session();
      await readFrom(open, open.conversation.turns.at(-1)?.answer.id);
    },
  };
}
