import { setTimeout as sleep } from 'node:timers/promises';
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

const retriedFaults: readonly Fault[] = ['passing', 'offline', 'cancelled'];
/** Before the second and the third try. */
const retryDelaysMs: readonly number[] = [500, 1500];
/** Limits are by the minute: when the client's own waits were in vain, longer ones are shown, which the person may end. */
const limitDelaysMs: readonly number[] = [20_000, 60_000];

/** Waits so long. It may end sooner, either way, when the signal says so. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

export const waitByClock: Wait = (ms, signal) => sleep(ms, undefined, { signal });

export interface AudioRequestsPorts {
  readonly speech: SpeechSource;
  readonly wait: Wait;
  /** Whether it is worth another try: the reading may have gone elsewhere. */
  isWanted(index: number): boolean;
  onAudio(utterance: Utterance, audio: SpokenAudio): void;
  /** After the last try. Not called for what was given up. */
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
    const request: Request = { abort: new AbortController(), wait: undefined };
    open.set(utterance.index, request);
    const outcome = await getPatiently(utterance, request).then(
      (audio) => ({ audio }),
      (error: unknown) => ({ error }),
    );
    if (open.get(utterance.index) === request) open.delete(utterance.index);
    // What was given up may come all the same; then it was paid for, and is worth keeping.
    if ('audio' in outcome) ports.onAudio(utterance, outcome.audio);
    else if (!request.abort.signal.aborted) ports.onFault(utterance, outcome.error);
  }

  async function getPatiently(utterance: Utterance, request: Request): Promise<SpokenAudio> {
    const { signal } = request.abort;
    const { onEntered } = ports;
    const onRetryWait = (wait: RetryWait) => noteWait(request, wait);
    const getNow = () => speech.get(utterance, { signal, onRetryWait, onEntered }).finally(onEntered);
    const get = () => waitOutLimits(getNow, utterance, request);
    for (const delayMs of retryDelaysMs) {
      try {
        return await get();
      } catch (error) {
        endWait(request);
        if (signal.aborted || !retriedFaults.includes(faultOf(error))) throw error;
      }
      await ports.wait(delayMs, signal);
      endUnlessWanted(utterance, request);
    }
    return get();
  }

  async function waitOutLimits(
    get: () => Promise<SpokenAudio>,
    utterance: Utterance,
    request: Request,
  ): Promise<SpokenAudio> {
    const { signal } = request.abort;
    for (const [place, delayMs] of limitDelaysMs.entries()) {
      try {
        return await get();
      } catch (error) {
        endWait(request);
        if (signal.aborted || !(error instanceof RelayError) || error.kind !== 'rateLimit') throw error;
        const cutShort = new AbortController();
        request.wait = { retry: place + 1, delayMs, error, retryNow: () => cutShort.abort() };
        ports.onWait(request.wait);
        await ports.wait(delayMs, AbortSignal.any([signal, cutShort.signal])).catch(() => {});
        endWait(request);
        endUnlessWanted(utterance, request);
      }
    }
    return get();
  }

  /** Throws what is not told as a fault. */
  function endUnlessWanted({ index }: Utterance, { abort }: Request): void {
    if (!ports.isWanted(index)) abort.abort();
    abort.signal.throwIfAborted();
  }

  function endWait(request: Request, wait = request.wait): void {
    if (!wait || request.wait !== wait) return;
    request.wait = undefined;
    ports.onWait(undefined);
  }

  /** Nobody tells when the client goes on, but it does so after this time. */
  function noteWait(request: Request, wait: RetryWait): void {
    const end = () => endWait(request, wait);
    request.wait = wait;
    ports.onWait(wait);
    ports.wait(wait.delayMs, request.abort.signal).then(end, end);
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
      for (const request of open.values()) {
        request.wait?.retryNow();
        endWait(request);
      }
    },
    keepOnly(first, last) {
      for (const [index, request] of open) if (index < first || index > last) giveUp(index, request);
    },
    abort() {
      for (const [index, request] of open) giveUp(index, request);
    },
  };
}
