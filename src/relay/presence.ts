import { fromKnownRelay, RelayError, type RelayErrorKind } from './errors/relayError.ts';

export interface PresenceOptions {
  /** Whether a relay has answered at the base URL before, as far as the caller remembers. */
  readonly hasAnswered?: boolean;
  /** Called once, with the first answer that proves it; a refusal may. */
  readonly onAnswered?: () => void;
}

/** What only who knows keys, models and requests refuses for, in words of a code. */
const refusals: ReadonlySet<RelayErrorKind> = new Set([
  'authentication',
  'tokenUnavailable',
  'insufficientBalance',
  'modelNotAllowed',
  'rateLimit',
  'invalidRequest',
  'betaFieldRejected',
]);

/** Any server may refuse a request: by a page, a sentence or a number. Relays say why in a code. */
function isRefusalOfRelay(error: unknown): boolean {
  if (!(error instanceof RelayError)) return false;
  const { status, code = '' } = error.details;
  return status !== undefined && refusals.has(error.kind) && /[a-z]/i.test(code);
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
    if (isRefusalOfRelay(error)) rememberAnswer();
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
