import { fromKnownRelay, RelayError } from './relayError.ts';

export interface PresenceOptions {
  /** Whether a relay has answered at the base URL before, as far as the caller remembers. */
  readonly hasAnswered?: boolean;
  /** Called once, with the first answer that proves it. */
  readonly onAnswered?: () => void;
}

/**
 * Whether there is a relay at the base URL. A 404 or a web page where nothing was ever answered means that there is none;
 * where something was, the base URL is right, and what was asked for is not there.
 */
export function createPresence({ hasAnswered = false, onAnswered }: PresenceOptions) {
  let isKnown = hasAnswered;

  function rememberAnswer(): void {
    if (isKnown) return;
    isKnown = true;
    onAnswered?.();
  }

  function judge(error: unknown): unknown {
    return isKnown && error instanceof RelayError ? fromKnownRelay(error) : error;
  }

  return {
    async of<T>(asked: Promise<T>): Promise<T> {
      try {
        const answer = await asked;
        rememberAnswer();
        return answer;
      } catch (error) {
        throw judge(error);
      }
    },

    async *ofEvents<T>(events: AsyncIterable<T>): AsyncGenerator<T, void, undefined> {
      try {
        for await (const event of events) {
          rememberAnswer();
          yield event;
        }
      } catch (error) {
        throw judge(error);
      }
    },
  };
}
