import type { ChatEvent, FinishCause } from './chatEvent.ts';
import type { ChatSink } from './chatProtocol.ts';

type Told = Parameters<ChatSink['event']>[0];

/** Gathers what a reader tells of an answer, until it is handed out. Puts one `start` before it all. */
export class AnswerSink implements ChatSink {
  /** Whether nothing that matters follows. */
  isOver = false;
  /** Whether more of the answer came after the finish mark, which was no end then if the reply breaks off. */
  isContinued = false;
  /** The relay's error, once it was told. */
  failure: { readonly json: unknown } | undefined;
  #stopped: { readonly cause: FinishCause; readonly reason?: string } | undefined;
  #ready: ChatEvent[] = [];
  #hasStarted = false;
  /** Usage that came before anything else: the protocol's own start, with what it brings, may follow. */
  #earlyUsage: Told[] = [];
  #hasToolCall = false;
  #open: { readonly type: 'text' | 'thinking'; text: string } | undefined;

  /** The finish mark, once it was told; some calls come after it. */
  get stopped(): { readonly cause: FinishCause; readonly reason?: string } | undefined {
    const stopped = this.#stopped;
    // Some protocols, and relays that convert, have no word of their own for it.
    return stopped?.cause === 'stop' && this.#hasToolCall ? { ...stopped, cause: 'toolCalls' } : stopped;
  }

  text(text: string): void {
    this.#add('text', text);
  }

  thinking(text: string): void {
    this.#add('thinking', text);
  }

  event(event: Told): void {
    if (this.failure) return;
    if (event.type === 'start') {
      this.start(event);
      return;
    }
    if (event.type === 'usage' && !this.#hasStarted) {
      this.#earlyUsage.push(event);
      return;
    }
    this.start();
    this.#open = undefined;
    this.#hasToolCall ||= event.type === 'toolCall';
    this.isContinued ||= this.#stopped !== undefined && event.type !== 'usage';
    this.#ready.push(event);
  }

  stop({ cause = this.#stopped?.cause ?? 'stop', reason, isLast }: Parameters<ChatSink['stop']>[0]): void {
    if (this.failure) return;
    this.#stopped = { ...this.#stopped, cause, ...(reason && { reason }) };
    this.isContinued = false;
    this.isOver ||= isLast;
  }

  fail(json: unknown): void {
    this.failure ??= { json };
  }

  /** Makes sure that the answer has started. A protocol's own start that comes later than its text is too late. */
  start(event: Told & { readonly type: 'start' } = { type: 'start' }): void {
    if (this.#hasStarted) return;
    this.#hasStarted = true;
    this.#ready.push(event, ...this.#earlyUsage);
  }

  /** What was told since the last call. */
  take(): readonly ChatEvent[] {
    const ready = this.#ready;
    this.#ready = [];
    this.#open = undefined;
    return ready;
  }

  #add(type: 'text' | 'thinking', text: string): void {
    if (text === '' || this.failure) return;
    this.isContinued ||= this.#stopped !== undefined;
    if (this.#open?.type === type) this.#open.text += text;
    else {
      this.start();
      this.#open = { type, text };
      this.#ready.push(this.#open);
    }
  }
}
