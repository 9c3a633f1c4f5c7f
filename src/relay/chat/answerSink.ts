import { randomUUID } from 'node:crypto';
import type { ChatEvent, FinishCause } from './chatEvent.ts';
import { type ChatSink, causeOfReason, errorOfReason, type ToolCallPiece } from './chatProtocol.ts';
import { readToolInput } from './toolInput.ts';

interface OpenCall {
  id: string | undefined;
  name: string;
  readonly fragments: string[];
  /** The complete input, in place of fragments. */
  input: unknown;
  signature: string | undefined;
}

/** Collects the events of a reader until they are yielded. Puts one `start` before them all. */
export class AnswerSink implements ChatSink {
  /** Whether nothing that matters follows. */
  isOver = false;
  /** Whether more of the response came after the finish mark, which then proves no end if the reply is interrupted. */
  isContinued = false;
  /** The relay's error, once it was reported. */
  failure: { readonly json: unknown } | undefined;
  #stopped: { readonly cause: FinishCause; readonly reason?: string } | undefined;
  #ready: ChatEvent[] = [];
  #hasStarted = false;
  /** Usage that arrived first: the protocol's own start, which has more to report, may still follow. */
  #earlyUsage: ChatEvent[] = [];
  readonly #calls = new Map<number | string, OpenCall>();
  #hasToolCall = false;
  #open: { readonly type: 'text' | 'thinking'; text: string } | undefined;

  /** The finish mark, once it was reported; some calls come after it. */
  get stopped(): { readonly cause: FinishCause; readonly reason?: string } | undefined {
    const stopped = this.#stopped;
    // Some protocols, and relays that convert, have no separate finish reason for tool calls.
    return stopped?.cause === 'stop' && this.#hasToolCall ? { ...stopped, cause: 'toolCalls' } : stopped;
  }

  /** A protocol's own start is too late after the first event. */
  start(id?: string | null, model?: string | null): void {
    if (this.#hasStarted || this.failure) return;
    this.#hasStarted = true;
    this.#ready.push({ type: 'start', ...(id && { id }), ...(model && { model }) }, ...this.#earlyUsage);
  }

  text(text: string): void {
    this.#add('text', text);
  }

  thinking(text: string): void {
    this.#add('thinking', text);
  }

  event(event: Exclude<ChatEvent, { readonly type: 'start' }>): void {
    if (this.failure) return;
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

  addToCall(key: number | string, { id, name, fragment, input, signature }: ToolCallPiece): void {
    let call = this.#calls.get(key);
    if (!call) {
      call = { id: undefined, name: '', fragments: [], input: undefined, signature: undefined };
      this.#calls.set(key, call);
    }
    // Later pieces may repeat id and name, or have them empty: the first nonempty value counts.
    call.id ||= id ?? undefined;
    call.name ||= name ?? '';
    call.signature ||= signature ?? undefined;
    if (fragment) call.fragments.push(fragment);
    if (input !== undefined && input !== null) call.input = input;
  }

  closeCall(key: number | string): void {
    const call = this.#calls.get(key);
    this.#calls.delete(key);
    if (!call?.name) return;
    const { id, name, signature, fragments, input } = call;
    this.event({
      type: 'toolCall',
      id: id || `call_${randomUUID()}`,
      name,
      ...readToolInput(fragments, input),
      ...(signature && { signature }),
    });
  }

  closeCalls(): void {
    for (const key of [...this.#calls.keys()]) this.closeCall(key);
  }

  stop({ reason, cause, isLast = false }: Parameters<ChatSink['stop']>[0]): void {
    if (this.failure) return;
    const error = reason && errorOfReason(reason);
    // Before closing the calls: one that the error truncated is never emitted.
    if (error) return this.fail(error);
    this.closeCalls();
    const meant = cause ?? (reason ? causeOfReason(reason) : (this.#stopped?.cause ?? 'stop'));
    this.#stopped = { ...this.#stopped, cause: meant, ...(reason && { reason }) };
    this.isContinued = false;
    this.isOver ||= isLast;
  }

  fail(json: unknown): void {
    this.failure ??= { json };
  }

  /** The events since the last call. */
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
