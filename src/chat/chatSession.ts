import { randomUUID } from 'node:crypto';
import { createAnswerTexts } from './answerTexts.ts';
import { createAsking } from './asking.ts';
import type { ChatPorts, ChatSession, Preparation, Question } from './chatPorts.ts';
import {
  type Conversation,
  continueText,
  createConversation,
  currentTurns,
  type Prompt,
  turnWith,
} from './conversation.ts';
import { findInTurns } from './history/search.ts';
import { createKeepRecord } from './keepRecord.ts';
import { loadOrCreate } from './loadConversation.ts';
import { createMessageQueue, joinQuestions, toQueuedViews } from './messageQueue.ts';
import { applyOthersRecord } from './othersRecord.ts';
import type { EndRecord, JournalRecord } from './records.ts';
import { createRevising } from './revising.ts';
import { createRunningAnswers } from './runningAnswers.ts';
import { createShowing } from './showing.ts';
import { createTitling } from './titles.ts';
import { type RunningView, reviveFailure } from './turnViews.ts';
import { ownWriter, watchAnswersElsewhere } from './writers.ts';

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
  const others = watchAnswersElsewhere(() => {
    ports.onBranch();
    showQueue();
    texts.noteAll();
  });
  const elsewhere = others.ids;
  others.begin(conversation);
  let following = journal.follow(conversation, takeOthersRecord);
  const keepRecord = createKeepRecord(journal, ports.onUnwritable);
  const queue = createMessageQueue(ports.keptQueue, (messages) => {
    ports.keepQueue(messages);
    showQueue();
  });
  const { turnView, showRecord, showCall, showTurn } = createShowing({
    ports,
    conversation: () => conversation,
    running: runningView,
    runningIds: running,
  });
  const titling = createTitling({
    isWanted: ports.wantsTitle,
    onTitle(target, title) {
      record(target, { type: 'title', title, isMade: true, at: Date.now() });
      if (target === conversation) onFact({ type: 'title', title });
    },
    logger,
  });
  const answers = createRunningAnswers({
    ports,
    record,
    onFact,
    onNamed: showTurn,
    onCall: showCall,
    onEnded,
    writer: ownWriter,
  });
  const asking = createAsking({
    ports,
    conversation: () => conversation,
    record,
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
    record,
    answers,
    asking,
    onChosen: showQueue,
  });

  const texts = createAnswerTexts(
    (target, answerId) => answers.isUnended(answerId) || (target === conversation && elsewhere.has(answerId)),
  );

  /** Keeps and shows one record of the conversation that it belongs to, which may no longer be the open one. */
  function record(target: Conversation, entry: JournalRecord): void {
    keepRecord(target, entry);
    if (target === conversation) showRecord(entry);
    if ('id' in entry) texts.note(entry.id);
  }

  // What the view is told.

  function runningView(answerId: string): RunningView | undefined {
    return answers.view(answerId) ?? (elsewhere.has(answerId) ? {} : undefined);
  }

  function showQueue(): void {
    onFact({ type: 'queue', queue: toQueuedViews(queue.messages), isHeld: isQueueHeld() });
  }

  const isQueueHeld = () => queue.messages.length > 0 && (queue.isHeld || !isEndBeingWritten());

  /** Whether the last answer is still being written, here or in another window. */
  function isEndBeingWritten(): boolean {
    return answers.ids.length > 0 || elsewhere.has(currentTurns(conversation).at(-1)?.answer.id ?? '');
  }

  function running(): string[] {
    return [...answers.ids, ...elsewhere];
  }

  /** What another window did to this conversation, or another part of this one. */
  function takeOthersRecord(entry: JournalRecord): void {
    // Looked at for an end alone: an answer has thousands of other records.
    const last = entry.type === 'end' ? currentTurns(conversation).at(-1) : undefined;
    const effect = applyOthersRecord(conversation, entry, elsewhere);
    if (effect === 'branch') ports.onBranch();
    if (effect === 'part') showRecord(entry);
    if (entry.type === 'answer') showQueue();
    if ('id' in entry) texts.note(entry.id);
    if (entry.type === 'title') onFact({ type: 'title', title: conversation.title });
    if (entry.type === 'system') showSystem();
    if (entry.type === 'configuration') ports.onConfigured();
    // One on another branch says nothing about what is to follow here.
    const isLastEnd = entry.type === 'end' && entry.id === last?.answer.id;
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
    following.dispose();
    conversation = other;
    others.begin(conversation);
    following = journal.follow(conversation, takeOthersRecord);
    texts.noteAll();
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
    const last = currentTurns(conversation).at(-1);
    const promptId = asking.addPrompt(last?.answer.id ?? null, question, kind);
    asking.answer(promptId, [undefined, ...(kind === undefined ? ports.others() : [])]);
    const shown = currentTurns(conversation).at(-1)?.answer.id;
    if (shown !== undefined) showTurn(conversation, shown);
  }

  function showSystem(): void {
    onFact({ type: 'system', system: systemView() });
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
      const all = currentTurns(conversation);
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
    attachmentsOf: (answerId) => turnWith(conversation, answerId)?.prompt.attachments ?? [],
    answerText: (answerId) => texts.find(conversation, answerId),
    find: (text) => findInTurns(currentTurns(conversation), text),
    send(question) {
      // Nothing overtakes what waits, for an answer or for the person.
      if (isEndBeingWritten() || queue.messages.length > 0) queue.add(question);
      else ask(question);
    },
    ...revising,
    continueAnswer(answerId) {
      const last = currentTurns(conversation).at(-1);
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
      const last = currentTurns(conversation).at(-1)?.answer.id;
      // Another window's answer can't be stopped from here; if that window is gone, it must not be waited for.
      if (answers.ids.length === 0 && last !== undefined && elsewhere.delete(last)) {
        ports.onBranch();
        // Nothing will end it: what waits for it waits for the person now.
        goOn(false);
        showQueue();
        texts.note(last);
      }
      answers.stop(answerId);
    },
    retryNow: answers.retryNow,
    decideTool: ports.tools.decide,
    cancelTool: ports.tools.cancel,
    setSystem(text) {
      asking.begin();
      record(conversation, { type: 'system', ...(text !== undefined && { text }), at: Date.now() });
      showSystem();
    },
    configure(configuration) {
      asking.begin();
      record(conversation, { type: 'configuration', ...configuration, at: Date.now() });
      ports.onConfigured();
    },
    newConversation: () => switchTo(createConversation(randomUUID())),
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
      others.dispose();
      await answers.close();
      following.dispose();
      await journal.flush();
    },
  };
}
