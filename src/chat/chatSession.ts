import { randomUUID } from 'node:crypto';
import { createAnswerTexts } from './answerTexts.ts';
import { createAsking } from './asking.ts';
import type { ChatPorts, ChatSession, Preparation, Question } from './chatPorts.ts';
import { Conversation } from './conversation.ts';
import { findInTurns } from './history/search.ts';
import { loadOrCreate } from './loadConversation.ts';
import { continueText, type Prompt } from './message.ts';
import { createMessageQueue, joinQuestions, toQueuedViews } from './messageQueue.ts';
import type { EndRecord, JournalRecord } from './records.ts';
import { createRevising } from './revising.ts';
import { createRunningAnswers } from './runningAnswers.ts';
import { createShowing } from './showing.ts';
import { createTitling } from './titles.ts';
import { type RunningView, reviveFailure } from './turnViews.ts';
import { AnswersElsewhere, ownWriter } from './writers.ts';

/** Opens the conversation with this id, or a new one when it is not there. */
export async function openChatSession(
  conversationId: string | undefined,
  ports: ChatPorts,
): Promise<ChatSession> {
  const { journal, onFact, logger } = ports;
  let conversation = await loadOrCreate(conversationId, ports);
  let isClosed = false;
  /** Whether all answers were complete that ran since one began while none ran. */
  let isAllComplete = true;
  /** Counts the switches, since a file takes a moment to be read in which another may be wanted. */
  let switches = 0;
  const elsewhere = new AnswersElsewhere(() => {
    ports.onBranch();
    showQueue();
    texts.note();
  });
  let leave = show(conversation);
  const queue = createMessageQueue(ports.keptQueue, (messages) => {
    ports.keepQueue(messages);
    showQueue();
  });
  const { turnView, showRecord, showCall, showTurn } = createShowing({
    ports,
    system: systemView,
    conversation: () => conversation,
    running: runningView,
    runningIds: running,
  });
  const titling = createTitling({
    isWanted: ports.wantsTitle,
    onTitle(target, title) {
      target.append({ type: 'title', title, isMade: true, at: Date.now() });
    },
    logger,
  });
  const answers = createRunningAnswers({
    ports,
    onFact,
    onNamed: showTurn,
    onCall: showCall,
    onEnded,
    writer: ownWriter,
  });
  const asking = createAsking({
    ports,
    conversation: () => conversation,
    answers,
    onStart(isFirst) {
      if (isFirst) isAllComplete = true;
      queue.follow();
      ports.onAnswering(true);
    },
  });
  const revising = createRevising({
    ports,
    conversation: () => conversation,
    answers,
    asking,
    onChosen: showQueue,
  });

  const texts = createAnswerTexts(
    (target, answerId) =>
      answers.isUnended(answerId) || (target === conversation && elsewhere.ids.has(answerId)),
  );

  /** From now on this conversation is kept and shown, until the returned function is called; kept also after that. */
  function show(target: Conversation): () => void {
    elsewhere.begin(target);
    const kept = journal.keep(target, ports);
    const unlisten = target.onDidChange(({ record, isOwn }) =>
      (isOwn ? showRecord : takeOthersRecord)(record),
    );
    return () => {
      kept.unfollow();
      unlisten();
    };
  }

  // What the view is told.

  function runningView(answerId: string): RunningView | undefined {
    return answers.view(answerId) ?? (elsewhere.ids.has(answerId) ? {} : undefined);
  }

  function showQueue(): void {
    onFact({ type: 'queue', queue: toQueuedViews(queue.messages), isHeld: isQueueHeld() });
  }

  const isQueueHeld = () => queue.messages.length > 0 && (queue.isHeld || !isEndBeingWritten());

  /** Whether the last answer is still being written, here or in another window. */
  function isEndBeingWritten(): boolean {
    return answers.ids.length > 0 || elsewhere.ids.has(conversation.turns.at(-1)?.answer.id ?? '');
  }

  function running(): string[] {
    return [...answers.ids, ...elsewhere.ids];
  }

  /** What another window did to this conversation, or another part of this one. */
  function takeOthersRecord(entry: JournalRecord): void {
    const effect = elsewhere.note(entry);
    if (effect === 'branch') ports.onBranch();
    else showRecord(entry);
    if (entry.type === 'answer') showQueue();
    // One on another branch says nothing about what is to follow here.
    const isLastEnd = entry.type === 'end' && entry.id === conversation.turns.at(-1)?.answer.id;
    if (isLastEnd && answers.ids.length === 0) goOn(entry.status === 'complete');
  }

  /**
   * Shows another conversation. An answer that runs is stopped, with what came of it; what was queued goes back into
   * the input, since it was meant for the conversation before.
   */
  function switchTo(other: Conversation): void {
    switches += 1;
    answers.abandon();
    const queued = queue.takeAll();
    if (queued.length > 0) ports.putBack(joinQuestions(queued));
    leave();
    conversation = other;
    leave = show(conversation);
    texts.note();
    ports.rememberConversation(conversation.id);
    ports.onAnswering(false);
    ports.onSwitch();
  }

  // Questions and answers.

  function onEnded(target: Conversation, end: EndRecord, preparation: Preparation | undefined): void {
    const { status, failure } = end;
    if (failure) logger.warn(`An answer ended as ${status}: ${String(reviveFailure(failure))}`);
    isAllComplete &&= status === 'complete';
    if (preparation && status === 'complete') void titling.title(target, preparation);
    if (target === conversation && answers.ids.length === 0) goOn(isAllComplete);
    ports.onAnswering(answers.ids.length > 0);
  }

  /** After an answer: what is to be sent next. A queue waits when the answer was stopped or failed. */
  function goOn(isComplete: boolean): void {
    const message = isClosed ? undefined : queue.takeDue(isComplete);
    if (message) ask(message);
  }

  function ask(question: Question, kind?: Prompt['kind']): void {
    const last = conversation.turns.at(-1);
    const promptId = asking.addPrompt(last?.answer.id ?? null, question, kind);
    asking.answer(promptId, [undefined, ...(kind === undefined ? ports.others() : [])]);
    const shown = conversation.turns.at(-1)?.answer.id;
    if (shown !== undefined) showTurn(conversation, shown);
  }

  function systemView() {
    const { system } = conversation;
    return { text: system ?? ports.defaultSystem(), isOwn: system !== undefined };
  }

  return {
    get conversationId() {
      return conversation.id;
    },
    get conversation() {
      return conversation;
    },
    get title() {
      return conversation.title;
    },
    turns(first, count) {
      const all = conversation.turns;
      const start = Math.min(Math.max(0, first), all.length);
      return { turns: all.slice(start, start + count).map(turnView), first: start, total: all.length };
    },
    get running() {
      return running();
    },
    get queue() {
      return toQueuedViews(queue.messages);
    },
    get isQueueHeld() {
      return isQueueHeld();
    },
    get isAnswering() {
      return answers.ids.length > 0;
    },
    get system() {
      return systemView();
    },
    attachmentsOf: (answerId) => conversation.turnWith(answerId)?.prompt.attachments ?? [],
    answerText: (answerId) => texts.find(conversation, answerId),
    find: (text) => findInTurns(conversation.turns, text),
    send(question) {
      // Nothing overtakes what waits, for an answer or for the person.
      if (isEndBeingWritten() || queue.messages.length > 0) queue.add(question);
      else ask(question);
    },
    ...revising,
    continueAnswer(answerId) {
      const last = conversation.turns.at(-1);
      // One without an end was left with its window: it is cut as well.
      if (!isEndBeingWritten() && last?.answer.id === answerId)
        ask({ text: continueText, attachments: [] }, 'continue');
    },
    dequeue: (id) => queue.take(id),
    sendQueued(id) {
      queue.resume();
      if (answers.ids.length === 0) {
        const message = queue.take(id);
        if (message) ask(message);
      } else if (queue.sendNext(id)) {
        answers.stop();
      }
    },
    stop(answerId) {
      const last = conversation.turns.at(-1)?.answer.id;
      // Another window's answer can't be stopped from here; if that window is gone, it must not be waited for.
      if (answers.ids.length === 0 && last !== undefined && elsewhere.forget(last)) {
        ports.onBranch();
        // Nothing will end it: what waits for it waits for the person now.
        goOn(false);
        showQueue();
        texts.note();
      }
      answers.stop(answerId);
    },
    retryNow: answers.retryNow,
    decideTool: ports.tools.decide,
    cancelTool: ports.tools.cancel,
    setSystem(text) {
      conversation.begin();
      conversation.append({ type: 'system', ...(text !== undefined && { text }), at: Date.now() });
    },
    configure(configuration) {
      conversation.begin();
      conversation.append({ type: 'configuration', ...configuration, at: Date.now() });
    },
    newConversation: () => switchTo(new Conversation(randomUUID())),
    async open(id) {
      switches += 1;
      const own = switches;
      const found = await journal.load(id);
      if (found && own === switches) switchTo(found);
      return found !== undefined;
    },
    async close() {
      isClosed = true;
      titling.close();
      elsewhere.dispose();
      await answers.close();
      leave();
      await journal.flush();
    },
  };
}
