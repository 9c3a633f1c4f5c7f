import type { Asking } from './asking.ts';
import type { ChatPorts, ChatSession } from './chatPorts.ts';
import type { Conversation } from './conversation.ts';
import type { RunningAnswers } from './runningAnswers.ts';

export interface RevisingOptions {
  readonly ports: Pick<ChatPorts, 'others' | 'onBranch'>;
  readonly conversation: () => Conversation;
  readonly answers: RunningAnswers;
  readonly asking: Asking;
  /** Other turns are shown than before, so that another answer may be the last. */
  readonly onChosen: () => void;
}

/** What is asked in other words, answered anew, or chosen among versions. */
export type Revising = Pick<ChatSession, 'edit' | 'retry' | 'keepAnswer' | 'chooseVersion'>;

export function createRevising({
  ports,
  conversation,
  answers,
  asking,
  onChosen,
}: RevisingOptions): Revising {
  const { onBranch } = ports;
  const { addPrompt, answer } = asking;
  const findTurn = (answerId: string) => conversation().turnWith(answerId);

  return {
    edit(answerId, text) {
      // Another answer to the question may have come while it was written anew.
      const turn = conversation().turnAsked(answerId);
      if (!turn) return false;
      answers.abandon();
      const { parentId, attachments } = turn.prompt;
      answer(addPrompt(parentId, { text, attachments }), [undefined, ...ports.others()]);
      onBranch();
      return true;
    },
    retry(answerId) {
      const turn = findTurn(answerId);
      const again = conversation().answer(answerId);
      if (!turn || !again || answers.ids.includes(answerId)) return;
      if (conversation().isCompared(turn.prompt.id)) {
        // The others beside it go on.
        answer(turn.prompt.id, [again.model || undefined]);
      } else {
        answers.abandon();
        answer(turn.prompt.id, [undefined]);
      }
      onBranch();
    },
    keepAnswer(answerId) {
      const target = conversation();
      const kept = target.answer(answerId);
      if (!kept || !target.isCompared(kept.parentId)) return;
      target.append({ type: 'choose', id: answerId });
      for (const id of answers.ids) if (id !== answerId) answers.stop(id);
      onBranch();
      onChosen();
    },
    chooseVersion(answerId, of, step) {
      const target = conversation();
      const turn = findTurn(answerId);
      if (!turn) return;
      const { id } = turn[of];
      const versions = target.versionsOf(id);
      const chosen = versions[versions.indexOf(id) + step];
      if (chosen === undefined) return;
      target.append({ type: 'choose', id: chosen });
      // What nobody sees any more, nobody could stop.
      for (const running of answers.ids) if (!findTurn(running)) answers.stop(running);
      onBranch();
      onChosen();
    },
  };
}
