import { readFileSync } from 'node:fs';
import { hostname, uptime } from 'node:os';
import type { Conversation } from './conversation.ts';
import type { Answer } from './message.ts';
import type { JournalRecord } from './records.ts';

/** This process, as the records of its responses name it. */
export const instanceId = `${hostname()}:${process.pid}`;

/** How often it is looked whether another window is still there that was writing a response. */
const pollMs = 5_000;

/**
 * No response is written for longer; where the system doesn't tell when a process began, its number may be another's
 * then.
 */
const longestAnswerMs = 24 * 3_600_000;
/** Clocks are set while processes run. */
const clockSlackMs = 60_000;

/** Whether another process of this machine, which wrote something at that time, is there: not a later one of its number. */
export function isWriting(writer: string | undefined, writtenAtMs: number): boolean {
  const [, host, number] = /^(.+):([1-9]\d{0,9})$/.exec(writer ?? '') ?? [];
  const pid = Number(number);
  if (host !== hostname() || writer === instanceId || !isRunning(pid)) return false;
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

/** The responses of the open conversation that other windows are writing. */
export class AnswersElsewhere {
  readonly #ids = new Set<string>();
  #conversation: Conversation | undefined;
  readonly #poll: NodeJS.Timeout;

  /** `onGone`: a window went away with a response that nobody will end. */
  constructor(onGone: () => void) {
    this.#poll = setInterval(() => this.#look(onGone), pollMs).unref();
  }

  get ids(): ReadonlySet<string> {
    return this.#ids;
  }

  /** Another conversation is open: those of it that have no end, and whose writer is there. */
  begin(conversation: Conversation): void {
    this.#conversation = conversation;
    this.#ids.clear();
    for (const answer of conversation.messages.values())
      if (answer.type === 'answer' && !answer.end && isAnswering(answer)) this.#ids.add(answer.id);
  }

  /** Another window's record was merged into the conversation. True where that takes other turns than are shown. */
  note(record: JournalRecord): boolean {
    switch (record.type) {
      case 'answer':
        this.#ids.add(record.id);
        return true;
      case 'prompt':
        return true;
      case 'delta':
      case 'picture':
      case 'toolCall':
      case 'toolResult': {
        const answer = this.#conversation?.answer(record.id);
        // A torn line may have been its beginning.
        if (!answer || this.#ids.has(record.id)) return false;
        // What comes late does not have a response run again that is over; any other was begun before this window had
        // it.
        if (!answer.end) this.#ids.add(record.id);
        return true;
      }
      case 'end':
        this.#ids.delete(record.id);
        return false;
      default:
        return false;
    }
  }

  /** It is not waited for any longer. False where it was not. */
  forget(answerId: string): boolean {
    return this.#ids.delete(answerId);
  }

  dispose(): void {
    clearInterval(this.#poll);
  }

  #look(onGone: () => void): void {
    const before = this.#ids.size;
    for (const id of this.#ids) {
      const answer = this.#conversation?.answer(id);
      // Where it isn't known who writes, nobody can tell.
      if (answer?.writer !== undefined && !isAnswering(answer)) this.#ids.delete(id);
    }
    if (this.#ids.size < before) onGone();
  }
}
