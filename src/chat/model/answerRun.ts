import { randomUUID } from 'node:crypto';
import { describeFailure } from '../../messages/failures.ts';
import { NotReadyError } from '../../messages/ownErrors.ts';
import type { ChatMode, RetryWaitView, WaitPhase } from '../../protocol/protocolViews.ts';
import type { RequestPhase } from '../../relay/callOptions.ts';
import type { ChatEvent, Usage } from '../../relay/chat/chatEvent.ts';
import type { ChatRequest } from '../../relay/chat/chatRequest.ts';
import { RelayError } from '../../relay/errors/relayError.ts';
import { defined } from '../../relay/json.ts';
import { fitConfiguration, type ModelConfiguration } from '../../relay/models/modelConfiguration.ts';
import { estimateCost } from '../../relay/models/requestCost.ts';
import { raceAbort } from '../../relay/raceAbort.ts';
import { toChatMessages } from './chatMessages.ts';
import type {
  AskCall,
  CallContext,
  CallProgress,
  ChatServices,
  DrawPreparation,
  Preparation,
  WantedCall,
} from './chatServices.ts';
import type { Conversation } from './conversation.ts';
import { listDrawn, toDrawRequest } from './drawnImages.ts';
import { type Prompt, readImagePrompt } from './message.ts';
import { type AnswerEvent, recordResponse } from './recordResponse.ts';
import type { EndRecord, PictureRecord } from './records.ts';
import { instanceId } from './remoteInstances.ts';
import { answerInRounds } from './toolRounds.ts';
import { contextOf, type RunningView } from './turnViews.ts';

export interface AskedAnswer {
  readonly conversation: Conversation;
  readonly promptId: string;
  /** If absent, the model selected when the request is sent. */
  readonly model: string | undefined;
  readonly isCompared: boolean;
  readonly confirmOtherRelay: ChatServices['confirmOtherRelay'];
  /** Called when the model is known. */
  readonly onNamed: (run: AnswerRun) => void;
  /** Called when a tool call needs approval, or runs. */
  readonly onCall: (run: AnswerRun, callId: string) => void;
  /** Called before the last record is emitted. */
  readonly onEnding: (run: AnswerRun) => void;
}

const waitPhases = {
  connect: 'connecting',
  upload: 'uploading',
  firstByte: 'answer',
} as const satisfies Record<RequestPhase, WaitPhase>;

/**
 * One streaming response. Nothing is awaited before its record is in the conversation and it can be
 * stopped.
 */
export class AnswerRun {
  readonly id = randomUUID();
  readonly conversation: Conversation;
  /** Resolves when the last record was emitted; never rejects. */
  readonly ended: Promise<EndRecord>;
  readonly #services: ChatServices;
  readonly #asked: AskedAnswer;
  readonly #abort = new AbortController();
  readonly #calls = new Map<string, CallProgress>();
  /** Time spent waiting for the person, which does not count as the model's. Tools wait while no image is being saved. */
  readonly #asking = createStopwatch();
  #preparation: Preparation | undefined;
  #phase: WaitPhase | undefined;
  #wait: { readonly title: string; readonly endsAt: number; readonly retryNow: () => void } | undefined;
  #retries = 0;
  /** The cost of each request, in US dollars; undefined if it is not known. */
  readonly #costs: (number | undefined)[] = [];
  #isOver = false;
  #isClosing = false;
  #isAbandoned = false;

  constructor(services: ChatServices, asked: AskedAnswer) {
    this.#services = services;
    this.#asked = asked;
    this.conversation = asked.conversation;
    this.#name(asked.model ?? '');
    this.ended = this.#run();
  }

  /** The prepared request to a chat model, once it is known. */
  get preparation(): Preparation | undefined {
    return this.#preparation;
  }

  /** What it is waiting for now. */
  get view(): RunningView {
    return defined({ phase: this.#phase, retryWait: this.#waitView(), calls: this.#calls });
  }

  stop(): void {
    this.#abort.abort();
  }

  /** Stops it without sending queued messages afterwards. */
  abandon(): void {
    this.#isAbandoned = true;
    this.stop();
  }

  get isAbandoned(): boolean {
    return this.#isAbandoned;
  }

  /** Stops it because the window is closing. */
  close(): void {
    this.#isClosing = !this.#abort.signal.aborted;
    this.#abort.abort();
  }

  retryNow(): void {
    const wait = this.#wait;
    if (!wait) return;
    this.#wait = undefined;
    wait.retryNow();
    this.#services.tell({ type: 'retryWait', turnId: this.id });
  }

  #name(model: string, asked?: Preparation | DrawPreparation): void {
    const { promptId, isCompared } = this.#asked;
    this.conversation.append({
      type: 'answer',
      id: this.id,
      parentId: promptId,
      model,
      ...(asked && { relay: asked.relay }),
      ...(asked && 'settings' in asked && asked.settings.protocol && { protocol: asked.settings.protocol }),
      ...(asked && 'draw' in asked && { isImage: true }),
      writer: instanceId,
      ...(isCompared && { isCompared }),
      at: Date.now(),
    });
  }

  async #run(): Promise<EndRecord> {
    const turn = await recordResponse({
      answerId: this.id,
      open: () => this.#open(),
      signal: this.#abort.signal,
      keepPicture: (bytes, isDrawn) => this.#keepPicture(bytes, isDrawn),
      record: (entry) => this.conversation.append(entry),
    });
    this.#isOver = true;
    const cost = sumKnown(this.#costs);
    const end: EndRecord = {
      ...turn,
      durationMs: Math.max(0, turn.durationMs - this.#asking.elapsedMs),
      ...(this.#retries > 0 && { retries: this.#retries }),
      ...(cost !== undefined && { cost }),
      // The window was closed: the person did not stop the response.
      ...(turn.status === 'stopped' && this.#isClosing && { endedBy: 'closing' }),
    };
    this.#asked.onEnding(this);
    this.conversation.append(end);
    const drawn = listDrawn(this.conversation, this.id, this.#services.pictures);
    if (drawn.length > 0) await this.#services.addToGallery(drawn);
    return end;
  }

  async *#open(): AsyncGenerator<AnswerEvent> {
    const { tools } = this.#services;
    const { signal } = this.#abort;
    const ready = await raceAbort(this.#prepare(), signal);
    if (!('draw' in ready)) this.#preparation = ready;
    this.#name(ready.model, ready);
    this.#asked.onNamed(this);
    if ('draw' in ready) return yield* this.#draw(ready);
    // One configuration for all rounds: services refuse a change in between, and their caches would not apply.
    const configuration = fitConfiguration(this.conversation.configuration, ready.configurable);
    yield* answerInRounds({
      ask: () => this.#askOnce(ready, configuration),
      run: (wanted) => tools.run(wanted, this.#contextOf(wanted)),
      mayGoOn: (rounds, next) => tools.mayGoOn(rounds, next, this.#contextOf(next)),
      signal,
    });
  }

  /** Asks before a conversation goes to another relay; cancelled if the person declines. */
  async #prepare(): Promise<Preparation | DrawPreparation> {
    const { text = '', kind } = this.#prompt ?? {};
    const preparation = await this.#services.prepare(this.#asked.model, readImagePrompt(text) !== undefined);
    // An image model can't summarize or continue a conversation: it would draw the request.
    if ('draw' in preparation && kind !== 'question') throw new NotReadyError('model');
    const { relay } = preparation;
    const earlier = this.#earlierRelay();
    const isSame = earlier === undefined || earlier === relay;
    if (!isSame && !(await this.#asked.confirmOtherRelay(earlier, relay))) throw new RelayError('cancelled');
    return preparation;
  }

  async *#draw({ draw }: DrawPreparation): AsyncGenerator<AnswerEvent> {
    const { signal, onPhase } = this.#call;
    if (this.#prompt)
      yield* draw(await toDrawRequest(this.#prompt, this.#services.pictures), { signal, onPhase });
  }

  get #prompt(): Prompt | undefined {
    const message = this.conversation.messages.get(this.#asked.promptId);
    return message?.type === 'prompt' ? message : undefined;
  }

  /** Origin of the relay that got this prompt before, for another response, or else the prompt before it. */
  #earlierRelay(): string | undefined {
    const before = this.conversation.turnsTo(this.id).map(({ answer }) => answer.id);
    const others = [...before, ...this.conversation.versionsOf(this.id)].filter((id) => id !== this.id);
    return others.flatMap((id) => this.conversation.answer(id)?.relay ?? []).at(-1);
  }

  get #mode(): ChatMode {
    return this.conversation.mode ?? this.#services.memory.mode;
  }

  #contextOf({ id }: WantedCall): CallContext {
    return {
      conversationId: this.conversation.id,
      responseId: this.id,
      mode: this.#mode,
      signal: this.#abort.signal,
      onStatus: (change) => {
        this.#calls.set(id, { status: 'pending', ...this.#calls.get(id), ...change });
        this.#asking.runWhile([...this.#calls.values()].some(({ status }) => status === 'asking'));
        this.#asked.onCall(this, id);
      },
    };
  }

  async *#askOnce(
    { model, relay, settings, prices, ask }: Preparation,
    configuration: ModelConfiguration,
  ): AsyncGenerator<ChatEvent> {
    const { tools, readSentImage } = this.#services;
    const { system = settings.system } = this.conversation;
    // A summary needs no tools.
    const given = this.#prompt?.kind === 'compact' ? [] : tools.given(this.#mode);
    const request: ChatRequest = {
      ...settings,
      ...configuration,
      model,
      messages: await toChatMessages(this.conversation.turnsTo(this.id), {
        model,
        relay,
        protocol: settings.protocol,
        hasTools: given.length > 0,
        readPicture: readSentImage,
      }),
      ...(system && { system }),
      ...(given.length > 0 && { tools: given }),
    };
    // An interrupted request costs something, too, but the amount is unknown.
    const number = this.#costs.push(undefined) - 1;
    let usage: Usage = {};
    for await (const event of ask(request, this.#call)) {
      if (event.type === 'usage') usage = { ...usage, ...event.usage };
      if (event.type === 'finish' && event.verdict === 'complete')
        this.#costs[number] = prices && estimateCost(prices, usage);
      yield event;
    }
  }

  get #call(): AskCall {
    return {
      signal: this.#abort.signal,
      onPhase: (reached) => {
        if (this.#isOver) return;
        // The retry wait ends by itself when its time is up.
        this.#wait = undefined;
        this.#phase = waitPhases[reached];
        this.#services.tell({ type: 'phase', turnId: this.id, phase: this.#phase });
      },
      onRetryWait: ({ error, delayMs, retryNow }) => {
        if (this.#isOver) return;
        this.#retries += 1;
        this.#wait = { title: this.#describe(error), endsAt: Date.now() + delayMs, retryNow };
        this.#services.tell(defined({ type: 'retryWait' as const, turnId: this.id, wait: this.#waitView() }));
      },
    };
  }

  #waitView(): RetryWaitView | undefined {
    const wait = this.#wait;
    return wait && { title: wait.title, remainingMs: Math.max(0, wait.endsAt - Date.now()) };
  }

  /** Why an attempt failed, in a sentence. */
  #describe(error: unknown): string {
    const { t, modelTargets } = this.#services;
    const answer = this.conversation.answer(this.id);
    return describeFailure(error, contextOf(answer, { t, host: modelTargets.host })).title;
  }

  /** A drawn image is paid for: if it can't be saved, the response waits until the person decides or stops it. */
  async #keepPicture(bytes: Uint8Array, isDrawn: boolean): Promise<PictureRecord | undefined> {
    const { pictures, logger, maySaveAgain } = this.#services;
    for (;;)
      try {
        return await pictures.keep(bytes);
      } catch (error) {
        logger.error(`Images: failed to save an image: ${String(error)}`);
        if (!isDrawn) return undefined;
        this.#asking.runWhile(true);
        const again = raceAbort(maySaveAgain(String(error)), this.#abort.signal).catch(() => false);
        if (!(await again.finally(() => this.#asking.runWhile(false)))) return undefined;
      }
  }
}

/** The sum, if there are any and all of them are known. */
function sumKnown(amounts: readonly (number | undefined)[]): number | undefined {
  const isKnown = amounts.length > 0 && !amounts.includes(undefined);
  return isKnown ? amounts.reduce<number>((sum, each = 0) => sum + each, 0) : undefined;
}

/** Adds up the time between starts and stops. */
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
