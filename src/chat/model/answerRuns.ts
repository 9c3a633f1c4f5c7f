import { AnswerRun, type AskedAnswer } from './answerRun.ts';
import type { ChatServices } from './chatServices.ts';
import type { Conversation } from './conversation.ts';
import { Titling } from './titles.ts';
import { type RunningView, reviveFailure } from './turnViews.ts';

export interface AnswerRunsListener extends Pick<AskedAnswer, 'onNamed' | 'onCall'> {
  /** No response is being written any more. `isAllComplete`: all are, that ran since one began while none ran. */
  readonly onAllEnded: (isAllComplete: boolean) => void;
}

/** The responses that this window is having written. */
export class AnswerRuns {
  readonly #services: ChatServices;
  readonly #listener: AnswerRunsListener;
  /** Those that were not abandoned. */
  readonly #runs = new Map<string, AnswerRun>();
  /** By ids, until their last record is given out, which takes a moment after they are stopped. */
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

  /** Whether its last record is still to come, also where it was abandoned. */
  isUnended(answerId: string): boolean {
    return this.#unended.has(answerId);
  }

  /** Has a question answered by these models, side by side where there are several; undefined is the chosen one. */
  answer(conversation: Conversation, promptId: string, models: readonly (string | undefined)[]): void {
    if (this.#runs.size === 0) this.#isAllComplete = true;
    let confirmed: Promise<boolean> | undefined;
    // Several responses to one question are one question to the person as well.
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

  /** Without an id, all of them. */
  stop(answerId?: string): void {
    for (const run of this.#find(answerId)) run.stop();
  }

  /** Ends the wait of this response, or of all. */
  retryNow(answerId?: string): void {
    for (const run of this.#find(answerId)) run.retryNow();
  }

  /** All end as stopped; what follows need not wait for that. */
  abandon(): void {
    for (const run of this.#runs.values()) run.abandon();
    this.#runs.clear();
  }

  /** The window goes away: all are stopped. Resolves when they have ended, abandoned ones too. */
  async close(): Promise<void> {
    this.#titling.close();
    for (const run of this.#runs.values()) run.close();
    await Promise.all(this.#unended.values());
  }

  /** After the last record of a response. Of one that was abandoned, nothing follows. */
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
