import type { Attachments } from '../context/attachments.ts';
import type { GivenQuestion, PromptLibrary } from '../context/prompts/promptLibrary.ts';
import type { ChatSession } from '../model/chatSession.ts';
import type { Question } from '../model/message.ts';

/** A question that is asked beside the draft. */
export interface PreparedQuestion {
  readonly text: string;
  /** The code stands in the text, at the place that the prompt has for it. */
  readonly hasSelection?: boolean | undefined;
  /** Shows the chat and asks, with these and with the files that the prompt names. */
  ask(attachments: Question['attachments']): Promise<void>;
}

interface PreparedQuestionPorts {
  readonly prompts: Pick<PromptLibrary, 'expand'>;
  readonly attachments: Pick<Attachments, 'approve'>;
  readonly session: () => Promise<ChatSession>;
  /** Shows the chat, where what is sent next scrolls into view. */
  readonly followConversation: () => Promise<void>;
}

/** What a prompt says about this code; undefined where there is nothing to ask, of which the person knows. */
export async function prepareQuestion(
  prompt: string,
  code: GivenQuestion['code'],
  { prompts, attachments, session, followConversation }: PreparedQuestionPorts,
): Promise<PreparedQuestion | undefined> {
  const named: string[] = [];
  const attach = async (addresses: readonly string[]) => void named.push(...addresses);
  const expansion = await prompts.expand(prompt, { code, attach });
  if (!expansion || 'cancelled' in expansion) return undefined;
  const { text, hasSelection } = expansion;
  return {
    text,
    hasSelection,
    async ask(records) {
      const approved = await attachments.approve(records, named);
      if (!approved) return;
      const open = await session();
      await followConversation();
      open.send({ text, attachments: approved });
    },
  };
}
