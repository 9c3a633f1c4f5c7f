import { readFileSync } from 'node:fs';
import { hostname, uptime } from 'node:os';
import type { Conversation } from './conversation.ts';
import type { Answer } from './message.ts';
import type { JournalRecord } from './records.ts';

/** The id of this process in the records of its responses. */
export const instanceId = `${hostname()}:${process.pid}`;

/** How often to check whether another window that streams a response is still running. */
const pollMs = 5_000;

/**
 * No response streams for longer. Where the system doesn't tell when a process started, another process may have its
 * ID by then.
 */
const longestAnswerMs = 24 * 3_600_000;
/** The clock may be adjusted while a process runs. */
const clockSlackMs = 60_000;

/** Whether the process that wrote at this time is still running, and not a later one with the same ID. */
export function isWriting(writer: string | undefined, writtenAtMs: number): boolean {
  const [, host, number] = /^(.+):([1-9]\d{0,9})$/.exec(writer ?? '') ?? [];
  const pid = Number(number);
  if (host !== hostname() || writer === instanceId || !isRunning(pid)) return false;
  return startedAtMs(pid) < writtenAtMs + clockSlackMs;
}

function isRunning(pid: number): boolean {
  try {
    // Signal 0 sends nothing, and throws if there is no such process.
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The earliest start time of a process: known on Linux, elsewhere the start of the machine. */
function startedAtMs(pid: number): number {
  const machineMs = Date.now() - uptime() * 1_000;
  if (process.platform !== 'linux') return machineMs;
  try {
    // The program name, in parentheses, may contain any character. Times are in 1/100 s since boot.
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

/** The responses of the open conversation that are streaming in other windows. */
export class AnswersElsewhere {
  readonly #ids = new Set<string>();
  #conversation: Conversation | undefined;
  readonly #poll: NodeJS.Timeout;

  /** `onGone` is called when a window was closed during a response, which then never ends. */
  constructor(onGone: () => void) {
    this.#poll = setInterval(() => this.#look(onGone), pollMs).unref();
  }

  get ids(): ReadonlySet<string> {
    return this.#ids;
  }

  /** Starts with those responses of a conversation that have no end and whose writer is still running. */
  begin(conversation: Conversation): void {
    this.#conversation = conversation;
    this.#ids.clear();
    for (const answer of conversation.messages.values())
      if (answer.type === 'answer' && !answer.end && isAnswering(answer)) this.#ids.add(answer.id);
  }

  /** Handles a merged record of another window. True if the turns have to be rendered again. */
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
        // The response is unknown if the line with its first record was torn.
        if (!answer || this.#ids.has(record.id)) return false;
        // A late record must not restart a response that has ended. Any other response began before this window
        // opened the conversation.
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

  /** Stops waiting for a response. False if it was not waited for. */
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
      // Without a writer ID, it is unknown whether the response is still streaming.
      if (answer?.writer !== undefined && !isAnswering(answer)) this.#ids.delete(id);
    }
    if (this.#ids.size < before) onGone();
  }
}
