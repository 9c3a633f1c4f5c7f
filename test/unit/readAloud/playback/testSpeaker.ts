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

export type TestSpeaker = ReturnType<typeof createTestSpeaker>;

/** A cache, and a relay that responds when the test says so. */
export function createTestSpeaker() {
  /** Indexes requested from the relay, and so paid for; `abort 3` for an aborted one, `renew` for a new choice. */
  const asked: (number | string)[] = [];
  const open: Request[] = [];
  /** Cached texts. */
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

  const speech: SpeechSource = {
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
  };

  const speaker = {
    speech,
    asked,
    kept,
    /** Whether speech from the relay is cached. */
    hasDisk: false,
    /** Indexes of the open requests. */
    get open(): readonly number[] {
      return open.map(({ index }) => index);
    },
    /** The same without aborted ones. */
    get live(): readonly number[] {
      return open.filter(({ signal }) => !signal.aborted).map(({ index }) => index);
    },
    /** Answers the oldest open request, or that of the given sentence, with 100 bytes that last 2 seconds. */
    answer(audio?: Partial<SpokenAudio>, index?: number) {
      const request = take(index);
      if (speaker.hasDisk) kept.add(request.text);
      request.resolve(audioOf(audio));
      return settle();
    },
    async answerAll(): Promise<void> {
      while (open.length > 0) await speaker.answer();
    },
    fail(error: Error, index?: number) {
      take(index).reject(error);
      return settle();
    },
    /** Reports a wait before a retry, which ends when the test says so or the user retries at once. */
    wait(delayMs: number, index?: number, error = new RelayError('rateLimit', { status: 429 })) {
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
