import type { ChatEvent, FinishCause } from './chatEvent.ts';
import type { ChatSink } from './chatProtocol.ts';

/** Gathers what a reader tells of an answer, until it is handed out. */
export class AnswerSink implements ChatSink {
  /** The finish mark, once it was told. */
  stopped: { readonly cause: FinishCause; readonly reason?: string } | undefined;
  /** Whether nothing that matters follows. */
  isOver = false;
  /** The relay's error, once it was told. */
  failure: { readonly json: unknown } | undefined;
  #ready: ChatEvent[] = [];
  #hasToolCall = false;
  #open: { readonly type: 'text' | 'thinking'; text: string } | undefined;

  text(text: string): void {
    this.#add('text', text);
  }

  thinking(text: string): void {
    this.#add('thinking', text);
  }

  event(event: ChatEvent): void {
    if (this.failure) return;
    this.#open = undefined;
    this.#hasToolCall ||= event.type === 'toolCall';
    this.#ready.push(event);
  }

  stop({ cause = this.stopped?.cause ?? 'stop', reason, isLast }: Parameters<ChatSink['stop']>[0]): void {
    if (this.failure) return;
    this.stopped = {
      ...this.stopped,
      // Some protocols, and relays that convert, have no word of their own for it.
      cause: cause === 'stop' && this.#hasToolCall ? 'toolCalls' : cause,
      ...(reason && { reason }),
    };
    this.isOver ||= isLast;
  }

  fail(json: unknown): void {
    this.failure ??= { json };
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
    if (this.#open?.type === type) this.#open.text += text;
    else {
      this.#open = { type, text };
      this.#ready.push(this.#open);
    }
  }
}
