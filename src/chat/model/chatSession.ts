import { randomUUID } from 'node:crypto';
import type { QueuedView, SystemView, TurnsWindow } from '../../protocol/protocolViews.ts';
import { AnswerRuns } from './answerRuns.ts';
import { type AnswerText, AnswerTexts } from './answerTexts.ts';
import { sentTurns } from './chatMessages.ts';
import type { ChatServices, SessionEvent } from './chatServices.ts';
import { type Change, Conversation } from './conversation.ts';
import { loadOrCreate } from './loadConversation.ts';
import { compactText, continueText, type Prompt, type Question, readImagePrompt } from './message.ts';
import { joinQuestions, MessageQueue, toQueuedViews } from './messageQueue.ts';
import { AnswersElsewhere } from './remoteInstances.ts';
import {
  type TurnViewContext,
  toCallMessages,
  toHostMessages,
  toTurnMessage,
  toTurnsWindow,
} from './turnViews.ts';

/** The conversation of this window: its state and its operations. */
export class ChatSession {
  readonly #services: ChatServices;
  readonly #queue: MessageQueue;
  readonly #runs: AnswerRuns;
  readonly #elsewhere = new AnswersElsewhere(() => this.#turnsChanged());
  readonly #texts = new AnswerTexts((conversation, id) => this.#isWritten(conversation, id));
  #conversation: Conversation;
  #leave: () => void;
  #isClosed = false;
  /** Counts switches: while a file is read, another conversation may be opened. */
  #switches = 0;

  /** Opens the conversation that was open in this window, or a new one. */
  static async open(services: ChatServices): Promise<ChatSession> {
    // Queued messages that another window released late go into the input: they are too old to be sent automatically.
    const queued = await services.queue.load((late) => services.putBack(joinQuestions(late)));
    return new ChatSession(services, await loadOrCreate(services), queued);
  }

  private constructor(services: ChatServices, conversation: Conversation, queued: readonly Question[]) {
    this.#services = services;
    this.#queue = new MessageQueue(queued, (messages) => {
      services.queue.keep(messages);
      this.#tellQueue();
    });
    this.#runs = new AnswerRuns(services, {
      onNamed: ({ id }) => this.#tellTurn(id),
      onCall: ({ id }, callId) =>
        this.#tell(toCallMessages(this.#conversation, id, callId, this.#viewContext)),
      onAllEnded: (isAllComplete) => this.#goOn(isAllComplete),
    });
    this.#conversation = conversation;
    this.#leave = this.#enter(conversation);
  }

  get conversation(): Conversation {
    return this.#conversation;
  }

  /** The turns of the current branch from `first` on, `count` at most. */
  turns(first: number, count: number): TurnsWindow {
    return toTurnsWindow(this.#conversation, first, count, this.#viewContext);
  }

  /** Ids of all responses that are streaming, here or in another window. */
  get running(): string[] {
    return [...this.#runs.ids, ...this.#elsewhere.ids];
  }

  /** Whether a response is streaming in this window; opening another conversation stops it. */
  get isAnswering(): boolean {
    return this.#runs.ids.length > 0;
  }

  get queue(): QueuedView[] {
    return toQueuedViews(this.#queue.messages);
  }

  /** Whether queued messages wait for the person, because no response is streaming that they would follow. */
  get isQueueHeld(): boolean {
    const { messages, isHeld } = this.#queue;
    return messages.length > 0 && (isHeld || !this.#isEndBeingWritten);
  }

  get system(): SystemView {
    const { system } = this.#conversation;
    return { text: system ?? this.#services.defaultSystem(), isOwn: system !== undefined };
  }

  /** The text of a response, shown or not; undefined if there is no such response. */
  answerText(answerId: string): AnswerText | undefined {
    return this.#texts.find(this.#conversation, answerId);
  }

  /** Sends a prompt at the end of the conversation, after the streaming response. */
  send(question: Question): void {
    // Queued messages come first, whether they wait for a response or for the person.
    if (this.#isEndBeingWritten || this.#queue.messages.length > 0) this.#queue.add(question);
    else this.#ask(question);
  }

  /**
   * Sends an edited prompt as a new version of this turn. A streaming response is stopped. False if the
   * turn isn't shown any more.
   */
  edit(answerId: string, text: string): boolean {
    // Another response to the prompt may have come while it was edited.
    const turn = this.#conversation.turnAsked(answerId);
    if (!turn) return false;
    this.#runs.abandon();
    const { parentId, attachments } = turn.prompt;
    const promptId = this.#conversation.addPrompt(parentId, { text, attachments });
    this.#answer(promptId, this.#targetsOf(text));
    this.#services.tell({ type: 'branch' });
    return true;
  }

  /**
   * Sends the prompt of this turn again, for a new version of the response, also to another model. A streaming response is
   * stopped.
   */
  retry(answerId: string, model?: string): void {
    const turn = this.#conversation.turnWith(answerId);
    const again = this.#conversation.answer(answerId);
    if (!turn || !again) return;
    const isCompared = this.#conversation.isCompared(turn.prompt.id);
    // A compared response that is still streaming continues.
    if (isCompared && this.#runs.ids.includes(answerId)) return;
    if (!isCompared) this.#runs.abandon();
    this.#answer(turn.prompt.id, [model ?? (isCompared && again.model ? again.model : undefined)]);
    this.#services.tell({ type: 'branch' });
  }

  /** Continues the last response, which was interrupted. */
  continueAnswer(answerId: string): void {
    // A response without an end was interrupted when its window closed.
    if (!this.#isEndBeingWritten && this.#lastAnswer === answerId)
      this.#ask({ text: continueText, attachments: [] }, 'continue');
  }

  /**
   * Has the model summarize the conversation: later requests send the summary instead of the messages. False if a
   * response is streaming, or there was no message since the last summary.
   */
  compact(): boolean {
    const { turns } = sentTurns(this.#conversation.turns);
    if (this.#isEndBeingWritten || !turns.some(({ answer }) => answer.parts.length > 0)) return false;
    this.#ask({ text: compactText, attachments: [] }, 'compact');
    return true;
  }

  /** Keeps one of the compared responses. Others that are streaming are stopped. */
  keepAnswer(answerId: string): void {
    const kept = this.#conversation.answer(answerId);
    if (kept && this.#conversation.isCompared(kept.parentId))
      this.#choose(answerId, (run) => run === answerId);
  }

  chooseVersion(answerId: string, of: 'prompt' | 'answer', step: -1 | 1): void {
    const turn = this.#conversation.turnWith(answerId);
    if (!turn) return;
    const { id } = turn[of];
    const versions = this.#conversation.versionsOf(id);
    const chosen = versions[versions.indexOf(id) + step];
    // Stop a response that becomes hidden: the person could not stop it.
    if (chosen !== undefined) this.#choose(chosen, (run) => this.#conversation.turnWith(run) !== undefined);
  }

  dequeue(id: string): Question | undefined {
    return this.#queue.take(id);
  }

  /** Sends a queued message now. A streaming response is stopped for it. */
  sendQueued(id: string): void {
    this.#queue.resume();
    if (!this.isAnswering) {
      const message = this.#queue.take(id);
      if (message) this.#ask(message);
    } else if (this.#queue.sendNext(id)) {
      this.#runs.stop();
    }
  }

  /** Without an id, all streaming responses. */
  stop(answerId?: string): void {
    // Another window's response can't be stopped here; if that window is gone, do not wait for it.
    if (!this.isAnswering && this.#elsewhere.forget(this.#lastAnswer)) {
      // Nothing will end it: the queue now waits for the person.
      this.#goOn(false);
      this.#turnsChanged();
    }
    this.#runs.stop(answerId);
  }

  /** Ends the wait before this response is retried; without an id, of all that are streaming. */
  retryNow(answerId?: string): void {
    this.#runs.retryNow(answerId);
  }

  newConversation(): void {
    this.#switchTo(new Conversation(randomUUID()));
  }

  /** Opens another conversation; false if there is none with this id. */
  async open(conversationId: string): Promise<boolean> {
    const own = ++this.#switches;
    const found = await this.#services.journal.load(conversationId);
    if (found && own === this.#switches) this.#switchTo(found);
    return found !== undefined;
  }

  /** Stops streaming responses and waits until everything is saved. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#elsewhere.dispose();
    await this.#runs.close();
    this.#leave();
    await this.#services.journal.flush();
    // Messages taken out of the queue stay in its file until they are saved elsewhere.
    await this.#services.queue.close();
  }

  /** Shows this conversation until the returned function is called. Its changes are also saved after that. */
  #enter(conversation: Conversation): () => void {
    const { journal, tell } = this.#services;
    this.#elsewhere.begin(conversation);
    const unfollow = journal.keep(conversation, () => tell({ type: 'unwritable' }));
    const unlisten = conversation.onDidChange((change) => this.#onChange(change));
    return () => {
      unfollow();
      unlisten();
    };
  }

  /**
   * Shows another conversation. A streaming response is stopped and its text kept; queued messages go back into
   * the input, because they were meant for the conversation before.
   */
  #switchTo(other: Conversation): void {
    const { memory, putBack, tell } = this.#services;
    this.#switches += 1;
    this.#runs.abandon();
    const queued = this.#queue.takeAll();
    if (queued.length > 0) putBack(joinQuestions(queued));
    this.#leave();
    this.#conversation = other;
    this.#leave = this.#enter(other);
    this.#texts.note();
    memory.openConversation = other.id;
    tell({ type: 'answering', isAnswering: false });
    tell({ type: 'switch' });
  }

  /** Handles a change of the open conversation, from here, another window, or another part of this one. */
  #onChange({ record, isOwn }: Change): void {
    const { tell } = this.#services;
    const isBranch = !isOwn && this.#elsewhere.note(record);
    this.#tell(
      isBranch ? [{ type: 'branch' }] : toHostMessages(this.#conversation, record, this.#viewContext),
    );
    if (record.type === 'system') tell({ type: 'state', system: this.system });
    if (record.type === 'configuration' || record.type === 'mode') tell({ type: 'configured' });
    if (isOwn) return;
    if (record.type === 'answer') this.#tellQueue();
    // The end of a response on another branch does not advance the queue.
    if (record.type === 'end' && record.id === this.#lastAnswer && !this.isAnswering)
      this.#goOn(record.status === 'complete');
  }

  /** Whether a response without an end may still be streaming. */
  #isWritten(conversation: Conversation, answerId: string): boolean {
    const isElsewhere = conversation === this.#conversation && this.#elsewhere.ids.has(answerId);
    return isElsewhere || this.#runs.isUnended(answerId);
  }

  /** Whether the last response is still streaming, here or in another window. */
  get #isEndBeingWritten(): boolean {
    return this.isAnswering || this.#elsewhere.ids.has(this.#lastAnswer);
  }

  /** ID of the last response; '' for none. */
  get #lastAnswer(): string {
    return this.#conversation.turns.at(-1)?.answer.id ?? '';
  }

  get #viewContext(): TurnViewContext {
    const { t, modelTargets, tools } = this.#services;
    return {
      failures: { t, host: modelTargets.host },
      running: (id) => this.#runs.view(id) ?? (this.#elsewhere.ids.has(id) ? {} : undefined),
      describeCall: tools.describe,
    };
  }

  #tell(events: readonly SessionEvent[]): void {
    for (const event of events) this.#services.tell(event);
  }

  #tellQueue(): void {
    this.#services.tell({ type: 'state', queue: this.queue, isQueueHeld: this.isQueueHeld });
  }

  /** Called when the last response may have stopped streaming without an end record. */
  #turnsChanged(): void {
    this.#services.tell({ type: 'branch' });
    this.#tellQueue();
    this.#texts.note();
  }

  #ask(question: Question, kind?: Prompt['kind']): void {
    const promptId = this.#conversation.addPrompt(this.#lastAnswer || null, question, kind);
    this.#answer(promptId, kind ? [undefined] : this.#targetsOf(question.text));
    this.#tellTurn(this.#lastAnswer);
  }

  /** The selected model, and those compared with it; only the image model if the message is for that. */
  #targetsOf(text: string): readonly (string | undefined)[] {
    const others = readImagePrompt(text) === undefined ? this.#services.modelTargets.others() : [];
    return [undefined, ...others];
  }

  #answer(promptId: string, models: readonly (string | undefined)[]): void {
    this.#runs.answer(this.#conversation, promptId, models);
    this.#queue.follow();
    this.#tellQueue();
  }

  /** Shows this version of a message. Responses that become hidden are stopped, unless `stays` says otherwise. */
  #choose(id: string, stays: (answerId: string) => boolean): void {
    this.#conversation.append({ type: 'choose', id });
    for (const running of this.#runs.ids) if (!stays(running)) this.#runs.stop(running);
    this.#services.tell({ type: 'branch' });
    // Another response may now be the last one.
    this.#tellQueue();
  }

  #tellTurn(answerId: string): void {
    const message = toTurnMessage(this.#conversation, answerId, this.running, this.#viewContext);
    this.#services.tell(message ?? { type: 'branch' });
  }

  /** Sends the next queued message after a response. The queue is held if the response was stopped or failed. */
  #goOn(isComplete: boolean): void {
    const message = this.#isClosed ? undefined : this.#queue.takeDue(isComplete);
    if (message) this.#ask(message);
    else this.#tellQueue();
  }
}
