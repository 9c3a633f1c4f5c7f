import type { RetryWait } from '../../relay/callOptions.ts';
import { RelayError } from '../../relay/relayError.ts';
import type { Utterance } from '../plan/utterance.ts';
import type { SpeechSource, SpokenAudio } from './speechSource.ts';

/** What an error means for a reading. */
export type Fault =
  /** Another try may help; where it doesn't, the next utterance may fare better. */
  | 'passing'
  /** No way to the relay: the same for every utterance that is not kept, until there is one again. */
  | 'offline'
  /** The relay wants fewer requests. */
  | 'limited'
  /** The relay refused this text, or any: that shows with the first one. */
  | 'text'
  /** Somebody ended the request, and knows why. */
  | 'cancelled'
  /** It would be the same for every utterance. */
  | 'lasting';

export function faultOf(error: unknown): Fault {
  if (!(error instanceof RelayError)) return 'lasting';
  switch (error.kind) {
    case 'interrupted':
    case 'server':
    case 'invalidResponse':
      return 'passing';
    case 'timeout':
      return error.details.phase === 'connect' ? 'offline' : 'passing';
    case 'connection':
      return 'offline';
    case 'rateLimit':
      return 'limited';
    case 'invalidRequest':
    case 'requestTooLarge':
      return 'text';
    case 'cancelled':
      return 'cancelled';
    default:
      return 'lasting';
  }
}

/** Whether others may be spoken where one utterance has this fault to the end. */
export function mayBeOfOne(fault: Fault): boolean {
  return fault === 'passing' || fault === 'text';
}

export interface AudioRequestsPorts {
  readonly speech: SpeechSource;
  /** Whether it is worth another try once a wait is over: the reading may have gone elsewhere. */
  isWanted(index: number): boolean;
  onAudio(utterance: Utterance, audio: SpokenAudio): void;
  /** Not called for what was given up. */
  onFault(utterance: Utterance, error: unknown): void;
  /** The source of speech knows what it was asked for, or never will. */
  onEntered(): void;
  /** A wait that the relay asked for began or ended. */
  onWait(wait: RetryWait | undefined): void;
}

/** The requests of one reading that are under way, at most one for each utterance. */
export interface AudioRequests {
  readonly count: number;
  has(index: number): boolean;
  ask(utterance: Utterance): void;
  /** The wait that the relay asked for before it takes this request. */
  waitOf(index: number): RetryWait | undefined;
  /** Ends all waits that the relay asked for. */
  retryNow(): void;
  /** Gives up what is not between these, and closes its sockets. */
  keepOnly(first: number, last: number): void;
  /** Gives up everything. */
  abort(): void;
}

interface Request {
  readonly abort: AbortController;
  wait: RetryWait | undefined;
}

export function createAudioRequests(ports: AudioRequestsPorts): AudioRequests {
  const { speech } = ports;
  const open = new Map<number, Request>();

  async function ask(utterance: Utterance): Promise<void> {
    const { index } = utterance;
    const request: Request = { abort: new AbortController(), wait: undefined };
    const { signal } = request.abort;
    const { onEntered } = ports;
    open.set(index, request);
    const outcome = await speech
      .get(utterance, { signal, onEntered, onWait: (wait) => noteWait(index, request, wait) })
      .finally(onEntered)
      .then(
        (audio) => ({ audio }),
        (error: unknown) => ({ error }),
      );
    if (open.get(index) === request) open.delete(index);
    // What was given up may come all the same; then it was paid for, and is worth keeping.
    if ('audio' in outcome) ports.onAudio(utterance, outcome.audio);
    else if (!signal.aborted) ports.onFault(utterance, outcome.error);
  }

  function noteWait(index: number, request: Request, wait: RetryWait | undefined): void {
    if (request.abort.signal.aborted) return;
    request.wait = wait;
    if (!wait && !ports.isWanted(index)) giveUp(index, request);
    ports.onWait(wait);
  }

  function giveUp(index: number, request: Request): void {
    open.delete(index);
    request.wait = undefined;
    request.abort.abort();
  }

  return {
    get count() {
      return open.size;
    },
    has: (index) => open.has(index),
    ask: (utterance) => void ask(utterance),
    waitOf: (index) => open.get(index)?.wait,
    retryNow() {
      for (const { wait } of open.values()) wait?.retryNow();
    },
    keepOnly(first, last) {
      for (const [index, request] of open) if (index < first || index > last) giveUp(index, request);
    },
    abort() {
      for (const [index, request] of open) giveUp(index, request);
    },
  };
}
