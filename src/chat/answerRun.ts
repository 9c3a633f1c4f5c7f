import type { RequestPhase, RetryWait } from '../relay/callOptions.ts';
import type { RetryWaitView, WaitPhase } from '../webview/protocolViews.ts';
import type { EndRecord, JournalRecord } from './records.ts';
import { type AnswerEvent, runTurn, type TurnOptions } from './turn.ts';
import type { RunningView } from './turnViews.ts';

/** What a question to the relay is asked with. */
export interface AskCall {
  readonly signal: AbortSignal;
  readonly onRetryWait: (wait: RetryWait) => void;
  readonly onPhase: (phase: RequestPhase) => void;
}

/** One answer while it is being written. */
export interface AnswerRun {
  readonly answerId: string;
  /** What it waits for, as of now. */
  readonly view: RunningView;
  /** Resolves when its last record was given out; never rejects. */
  readonly ended: Promise<EndRecord>;
  stop(): void;
  /** Stops it, since the window goes away. */
  close(): void;
  /** Ends the wait before the question is sent again. */
  retryNow(): void;
}

export interface AnswerRunOptions {
  readonly answerId: string;
  readonly open: (call: AskCall) => AsyncIterable<AnswerEvent>;
  readonly keepPicture: TurnOptions['keepPicture'];
  readonly record: (record: JournalRecord) => void;
  /** How long the person was asked about tools: no time of the model's. */
  readonly askedMs: () => number;
  /** Why a try failed, in a sentence. */
  readonly describeError: (error: unknown) => string;
  readonly onPhase: (phase: WaitPhase) => void;
  readonly onWait: (wait: RetryWaitView | undefined) => void;
}

const waitPhases = {
  connect: 'connecting',
  upload: 'uploading',
  firstByte: 'answer',
} as const satisfies Record<RequestPhase, WaitPhase>;

export function startAnswerRun(options: AnswerRunOptions): AnswerRun {
  const { answerId, open, record, describeError } = options;
  const abort = new AbortController();
  let phase: WaitPhase | undefined;
  let wait: { readonly title: string; readonly endsAt: number; readonly retryNow: () => void } | undefined;
  let retries = 0;
  let isOver = false;
  let isClosing = false;

  function waitView(): RetryWaitView | undefined {
    return wait && { title: wait.title, remainingMs: Math.max(0, wait.endsAt - Date.now()) };
  }

  const call: AskCall = {
    signal: abort.signal,
    onPhase(reached) {
      if (isOver) return;
      // It goes on by itself when its time has come.
      wait = undefined;
      phase = waitPhases[reached];
      options.onPhase(phase);
    },
    onRetryWait({ error, delayMs, retryNow }) {
      if (isOver) return;
      retries += 1;
      wait = { title: describeError(error), endsAt: Date.now() + delayMs, retryNow };
      options.onWait(waitView());
    },
  };

  return {
    answerId,
    get view() {
      const retryWait = waitView();
      return { ...(phase && { phase }), ...(retryWait && { retryWait }) };
    },
    ended: runTurn({
      answerId,
      open: () => open(call),
      signal: abort.signal,
      keepPicture: options.keepPicture,
      retries: () => retries,
      isClosing: () => isClosing,
      askedMs: options.askedMs,
      record(entry) {
        isOver = entry.type === 'end';
        record(entry);
      },
    }),
    stop: () => abort.abort(),
    close() {
      isClosing = !abort.signal.aborted;
      abort.abort();
    },
    retryNow() {
      const current = wait;
      if (!current) return;
      wait = undefined;
      current.retryNow();
      options.onWait(undefined);
    },
  };
}
