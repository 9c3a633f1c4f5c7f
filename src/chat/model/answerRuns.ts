import { AnswerRun, type AskedAnswer } from './answerRun.ts';
import type { ChatServices } from './chatServices.ts';
import type { Conversation } from './conversation.ts';
import { Titling } from './titles.ts';
import { type RunningView, reviveFailure } from './turnViews.ts';

interface AnswerRunsListener extends Pick<AskedAnswer, 'onNamed' | 'onCall'> {
  /** No response is streaming any more. `isAllComplete`: all that ran at the same time were complete. */
  readonly onAllEnded: (isAllComplete: boolean) => void;
}

/** The responses that are streaming in this window. */
export class AnswerRuns {
  readonly #services: ChatServices;
  readonly #listener: AnswerRunsListener;
  /** Those that were not abandoned. */
  readonly #runs = new Map<string, AnswerRun>();
  /** By id, until the last record is emitted, which takes a moment after a stop. */
  readonly #unended = new Map<string, Promise<void>>();
  readonly #titling: Titling;
  #isAllComplete = true;

  constructor(services: ChatServices, listener: AnswerRunsListener) {
    this.#services = services;
    this.#listener = listener;
    this.#titling = new Titling(services);
  }

  get ids(): readonly string[] {
    return [...this.#runs.keys()];
  }

  view(answerId: string): RunningView | undefined {
    return this.#runs.get(answerId)?.view;
  }

  /** Whether its last record was not emitted yet, even if it was abandoned. */
  isUnended(answerId: string): boolean {
    return this.#unended.has(answerId);
  }

  /** Sends a prompt to these models, side by side if there are several; undefined is the selected one. */
  answer(conversation: Conversation, promptId: string, models: readonly (string | undefined)[]): void {
    if (this.#runs.size === 0) this.#isAllComplete = true;
    let confirmed: Promise<boolean> | undefined;
    // The person is asked once for all responses to one prompt.
    const confirmOtherRelay = (from: string, to: string) => {
      confirmed ??= this.#services.confirmOtherRelay(from, to);
      return confirmed;
    };
    const isCompared = models.length > 1 || conversation.isCompared(promptId);
    for (const model of models) {
      const run = new AnswerRun(this.#services, {
        conversation,
        promptId,
        model,
        isCompared,
        confirmOtherRelay,
        ...this.#listener,
        onEnding: ({ id }) => this.#runs.delete(id),
      });
      this.#runs.set(run.id, run);
      this.#unended.set(run.id, this.#settle(run));
    }
    this.#services.tell({ type: 'answering', isAnswering: true });
  }

  /** Stops this response; without an ID, all of them. */
  stop(answerId?: string): void {
    for (const run of this.#find(answerId)) run.stop();
  }

  /** Ends the retry wait of this response, or of all. */
  retryNow(answerId?: string): void {
    for (const run of this.#find(answerId)) run.retryNow();
  }

  /** Stops all, without waiting for their ends. */
  abandon(): void {
    for (const run of this.#runs.values()) run.abandon();
    this.#runs.clear();
  }

  /** Stops all because the window is closing. Resolves when they have ended, abandoned ones too. */
  async close(): Promise<void> {
    this.#titling.close();
    for (const run of this.#runs.values()) run.close();
    await Promise.all(this.#unended.values());
  }

  /** Runs after the last record of a response. For an abandoned one, it does nothing else. */
  async #settle(run: AnswerRun): Promise<void> {
    const { logger, tell } = this.#services;
    const { status, failure } = await run.ended;
    this.#unended.delete(run.id);
    if (run.isAbandoned) return;
    if (failure) logger.warn(`Response ${status}: ${String(reviveFailure(failure))}`);
    this.#isAllComplete &&= status === 'complete';
    if (run.preparation && status === 'complete') void this.#titling.title(run.conversation, run.preparation);
    if (this.#runs.size === 0) this.#listener.onAllEnded(this.#isAllComplete);
    tell({ type: 'answering', isAnswering: this.#runs.size > 0 });
  }

  #find(answerId: string | undefined): readonly AnswerRun[] {
    return [...this.#runs.values()].filter(({ id }) => answerId === undefined || answerId === id);
  }
}
