import { randomUUID } from 'node:crypto';
import { describeFailure } from '../failures.ts';
import { fitConfiguration, type ModelConfiguration } from '../modelConfiguration.ts';
import type { ChatEvent } from '../relay/chat/chatEvent.ts';
import type { ChatRequest } from '../relay/chat/chatRequest.ts';
import { untilAborted } from '../untilAborted.ts';
import type { ChatFact } from '../webview/protocol.ts';
import type { ToolCallView } from '../webview/protocolViews.ts';
import { type AnswerRun, type AskCall, startAnswerRun } from './answerRun.ts';
import { toChatMessages } from './chatMessages.ts';
import type { CallContext, ChatPorts, Preparation, WantedCall } from './chatPorts.ts';
import type { Conversation } from './conversation.ts';
import { prepareAnswer } from './prepareAnswer.ts';
import type { EndRecord } from './records.ts';
import { answerInRounds } from './tools/toolRounds.ts';
import type { AnswerEvent } from './turn.ts';
import { contextOf, type RunningView } from './turnViews.ts';

export interface RunningAnswersOptions {
  readonly ports: ChatPorts;
  readonly onFact: (fact: ChatFact) => void;
  /** More is known of an answer: who writes it. */
  readonly onNamed: (target: Conversation, answerId: string) => void;
  /** A tool's call is asked about, or runs. */
  readonly onCall: (target: Conversation, answerId: string, callId: string) => void;
  /** After the last record of an answer. Of one that was abandoned, nothing follows. */
  readonly onEnded: (target: Conversation, end: EndRecord, preparation: Preparation | undefined) => void;
  /** Names this process, so that others see whether it is still there. */
  readonly writer: string;
}

/** What an answer is started with. */
export interface AnswerWish {
  /** Without one, the model that is chosen by then. */
  readonly model?: string | undefined;
  readonly isCompared?: boolean;
  readonly confirmOtherRelay: ChatPorts['confirmOtherRelay'];
}

/** The answers that this window is having written. */
export interface RunningAnswers {
  readonly ids: readonly string[];
  view(answerId: string): RunningView | undefined;
  /** Whether its last record is still to come, also where it was abandoned. */
  isUnended(answerId: string): boolean;
  /** Starts the answer to a question. Nothing is awaited before its record is kept and Stop works. */
  start(target: Conversation, promptId: string, wish: AnswerWish): void;
  /** Without an id, all of them. */
  stop(answerId?: string): void;
  /** All end as stopped; what follows need not wait for that. */
  abandon(): void;
  /** Ends the wait of this answer, or of all. */
  retryNow(answerId?: string): void;
  /** The window goes away: all are stopped. Resolves when they have ended, abandoned ones too. */
  close(): Promise<void>;
}

interface Run extends AnswerRun {
  readonly calls: Map<string, Pick<ToolCallView, 'status' | 'question' | 'isAskedByEditor'>>;
}

export function createRunningAnswers(options: RunningAnswersOptions): RunningAnswers {
  const { ports, onFact } = options;
  const runs = new Map<string, Run>();
  /** By ids, until their last record is given out, which takes a moment after they are stopped. */
  const unended = new Map<string, Promise<unknown>>();

  function start(target: Conversation, promptId: string, wish: AnswerWish): void {
    const answerId = randomUUID();
    const calls: Run['calls'] = new Map();
    let preparation: Preparation | undefined;
    let isAbandoned = false;
    const asking = createStopwatch();
    const name = (model: string, asked?: Preparation) =>
      target.append({
        type: 'answer',
        id: answerId,
        parentId: promptId,
        model,
        ...(asked && { relay: asked.relay }),
        ...(asked?.settings.protocol && { protocol: asked.settings.protocol }),
        writer: options.writer,
        ...(wish.isCompared && { isCompared: true }),
        at: Date.now(),
      });

    async function* open(call: AskCall): AsyncGenerator<AnswerEvent> {
      const prepare = () => ports.prepare(wish.model);
      const { confirmOtherRelay } = wish;
      const ready = await untilAborted(
        prepareAnswer({ prepare, confirmOtherRelay }, target, answerId),
        call.signal,
      );
      preparation = ready;
      name(ready.model, ready);
      options.onNamed(target, answerId);
      // One for all rounds: services refuse another in the middle, and read nothing from their caches then.
      const configuration = fitConfiguration(target.configuration, ready.configurable);
      yield* answerInRounds({
        ask: () => askOnce(target, answerId, ready, configuration, call),
        run: (wanted) => ports.tools.run(wanted, contextFor(wanted, call.signal)),
        mayGoOn: (rounds, next) => ports.tools.mayGoOn(rounds, next, contextFor(next, call.signal)),
        signal: call.signal,
      });
    }

    function contextFor({ id }: WantedCall, signal: AbortSignal): CallContext {
      return {
        conversationId: target.id,
        signal,
        onStatus(change) {
          calls.set(id, { status: 'pending', ...calls.get(id), ...change });
          asking.runWhile([...calls.values()].some(({ status }) => status === 'asking'));
          options.onCall(target, answerId, id);
        },
      };
    }

    name(wish.model ?? '');
    const run = startAnswerRun({
      answerId,
      open,
      async keepPicture(bytes) {
        try {
          return await ports.pictures.keep(bytes);
        } catch (error) {
          ports.logger.error(`A picture could not be kept: ${String(error)}`);
          return undefined;
        }
      },
      record(entry) {
        if (entry.type === 'end') isAbandoned = !runs.delete(answerId);
        target.append(entry);
      },
      askedMs: () => asking.elapsedMs,
      describeError: (error) =>
        describeFailure(error, contextOf(target.answer(answerId), ports.failureContext())).title,
      onPhase: (phase) => onFact({ type: 'phase', turnId: answerId, phase }),
      onWait: (wait) => onFact({ type: 'retryWait', turnId: answerId, ...(wait && { wait }) }),
    });
    runs.set(answerId, Object.assign(run, { calls }));
    const over = run.ended.then((end) => {
      unended.delete(answerId);
      if (!isAbandoned) options.onEnded(target, end, preparation);
    });
    unended.set(answerId, over);
  }

  async function* askOnce(
    target: Conversation,
    answerId: string,
    { model, relay, settings, ask }: Preparation,
    configuration: ModelConfiguration,
    call: AskCall,
  ): AsyncGenerator<ChatEvent> {
    const { system = settings.system } = target;
    const tools = ports.tools.given();
    const request: ChatRequest = {
      ...settings,
      ...configuration,
      model,
      messages: await toChatMessages(target.turnsTo(answerId), {
        model,
        relay,
        protocol: settings.protocol,
        hasTools: tools.length > 0,
        readPicture: ports.readSentImage,
      }),
      ...(system && { system }),
      ...(tools.length > 0 && { tools }),
    };
    try {
      for await (const event of ask(request, call)) {
        if (event.type === 'finish' && event.verdict === 'complete') ports.noteOutcome({ relay, request });
        else if (event.type === 'finish' && event.error) ports.noteOutcome({ relay, request }, event.error);
        yield event;
      }
    } catch (error) {
      ports.noteOutcome({ relay, request }, error);
      throw error;
    }
  }

  return {
    get ids() {
      return [...runs.keys()];
    },
    view(answerId) {
      const run = runs.get(answerId);
      return run && { ...run.view, calls: run.calls };
    },
    isUnended: (answerId) => unended.has(answerId),
    start,
    stop(answerId) {
      for (const [id, run] of runs) if (answerId === undefined || answerId === id) run.stop();
    },
    abandon() {
      for (const run of runs.values()) run.stop();
      runs.clear();
    },
    retryNow(answerId) {
      for (const [id, run] of runs) if (answerId === undefined || answerId === id) run.retryNow();
    },
    async close() {
      for (const run of runs.values()) run.close();
      await Promise.all(unended.values());
    },
  };
}

/** Runs now and then, and says how long it ran in all. */
function createStopwatch() {
  let before = 0;
  let startedAt: number | undefined;
  const running = () => (startedAt === undefined ? 0 : Date.now() - startedAt);
  return {
    get elapsedMs() {
      return before + running();
    },
    runWhile(isRunning: boolean): void {
      if (isRunning === (startedAt !== undefined)) return;
      before += running();
      startedAt = isRunning ? Date.now() : undefined;
    },
  };
}
