import { randomUUID } from 'node:crypto';
import type { QueuedView, SystemView, TurnsWindow } from '../../protocol/protocolViews.ts';
import { AnswerRuns } from './answerRuns.ts';
import { type AnswerText, AnswerTexts } from './answerTexts.ts';
import type { ChatServices, SessionEvent } from './chatServices.ts';
import { type Change, Conversation } from './conversation.ts';
import { continueText, type Prompt, type Question } from './message.ts';
import { joinQuestions, MessageQueue, toQueuedViews } from './messageQueue.ts';
import { AnswersElsewhere } from './remoteInstances.ts';
import {
  type TurnViewContext,
  toCallMessages,
  toHostMessages,
  toTurnMessage,
  toTurnsWindow,
} from './turnViews.ts';

/** The conversation of this window: its state, and all that can be done to it. */
export class ChatSession {
  readonly #services: ChatServices;
  readonly #queue: MessageQueue;
  readonly #runs: AnswerRuns;
  readonly #elsewhere = new AnswersElsewhere(() => this.#turnsChanged());
  readonly #texts = new AnswerTexts((conversation, id) => this.#isWritten(conversation, id));
  #conversation: Conversation;
  #leave: () => void;
  #isClosed = false;
  /** Counts the switches, since a file takes a moment to be read in which another may be wanted. */
  #switches = 0;

  /** Opens the conversation that was open in this window, or a new one when it is not there. */
  static async open(services: ChatServices): Promise<ChatSession> {
    // What another window was still holding while this one opened comes into the input: to be sent by itself, it is too old.
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

  /** Ids of all responses that are being written, here or in another window. */
  get running(): string[] {
    return [...this.#runs.ids, ...this.#elsewhere.ids];
  }

  /** A response is being written here, and would be stopped if another conversation were shown. */
  get isAnswering(): boolean {
    return this.#runs.ids.length > 0;
  }

  get queue(): QueuedView[] {
    return toQueuedViews(this.#queue.messages);
  }

  /** What is queued waits for the person, since no response runs that it would follow. */
  get isQueueHeld(): boolean {
    const { messages, isHeld } = this.#queue;
    return messages.length > 0 && (isHeld || !this.#isEndBeingWritten);
  }

  get system(): SystemView {
    const { system } = this.#conversation;
    return { text: system ?? this.#services.defaultSystem(), isOwn: system !== undefined };
  }

  /** The text of a response, whether it is shown or not; undefined where there is no such response. */
  answerText(answerId: string): AnswerText | undefined {
    return this.#texts.find(this.#conversation, answerId);
  }

  /** Asks at the end of the conversation; while a response runs, after it. */
  send(question: Question): void {
    // Nothing overtakes what waits, for a response or for the person.
    if (this.#isEndBeingWritten || this.#queue.messages.length > 0) this.#queue.add(question);
    else this.#ask(question);
  }

  /**
   * Asks the question of this turn in other words: a version beside it. A running response is stopped. False where the
   * turn isn't shown any more.
   */
  edit(answerId: string, text: string): boolean {
    // Another response to the question may have come while it was written anew.
    const turn = this.#conversation.turnAsked(answerId);
    if (!turn) return false;
    this.#runs.abandon();
    const { parentId, attachments } = turn.prompt;
    const promptId = this.#conversation.addPrompt(parentId, { text, attachments });
    this.#answer(promptId, [undefined, ...this.#services.modelTargets.others()]);
    this.#services.tell({ type: 'branch' });
    return true;
  }

  /** Asks the question of this turn again: a version of the response beside it. A running response is stopped. */
  retry(answerId: string): void {
    const turn = this.#conversation.turnWith(answerId);
    const again = this.#conversation.answer(answerId);
    if (!turn || !again || this.#runs.ids.includes(answerId)) return;
    // The others beside it go on.
    const isCompared = this.#conversation.isCompared(turn.prompt.id);
    if (!isCompared) this.#runs.abandon();
    this.#answer(turn.prompt.id, [isCompared && again.model ? again.model : undefined]);
    this.#services.tell({ type: 'branch' });
  }

  /** Has the last response, which was cut, go on. */
  continueAnswer(answerId: string): void {
    const last = this.#conversation.turns.at(-1);
    // One without an end was left with its window: it is cut as well.
    if (!this.#isEndBeingWritten && last?.answer.id === answerId)
      this.#ask({ text: continueText, attachments: [] }, 'continue');
  }

  /** Of several responses side by side, this one is the conversation's. Others that run are stopped. */
  keepAnswer(answerId: string): void {
    const kept = this.#conversation.answer(answerId);
    if (!kept || !this.#conversation.isCompared(kept.parentId)) return;
    this.#choose(answerId, (run) => run === answerId);
  }

  chooseVersion(answerId: string, of: 'prompt' | 'answer', step: -1 | 1): void {
    const turn = this.#conversation.turnWith(answerId);
    if (!turn) return;
    const { id } = turn[of];
    const versions = this.#conversation.versionsOf(id);
    const chosen = versions[versions.indexOf(id) + step];
    // What nobody sees any more, nobody could stop.
    if (chosen !== undefined) this.#choose(chosen, (run) => this.#conversation.turnWith(run) !== undefined);
  }

  /** Takes a queued message out. */
  dequeue(id: string): Question | undefined {
    return this.#queue.take(id);
  }

  /** Sends a queued message now. A running response is stopped for it. */
  sendQueued(id: string): void {
    this.#queue.resume();
    if (!this.isAnswering) {
      const message = this.#queue.take(id);
      if (message) this.#ask(message);
    } else if (this.#queue.sendNext(id)) {
      this.#runs.stop();
    }
  }

  /** Without a response's id, all responses that run. */
  stop(answerId?: string): void {
    const last = this.#conversation.turns.at(-1)?.answer.id;
    // Another window's response can't be stopped from here; if that window is gone, it must not be waited for.
    if (!this.isAnswering && last !== undefined && this.#elsewhere.forget(last)) {
      // Nothing will end it: what waits for it waits for the person now.
      this.#goOn(false);
      this.#turnsChanged();
    }
    this.#runs.stop(answerId);
  }

  /** Ends the wait before this response is asked for again; without an id, of all that run. */
  retryNow(answerId?: string): void {
    this.#runs.retryNow(answerId);
  }

  newConversation(): void {
    this.#switchTo(new Conversation(randomUUID()));
  }

  /** Shows another conversation; false when it isn't there. */
  async open(conversationId: string): Promise<boolean> {
    this.#switches += 1;
    const own = this.#switches;
    const found = await this.#services.journal.load(conversationId);
    if (found && own === this.#switches) this.#switchTo(found);
    return found !== undefined;
  }

  /** Stops running responses and waits until all is on the disk. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#elsewhere.dispose();
    await this.#runs.close();
    this.#leave();
    await this.#services.journal.flush();
  }

  /** From now on this conversation is kept and shown, until the returned function is called; kept also after that. */
  #enter(conversation: Conversation): () => void {
    const { journal, tell } = this.#services;
    this.#elsewhere.begin(conversation);
    const kept = journal.keep(conversation, { onUnwritable: () => tell({ type: 'unwritable' }) });
    const unlisten = conversation.onDidChange((change) => this.#onChange(change));
    return () => {
      kept.unfollow();
      unlisten();
    };
  }

  /**
   * Shows another conversation. A response that runs is stopped, with what came of it; what was queued goes back into
   * the input, since it was meant for the conversation before.
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

  /** Something happened to the open conversation, here, in another window, or in another part of this one. */
  #onChange({ record, isOwn }: Change): void {
    const { tell } = this.#services;
    const isBranch = !isOwn && this.#elsewhere.note(record);
    this.#tell(
      isBranch ? [{ type: 'branch' }] : toHostMessages(this.#conversation, record, this.#viewContext),
    );
    if (record.type === 'system') tell({ type: 'system', system: this.system });
    if (record.type === 'configuration') tell({ type: 'configured' });
    if (isOwn) return;
    if (record.type === 'answer') this.#tellQueue();
    // One on another branch says nothing about what is to follow here.
    const isLastEnd = record.type === 'end' && record.id === this.#conversation.turns.at(-1)?.answer.id;
    if (isLastEnd && !this.isAnswering) this.#goOn(record.status === 'complete');
  }

  /** Whether more may come of a response that has no end. */
  #isWritten(conversation: Conversation, answerId: string): boolean {
    const isElsewhere = conversation === this.#conversation && this.#elsewhere.ids.has(answerId);
    return isElsewhere || this.#runs.isUnended(answerId);
  }

  /** Whether the last response is still being written, here or in another window. */
  get #isEndBeingWritten(): boolean {
    const last = this.#conversation.turns.at(-1)?.answer.id ?? '';
    return this.isAnswering || this.#elsewhere.ids.has(last);
  }

  get #viewContext(): TurnViewContext {
    const { t, modelTargets, tools } = this.#services;
    return {
      failures: { t, host: modelTargets.host },
      running: (id) => this.#runs.view(id) ?? (this.#elsewhere.ids.has(id) ? {} : undefined),
      toolTitle: tools.titleOf,
    };
  }

  #tell(events: readonly SessionEvent[]): void {
    for (const event of events) this.#services.tell(event);
  }

  #tellQueue(): void {
    this.#services.tell({ type: 'queue', queue: this.queue, isHeld: this.isQueueHeld });
  }

  /** The last response may not be written any more, though nobody ended it. */
  #turnsChanged(): void {
    this.#services.tell({ type: 'branch' });
    this.#tellQueue();
    this.#texts.note();
  }

  #ask(question: Question, kind?: Prompt['kind']): void {
    const last = this.#conversation.turns.at(-1);
    const promptId = this.#conversation.addPrompt(last?.answer.id ?? null, question, kind);
    this.#answer(promptId, [undefined, ...(kind ? [] : this.#services.modelTargets.others())]);
    const shown = this.#conversation.turns.at(-1)?.answer.id;
    if (shown !== undefined) this.#tellTurn(shown);
  }

  #answer(promptId: string, models: readonly (string | undefined)[]): void {
    this.#runs.answer(this.#conversation, promptId, models);
    this.#queue.follow();
  }

  /** Shows this message of several. What is still being written of other responses is stopped, unless it stays. */
  #choose(id: string, stays: (answerId: string) => boolean): void {
    this.#conversation.append({ type: 'choose', id });
    for (const running of this.#runs.ids) if (!stays(running)) this.#runs.stop(running);
    this.#services.tell({ type: 'branch' });
    // Another response may be the last.
    this.#tellQueue();
  }

  #tellTurn(answerId: string): void {
    const fact = toTurnMessage(this.#conversation, answerId, this.running, this.#viewContext);
    this.#services.tell(fact ?? { type: 'branch' });
  }

  /** After a response: what is to be sent next. A queue waits when the response was stopped or failed. */
  #goOn(isComplete: boolean): void {
    const message = this.#isClosed ? undefined : this.#queue.takeDue(isComplete);
    if (message) this.#ask(message);
  }
}

/** The conversation that was open; or an empty one, which is another where that one was deleted or can't be read. */
async function loadOrCreate(services: ChatServices): Promise<Conversation> {
  const { memory } = services;
  const id = memory.openConversation;
  const conversation = await load(id, services);
  // It has no file before its first record. What is written meanwhile, by its id, is to be found again anyway.
  if (conversation.id !== id) memory.openConversation = conversation.id;
  return conversation;
}

async function load(id: string | undefined, { journal, logger, tell }: ChatServices): Promise<Conversation> {
  if (id === undefined) return new Conversation(randomUUID());
  try {
    const loaded = (await journal.load(id)) ?? new Conversation(id);
    return loaded.isDeleted ? new Conversation(randomUUID()) : loaded;
  } catch (error) {
    logger.error(`History: failed to read a conversation: ${String(error)}`);
    tell({ type: 'unreadable' });
    return new Conversation(randomUUID());
  }
}
