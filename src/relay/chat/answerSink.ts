import { randomUUID } from 'node:crypto';
import type { ChatEvent, FinishCause } from './chatEvent.ts';
import { readToolInput } from './toolInput.ts';

/** Finish reasons that are errors: those of services that have one, and an error's type where relays put it there. */
const errorReason =
  /^(error|failed|failure|abort(ed)?|overloaded|insufficient_system_resource|\w{1,60}_error)$/i;

/** The error that a finish reason stands for, as JSON for `AnswerSink.fail`; undefined for one that ends a response. */
export function errorOfReason(reason: string): unknown {
  return errorReason.test(reason.trim()) ? { error: { code: reason } } : undefined;
}

const causes: ReadonlyMap<string, FinishCause> = new Map(
  (
    [
      ['stop', 'stop eos end_turn stop_sequence'],
      ['length', 'length max_tokens model_length model_context_window_exceeded'],
      ['toolCalls', 'tool_calls tool_use function_call'],
      [
        'refusal',
        'refusal content_filter sensitive safety recitation prohibited_content blocklist spii model_armor image_safety image_prohibited_content image_recitation',
      ],
    ] as const
  ).flatMap(([cause, words]) => words.split(' ').map((word) => [word, cause] as const)),
);

/** The meaning of a finish reason, in any protocol's words: relays that convert forget to translate them. */
export function causeOfReason(reason: string): FinishCause {
  return causes.get(reason.trim().toLowerCase()) ?? 'other';
}

/** What a protocol reports about one tool call; any of it may come later, or never. */
export interface ToolCallPiece {
  readonly id?: string | null | undefined;
  readonly name?: string | null | undefined;
  /** The next piece of the input's JSON text. */
  readonly fragment?: string | null | undefined;
  /** The input itself. */
  readonly input?: unknown;
  readonly signature?: string | null | undefined;
}

interface StopMark {
  readonly reason?: string;
  readonly cause?: FinishCause;
  readonly isLast?: boolean;
}

interface OpenCall {
  id: string | undefined;
  name: string;
  readonly fragments: string[];
  /** The complete input, in place of fragments. */
  input: unknown;
  signature: string | undefined;
}

/**
 * What a reader reports becomes ChatEvents here, the same for every protocol; they are collected until they are
 * yielded. Puts one `start` before them all.
 */
export class AnswerSink {
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

  /** Text and thinking have separate methods, because nearly all events are one of them. '' is ignored. */
  text(text: string): void {
    this.#add('text', text);
  }

  thinking(text: string): void {
    this.#add('thinking', text);
  }

  event(event: Exclude<ChatEvent, { readonly type: 'start' | 'text' | 'thinking' | 'finish' }>): void {
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

  /** Adds to the tool call under the protocol's own key: a block's or a call's index. Several may be open. */
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

  /** The call is complete. One without a name is dropped. */
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

  /**
   * The protocol's finish mark, which completes all open calls; a failure, if the reason is an error. `cause`: if the
   * reason's usual meaning is not meant. `isLast`: nothing that matters follows, so the rest is not awaited.
   */
  stop({ reason, cause, isLast = false }: StopMark): void {
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

  /** An error that the relay sent as JSON inside the reply. */
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
