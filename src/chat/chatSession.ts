import { randomUUID } from 'node:crypto';
import { busyFailure, describeFailure, type FailureContext, NotReadyError } from '../failures.ts';
import type { RetryWait } from '../relay/callOptions.ts';
import type { ChatEvent } from '../relay/chat/chatEvent.ts';
import type { ChatRequest } from '../relay/chat/chatRequest.ts';
import type { Logger } from '../relay/logger.ts';
import { RelayError, type RelayErrorDetails, type RelayErrorKind } from '../relay/relayError.ts';
import type { AnswerStatus, ChatFact, FailureView, RetryWaitView, TurnView } from '../webview/protocol.ts';
import {
  type Answer,
  applyRecord,
  type Conversation,
  createConversation,
  currentTurns,
  type EndRecord,
  type JournalRecord,
  type Turn,
  toChatMessages,
} from './conversation.ts';
import type { Journal } from './journal.ts';
import { runTurn } from './turn.ts';

/** Asks a chat model of the connected relay. */
export type Ask = (
  request: ChatRequest,
  call: { readonly signal: AbortSignal; readonly onRetryWait: (wait: RetryWait) => void },
) => AsyncIterable<ChatEvent>;

/** What the chat needs of the rest of the extension. */
export interface ChatPorts {
  readonly journal: Journal;
  /** Rejects with a NotReadyError when no relay is connected. */
  readonly ask: () => Promise<Ask>;
  /** The chosen chat model's id; undefined when there is none to choose. May have to ask the relay first. */
  readonly currentModel: () => Promise<string | undefined>;
  readonly maxOutputTokens: () => number;
  /** What the model is told before the conversation; '' for nothing. */
  readonly systemPrompt: () => string;
  readonly failureContext: () => FailureContext;
  /** Remembers which conversation is open in this window. */
  readonly rememberConversation: (conversationId: string) => void;
  readonly onFact: (fact: ChatFact) => void;
  /** Another conversation is open: the view wants a new snapshot. */
  readonly onSwitch: () => void;
  readonly onAnswering: (isAnswering: boolean) => void;
  /** The history could not be written. Called once until it can be again. */
  readonly onUnwritable: () => void;
  readonly logger: Logger;
}

/** The conversation of this window: its state, and all that can be done to it. */
export interface ChatSession {
  readonly conversationId: string;
  turns(): TurnView[];
  send(text: string): void;
  /** Asks again for the answer of this turn. */
  retry(answerId: string): void;
  stop(): void;
  /** Ends the wait before the running answer is asked for again. */
  retryNow(): void;
  newConversation(): void;
  /** Stops a running answer and waits until all is on the disk. */
  close(): Promise<void>;
}

interface RunningAnswer {
  readonly answerId: string;
  readonly abort: AbortController;
  readonly ended: Promise<unknown>;
  wait?: { readonly title: string; readonly endsAt: number; readonly retryNow: () => void } | undefined;
}

/** Opens the conversation with this id, or a new one when it is not there. */
export async function openChatSession(
  conversationId: string | undefined,
  ports: ChatPorts,
): Promise<ChatSession> {
  const { journal, onFact, logger } = ports;
  let conversation = await loadOrCreate(conversationId);
  let running: RunningAnswer | undefined;
  let isWritable = true;

  async function loadOrCreate(id: string | undefined): Promise<Conversation> {
    try {
      const loaded = id === undefined ? undefined : await journal.load(id);
      return loaded ?? createConversation(randomUUID());
    } catch (error) {
      logger.error(`A conversation could not be read: ${String(error)}`);
      return createConversation(randomUUID());
    }
  }

  /** Keeps and shows one record of the conversation that it belongs to, which may no longer be the open one. */
  function record(target: Conversation, entry: JournalRecord): void {
    applyRecord(target, entry);
    // A full disk must not end the answer: it stays in memory and on the screen, and is written when that works.
    journal.append(target.id, entry).then(
      () => {
        isWritable = true;
      },
      () => {
        if (isWritable) ports.onUnwritable();
        isWritable = false;
      },
    );
    if (target !== conversation) return;
    if (entry.type === 'delta')
      onFact({ type: 'delta', turnId: entry.id, kind: entry.kind, text: entry.text });
    if (entry.type === 'end') onFact({ type: 'end', turnId: entry.id, ...endView(entry) });
  }

  function endView(end: EndRecord) {
    const failure = end.failure && describeFailure(reviveFailure(end.failure), failureContextOf(end.id));
    return {
      status: end.status,
      ...(failure && { failure }),
      ...(end.usage && { usage: end.usage }),
      ...(end.cause && { cause: end.cause }),
      ...(end.pictures && { pictures: end.pictures }),
    };
  }

  function failureContextOf(answerId: string): FailureContext {
    const answer = conversation.messages.get(answerId);
    return {
      ...ports.failureContext(),
      ...(answer?.type === 'answer' && answer.model && { model: answer.model }),
    };
  }

  function turnView({ prompt, answer }: Turn): TurnView {
    const { id, model, thinking, text, end } = answer;
    const wait = end ? undefined : retryWaitView(id);
    return {
      id,
      prompt: prompt.text,
      model,
      thinking,
      text,
      ...(end ? endView(end) : unendedView(answer)),
      ...(wait && { retryWait: wait }),
    };
  }

  function retryWaitView(answerId: string): RetryWaitView | undefined {
    const wait = running?.answerId === answerId ? running.wait : undefined;
    return wait && { title: wait.title, remainingMs: Math.max(0, wait.endsAt - Date.now()) };
  }

  function noteWait(answerId: string, { error, delayMs, retryNow }: RetryWait): void {
    if (running?.answerId !== answerId) return;
    const { title } = describeFailure(error, failureContextOf(answerId));
    running.wait = { title, endsAt: Date.now() + delayMs, retryNow };
    onFact({ type: 'retryWait', turnId: answerId, wait: { title, remainingMs: delayMs } });
  }

  /** An answer without an end is either the one that runs, or one that was cut off with the editor. */
  function unendedView(answer: Answer): { status: AnswerStatus; failure?: FailureView } {
    if (running?.answerId === answer.id) {
      return { status: answer.text || answer.thinking ? 'running' : 'waiting' };
    }
    const failure = describeFailure(new RelayError('interrupted'), ports.failureContext());
    return { status: 'interrupted', failure };
  }

  function lastAnswerId(): string | null {
    return currentTurns(conversation).at(-1)?.answer.id ?? null;
  }

  function showLastTurn(target: Conversation, replaces: string | undefined): void {
    const turn = target === conversation && currentTurns(conversation).at(-1);
    if (turn) onFact({ type: 'turn', turn: turnView(turn), ...(replaces && { replaces }) });
  }

  /**
   * Answers a prompt of the open conversation, which stays the answer's own even if another is opened meanwhile.
   * Nothing is awaited before the records are kept and Stop works.
   */
  function startAnswer(promptId: string, replaces?: string): void {
    const target = conversation;
    const answerId = randomUUID();
    const abort = new AbortController();
    const nameModel = (model: string) =>
      record(target, { type: 'answer', id: answerId, parentId: promptId, model, at: Date.now() });

    async function* open(): AsyncGenerator<ChatEvent> {
      const [ask, model] = await untilAborted(Promise.all([ports.ask(), ports.currentModel()]), abort.signal);
      if (!model) throw new NotReadyError('model');
      nameModel(model);
      showLastTurn(target, answerId);
      const messages = toChatMessages(currentTurns(target));
      const system = ports.systemPrompt();
      const request = { model, messages, maxTokens: ports.maxOutputTokens(), ...(system && { system }) };
      yield* ask(request, { signal: abort.signal, onRetryWait: (wait) => noteWait(answerId, wait) });
    }

    nameModel('');
    const ended = runTurn({
      answerId,
      open,
      signal: abort.signal,
      record: (entry) => {
        if (entry.type === 'end' && running?.answerId === answerId) running = undefined;
        record(target, entry);
      },
    }).then(({ status, failure }) => {
      if (failure) logger.warn(`An answer ended as ${status}: ${String(reviveFailure(failure))}`);
      ports.onAnswering(running !== undefined);
    });
    running = { answerId, abort, ended };
    ports.onAnswering(true);
    showLastTurn(target, replaces);
  }

  function send(text: string): void {
    if (running) return onFact({ type: 'rejected', text, failure: busyFailure(ports.failureContext()) });
    if (conversation.messages.size === 0) {
      record(conversation, { type: 'conversation', version: 1, id: conversation.id, at: Date.now() });
      ports.rememberConversation(conversation.id);
    }
    const id = randomUUID();
    record(conversation, { type: 'prompt', id, parentId: lastAnswerId(), text, at: Date.now() });
    startAnswer(id);
  }

  return {
    get conversationId() {
      return conversation.id;
    },
    turns: () => currentTurns(conversation).map(turnView),
    send,
    retry(answerId) {
      const turn = currentTurns(conversation).find((candidate) => candidate.answer.id === answerId);
      if (!turn || running) return;
      // A sibling would hide what came after it, or the part that came: then the question is asked anew at the end.
      if (lastAnswerId() === answerId && !turn.answer.text) startAnswer(turn.prompt.id, answerId);
      else send(turn.prompt.text);
    },
    stop() {
      running?.abort.abort();
    },
    retryNow() {
      if (!running?.wait) return;
      const { answerId, wait } = running;
      running.wait = undefined;
      wait.retryNow();
      onFact({ type: 'retryWait', turnId: answerId });
    },
    newConversation() {
      running?.abort.abort();
      running = undefined;
      conversation = createConversation(randomUUID());
      ports.rememberConversation(conversation.id);
      ports.onAnswering(false);
      ports.onSwitch();
    },
    async close() {
      const ended = running?.ended;
      running?.abort.abort();
      await ended;
      await journal.flush();
    },
  };
}

/** The promise's value, or a rejection as soon as the signal says so, whatever the promise still does. */
function untilAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(new RelayError('cancelled'));
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

/** The error that a journal's failure was, so that it can be put into words of today's language. */
function reviveFailure({ kind, details }: NonNullable<EndRecord['failure']>): unknown {
  if (kind === 'internal') return new Error(String(details['message']));
  if (kind === 'notReady') {
    const missing = details['missing'];
    return new NotReadyError(missing === 'connection' || missing === 'profile' ? missing : 'model');
  }
  return new RelayError(kind as RelayErrorKind, details as RelayErrorDetails);
}
