import { randomUUID } from 'node:crypto';
import { describeFailure } from '../failures.ts';
import type { ChatEvent } from '../relay/chat/chatEvent.ts';
import type { TurnView } from '../webview/protocol.ts';
import { type AnswerRun, type AskCall, startAnswerRun } from './answerRun.ts';
import type { ChatPorts, ChatSession } from './chatPorts.ts';
import {
  type Conversation,
  continueText,
  createConversation,
  currentTurns,
  type JournalRecord,
  type Prompt,
  type Turn,
  toChatMessages,
  turnsTo,
  versionsOf,
} from './conversation.ts';
import { createKeepRecord } from './keepRecord.ts';
import { loadOrCreate } from './loadConversation.ts';
import { createMessageQueue } from './messageQueue.ts';
import { applyOthersRecord } from './othersRecord.ts';
import { prepareAnswer } from './prepareAnswer.ts';
import { contextOf, reviveFailure, toEndView, toTurnView } from './turnViews.ts';
import { untilAborted } from './untilAborted.ts';

/** Opens the conversation with this id, or a new one when it is not there. */
export async function openChatSession(
  conversationId: string | undefined,
  ports: ChatPorts,
): Promise<ChatSession> {
  const { journal, onFact, logger } = ports;
  let conversation = await loadOrCreate(conversationId, ports);
  let running: AnswerRun | undefined;
  let isClosed = false;
  /** Counts the switches, since a file takes a moment to be read in which another may be wanted. */
  let switches = 0;
  /** Answers that another window is writing. */
  let elsewhere = new Set<string>();
  let following = journal.follow(conversation, takeOthersRecord);
  const keepRecord = createKeepRecord(journal, ports.onUnwritable);
  const queue = createMessageQueue(ports.keptQueue, (messages) => {
    ports.keepQueue(messages.map(({ text }) => text));
    showQueue();
  });

  /** Keeps and shows one record of the conversation that it belongs to, which may no longer be the open one. */
  function record(target: Conversation, entry: JournalRecord): void {
    keepRecord(target, entry);
    if (target !== conversation) return;
    if (entry.type === 'delta')
      onFact({ type: 'delta', turnId: entry.id, kind: entry.kind, text: entry.text });
    if (entry.type === 'end') {
      const answer = target.messages.get(entry.id);
      if (answer?.type !== 'answer') return;
      onFact({ type: 'end', turnId: entry.id, ...toEndView(entry, answer, ports.failureContext()) });
    }
  }

  // What the view is told.

  const turnView = (turn: Turn): TurnView =>
    toTurnView(conversation, turn, ports.failureContext(), runningView(turn.answer.id));

  function runningView(answerId: string) {
    if (running?.answerId === answerId) return running.view;
    return elsewhere.has(answerId) ? {} : undefined;
  }

  function showQueue(): void {
    onFact({ type: 'queue', queue: [...queue.messages], isHeld: isQueueHeld() });
  }

  const isQueueHeld = () => queue.messages.length > 0 && (queue.isHeld || !isAnswering());

  /** Whether the last answer is still being written, here or in another window. */
  function isAnswering(): boolean {
    return running !== undefined || elsewhere.has(currentTurns(conversation).at(-1)?.answer.id ?? '');
  }

  function showBranch(): void {
    onFact({ type: 'turns', turns: currentTurns(conversation).map(turnView) });
  }

  function showTurn(target: Conversation, answerId: string): void {
    const turn = target === conversation && findTurn(answerId);
    if (turn) onFact({ type: 'turn', turn: turnView(turn) });
  }

  /** What another window did to this conversation, or another part of this one. */
  function takeOthersRecord(entry: JournalRecord): void {
    applyOthersRecord(conversation, entry);
    switch (entry.type) {
      case 'answer':
        elsewhere.add(entry.id);
        showBranch();
        return showQueue();
      case 'delta':
        if (!elsewhere.has(entry.id)) {
          // It was begun before this window had the conversation.
          elsewhere.add(entry.id);
          return showBranch();
        }
        return onFact({ type: 'delta', turnId: entry.id, kind: entry.kind, text: entry.text });
      case 'end': {
        const wasLast = currentTurns(conversation).at(-1)?.answer.id === entry.id;
        elsewhere.delete(entry.id);
        const answer = conversation.messages.get(entry.id);
        if (answer?.type !== 'answer') return;
        onFact({ type: 'end', turnId: entry.id, ...toEndView(entry, answer, ports.failureContext()) });
        // One on another branch says nothing about what is to follow here.
        if (wasLast && !running) goOn(entry.status === 'complete');
        return;
      }
      case 'title':
        return onFact({ type: 'title', title: conversation.title });
      case 'prompt':
        return showBranch();
    }
  }

  /**
   * Shows another conversation. An answer that runs is stopped, with what came of it; what was queued goes back into
   * the input, since it was meant for the conversation before.
   */
  function switchTo(other: Conversation): void {
    switches += 1;
    stopRunning();
    const queued = queue.takeAll();
    if (queued.length > 0) ports.putBack(queued.map(({ text }) => text).join('\n\n'));
    following.dispose();
    conversation = other;
    elsewhere = new Set();
    following = journal.follow(conversation, takeOthersRecord);
    ports.rememberConversation(conversation.id);
    ports.onAnswering(false);
    ports.onSwitch();
  }

  // Questions and answers.

  function findTurn(answerId: string): Turn | undefined {
    return currentTurns(conversation).find(({ answer }) => answer.id === answerId);
  }

  /** Keeps a question; it becomes the one that is shown. */
  function addPrompt(parentId: string | null, text: string, kind: Prompt['kind'] = 'question'): string {
    if (conversation.messages.size === 0) {
      record(conversation, { type: 'conversation', version: 1, id: conversation.id, at: Date.now() });
      ports.rememberConversation(conversation.id);
    }
    // Another window deleted it: what goes on is not deleted.
    if (conversation.isDeleted) record(conversation, { type: 'delete', isDeleted: false, at: Date.now() });
    const id = randomUUID();
    const isPlain = kind === 'question';
    record(conversation, { type: 'prompt', id, parentId, text, ...(!isPlain && { kind }), at: Date.now() });
    return id;
  }

  /**
   * Answers a question of the open conversation, which stays the answer's own even if another is opened meanwhile.
   * Nothing is awaited before the records are kept and Stop works.
   */
  function startAnswer(promptId: string): void {
    const target = conversation;
    const answerId = randomUUID();
    const name = (model: string, relay?: string) =>
      record(target, {
        type: 'answer',
        id: answerId,
        parentId: promptId,
        model,
        ...(relay && { relay }),
        at: Date.now(),
      });

    async function* open(call: AskCall): AsyncGenerator<ChatEvent> {
      const {
        model,
        relay,
        settings,
        ask: askModel,
      } = await untilAborted(prepareAnswer(ports, target, answerId), call.signal);
      name(model, relay);
      showTurn(target, answerId);
      const messages = toChatMessages(turnsTo(target, answerId));
      yield* askModel({ model, messages, ...settings }, call);
    }

    name('');
    const run = startAnswerRun({
      answerId,
      open,
      record(entry) {
        if (entry.type === 'end' && running === run) running = undefined;
        record(target, entry);
      },
      describeError: (error) =>
        describeFailure(error, contextOf(target.messages.get(answerId), ports.failureContext())).title,
      onPhase: (phase) => onFact({ type: 'phase', turnId: answerId, phase }),
      onWait: (wait) => onFact({ type: 'retryWait', turnId: answerId, ...(wait && { wait }) }),
    });
    running = run;
    queue.follow();
    ports.onAnswering(true);
    void run.ended.then(({ status, failure }) => {
      if (failure) logger.warn(`An answer ended as ${status}: ${String(reviveFailure(failure))}`);
      if (target === conversation && !running) goOn(status === 'complete');
      ports.onAnswering(running !== undefined);
    });
  }

  /** After an answer: what is to be sent next. A queue waits when the answer was stopped or failed. */
  function goOn(isComplete: boolean): void {
    const message = isClosed ? undefined : queue.takeDue(isComplete);
    if (message) ask(message.text);
  }

  function ask(text: string, kind?: Prompt['kind']): void {
    const last = currentTurns(conversation).at(-1);
    startAnswer(addPrompt(last?.answer.id ?? null, text, kind));
    if (running) showTurn(conversation, running.answerId);
  }

  /** The answer that runs ends as stopped; what follows need not wait for that. */
  function stopRunning(): void {
    running?.stop();
    running = undefined;
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
    turns: () => currentTurns(conversation).map(turnView),
    get queue() {
      return queue.messages;
    },
    get isQueueHeld() {
      return isQueueHeld();
    },
    send(text) {
      if (isAnswering()) queue.add(text);
      else ask(text);
    },
    edit(answerId, text) {
      const turn = findTurn(answerId);
      if (!turn) return;
      stopRunning();
      startAnswer(addPrompt(turn.prompt.parentId, text));
      showBranch();
    },
    retry(answerId) {
      const turn = findTurn(answerId);
      if (!turn || running?.answerId === answerId) return;
      stopRunning();
      startAnswer(turn.prompt.id);
      showBranch();
    },
    continueAnswer(answerId) {
      const last = currentTurns(conversation).at(-1);
      if (!isAnswering() && last?.answer.id === answerId && last.answer.end) ask(continueText, 'continue');
    },
    chooseVersion(answerId, of, step) {
      const turn = findTurn(answerId);
      if (!turn) return;
      const { id } = turn[of];
      const versions = versionsOf(conversation, id);
      const chosen = versions[versions.indexOf(id) + step];
      if (chosen === undefined) return;
      record(conversation, { type: 'choose', id: chosen });
      // What nobody sees any more, nobody could stop.
      if (running && !findTurn(running.answerId)) running.stop();
      showBranch();
      showQueue();
    },
    dequeue: (id) => queue.take(id)?.text,
    sendQueued(id) {
      if (!running) {
        const message = queue.take(id);
        if (message) ask(message.text);
      } else if (queue.sendNext(id)) {
        running.stop();
      }
    },
    stop() {
      const last = currentTurns(conversation).at(-1)?.answer.id;
      // Another window's answer can't be stopped from here; if that window is gone, it must not be waited for.
      if (!running && last !== undefined && elsewhere.delete(last)) {
        showBranch();
        showQueue();
      }
      running?.stop();
    },
    retryNow: () => running?.retryNow(),
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
      const ended = running?.ended;
      running?.stop();
      await ended;
      following.dispose();
      await journal.flush();
    },
  };
}
