import { hostname } from 'node:os';
import type { Conversation } from './conversation.ts';

/** This process, as the records of its answers name it. */
export const ownWriter = `${hostname()}:${process.pid}`;

/** How often it is looked whether another window is still there that was writing an answer. */
const pollMs = 5_000;

/** Whether another process of this machine, which writes an answer, is there. */
export function isWriting(writer: string | undefined): boolean {
  const [, host, pid] = /^(.+):([1-9]\d{0,9})$/.exec(writer ?? '') ?? [];
  if (host !== hostname() || writer === ownWriter) return false;
  try {
    // Sends nothing, and throws where there is nobody.
    return process.kill(Number(pid), 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The answers that other windows are writing. */
export interface AnswersElsewhere {
  readonly ids: Set<string>;
  /** Another conversation is open: those of it that have no end, and whose writer is there. */
  begin(conversation: Conversation): void;
  dispose(): void;
}

/** `onGone`: a window went away with an answer that nobody will end. */
export function watchAnswersElsewhere(onGone: () => void): AnswersElsewhere {
  const ids = new Set<string>();
  let messages: Conversation['messages'] = new Map();
  const look = () => {
    const before = ids.size;
    for (const id of ids) {
      const answer = messages.get(id);
      // Where it isn't known who writes, nobody can tell.
      if (answer?.type === 'answer' && answer.writer !== undefined && !isWriting(answer.writer))
        ids.delete(id);
    }
    if (ids.size < before) onGone();
  };
  const poll = setInterval(look, pollMs).unref();
  return {
    ids,
    begin(conversation) {
      messages = conversation.messages;
      ids.clear();
      for (const answer of messages.values())
        if (answer.type === 'answer' && !answer.end && isWriting(answer.writer)) ids.add(answer.id);
    },
    dispose: () => clearInterval(poll),
  };
}
