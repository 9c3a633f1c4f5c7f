import { readFileSync } from 'node:fs';
import { hostname, uptime } from 'node:os';
import type { Answer, Conversation } from './conversation.ts';

/** This process, as the records of its answers name it. */
export const ownWriter = `${hostname()}:${process.pid}`;

/** How often it is looked whether another window is still there that was writing an answer. */
const pollMs = 5_000;

/** No answer is written for longer; where the system doesn't tell when a process began, its number may be another's then. */
const longestAnswerMs = 24 * 3_600_000;
/** Clocks are set while processes run. */
const clockSlackMs = 60_000;

/** Whether another process of this machine, which wrote something at that time, is there: not a later one of its number. */
export function isWriting(writer: string | undefined, writtenAtMs: number): boolean {
  const [, host, number] = /^(.+):([1-9]\d{0,9})$/.exec(writer ?? '') ?? [];
  const pid = Number(number);
  if (host !== hostname() || writer === ownWriter || !isRunning(pid)) return false;
  return startedAtMs(pid) < writtenAtMs + clockSlackMs;
}

function isRunning(pid: number): boolean {
  try {
    // Sends nothing, and throws where there is nobody.
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** When a process began, at the earliest: Linux tells, elsewhere it is when the machine did. */
function startedAtMs(pid: number): number {
  const machineMs = Date.now() - uptime() * 1_000;
  if (process.platform !== 'linux') return machineMs;
  try {
    // The name of the program, in brackets, may have any characters. Times are in hundredths of a second since the machine began.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ');
    const [, machine = Number.NaN] = /^btime (\d+)$/m.exec(readFileSync('/proc/stat', 'latin1')) ?? [];
    const startMs = Number(machine) * 1_000 + Number(fields[19]) * 10;
    return Number.isFinite(startMs) ? startMs : machineMs;
  } catch {
    return machineMs;
  }
}

function isAnswering({ writer, at }: Answer): boolean {
  return isWriting(writer, at) && at > Date.now() - longestAnswerMs;
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
      if (answer?.type === 'answer' && answer.writer !== undefined && !isAnswering(answer)) ids.delete(id);
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
        if (answer.type === 'answer' && !answer.end && isAnswering(answer)) ids.add(answer.id);
    },
    dispose: () => clearInterval(poll),
  };
}
