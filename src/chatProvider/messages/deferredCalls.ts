import type { ChatEvent, FinishCause } from '../../relay/chat/chatEvent.ts';

type ToolCall = Extract<ChatEvent, { readonly type: 'toolCall' }>;

/**
 * Calls that say nothing, or nothing that can be read, until the response's end tells why.
 * A tool that is called with nothing does something else than what the model meant, where its input was cut or is
 * broken. Only who refuses such a call, and so lets the model try again, may get it.
 */
export function createDeferredCalls(refusesNoInput: (name: string) => boolean) {
  const held: ToolCall[] = [];
  let last: ToolCall | undefined;
  return {
    /** Whether the call is deferred; any other can be emitted now. */
    hold(call: ToolCall): boolean {
      last = call;
      if (Object.keys(call.input).length > 0) return false;
      held.push(call);
      return true;
    },
    /** The deferred calls to emit at the end, and whether one is dropped. */
    release(cause: FinishCause | undefined) {
      const isCut = cause === 'length';
      const calls = held.filter((call) =>
        // The last call may have been cut off before its input began.
        call.invalidInput === undefined ? !(isCut && call === last) : !isCut && refusesNoInput(call.name),
      );
      return { calls, isOneLost: calls.length < held.length };
    },
  };
}
