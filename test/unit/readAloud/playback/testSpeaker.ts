import type { Utterance } from '../../../../src/readAloud/narration/plan/utterance.ts';
import type { SpeechSource, SpokenAudio } from '../../../../src/readAloud/speech/speechSource.ts';
import type { RetryWait } from '../../../../src/relay/callOptions.ts';
import { RelayError } from '../../../../src/relay/errors/relayError.ts';
import { settle } from './testPage.ts';

interface Request {
  readonly index: number;
  readonly text: string;
  readonly signal: AbortSignal;
  resolve(audio: SpokenAudio): void;
  reject(error: unknown): void;
  onWait: ((wait: RetryWait | undefined) => void) | undefined;
}

/** A cache, and a relay that responds when the test says so. */
export interface TestSpeaker {
  readonly speech: SpeechSource;
  /** Indexes requested from the relay, and so paid for; `abort 3` for an aborted one, `renew` for a new choice. */
  readonly asked: (number | string)[];
  /** Indexes of the open requests. */
  readonly open: readonly number[];
  /** The same without aborted ones. */
  readonly live: readonly number[];
  /** Cached texts. */
  readonly kept: Set<string>;
  /** Whether speech from the relay is cached. */
  hasDisk: boolean;
  /** Answers the oldest open request, or that of the given sentence, with 100 bytes that last 2 seconds. */
  answer(audio?: Partial<SpokenAudio>, index?: number): Promise<void>;
  /** Answers requests until none is open. */
  answerAll(): Promise<void>;
  fail(error: Error, index?: number): Promise<void>;
  /** Reports a wait before a retry, which ends when the test says so or the user retries at once. */
  wait(
    delayMs: number,
    index?: number,
    error?: RelayError,
  ): { readonly wasPressed: () => boolean; end(): Promise<void> };
}

export function createTestSpeaker(): TestSpeaker {
  const asked: (number | string)[] = [];
  const open: Request[] = [];
  const kept = new Set<string>();

  function find(index = open[0]?.index): Request {
    const found = open.find((request) => request.index === index);
    if (!found) throw new Error(`Nothing was asked for: ${index}.`);
    return found;
  }

  function take(index?: number): Request {
    const request = find(index);
    open.splice(open.indexOf(request), 1);
    return request;
  }

  function audioOf(audio: Partial<SpokenAudio> = {}): SpokenAudio {
    return { bytes: new Uint8Array(100), format: 'mp3', seconds: 2, ...audio };
  }

  const speaker: TestSpeaker = {
    asked,
    kept,
    hasDisk: false,
    get open() {
      return open.map(({ index }) => index);
    },
    get live() {
      return open.filter(({ signal }) => !signal.aborted).map(({ index }) => index);
    },
    speech: {
      isKept: ({ text }: Utterance) => kept.has(text),
      forget: ({ text }: Utterance) => void kept.delete(text),
      renew: () => void asked.push('renew'),
      get({ index, text }, { signal, onWait, onEntered }) {
        if (kept.has(text)) return Promise.resolve(audioOf({ isKept: true }));
        return new Promise((resolve, reject) => {
          asked.push(index);
          const request = { index, text, signal, resolve, reject, onWait };
          open.push(request);
          onEntered?.();
          // The request stays open: some relays respond even after an abort.
          signal.addEventListener('abort', () => {
            if (open.includes(request)) asked.push(`abort ${index}`);
          });
        });
      },
    },
    answer(audio, index) {
      const request = take(index);
      if (speaker.hasDisk) kept.add(request.text);
      request.resolve(audioOf(audio));
      return settle();
    },
    async answerAll() {
      while (open.length > 0) await speaker.answer();
    },
    fail(error, index) {
      take(index).reject(error);
      return settle();
    },
    wait(delayMs, index, error = new RelayError('rateLimit', { status: 429 })) {
      let wasPressed = false;
      const { onWait } = find(index);
      const retryNow = () => {
        wasPressed = true;
        onWait?.(undefined);
      };
      onWait?.({ retry: 1, delayMs, error, retryNow });
      return {
        wasPressed: () => wasPressed,
        end() {
          if (!wasPressed) onWait?.(undefined);
          return settle();
        },
      };
    },
  };
  return speaker;
}
