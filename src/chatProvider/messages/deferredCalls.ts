import type { ChatEvent, FinishCause } from '../../relay/chat/chatEvent.ts';

type ToolCall = Extract<ChatEvent, { readonly type: 'toolCall' }>;

/**
 * Holds calls with empty or invalid input back until the end of the response tells why.
 * If the input was cut off or is broken, a tool that runs without it does something other than the model intended. So
 * such a call goes only to a caller that refuses it, which lets the model try again.
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
