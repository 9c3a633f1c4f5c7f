import type { ChatSink, ToolCallPiece } from '../chatProtocol.ts';
import { writeJson } from '../toolInput.ts';

/** A call in one part of a response. */
interface FunctionCall extends Pick<ToolCallPiece, 'id' | 'name' | 'signature'> {
  readonly args?: unknown;
}

/**
 * Reports function calls. They come whole in this protocol, but relays that convert a stream of chat
 * completions pass on each piece as a separate call: the first has the name and hardly any arguments, the
 * others have no name and a piece of the arguments' JSON text as the only argument, called `arguments`.
 */
export function createFunctionCalls(sink: ChatSink) {
  let count = 0;
  let open: { readonly args: unknown; readonly fragments: string[] } | undefined;

  function close(): void {
    if (!open) return;
    const isInPieces = open.fragments.length > 1;
    sink.addToCall(count, isInPieces ? { fragment: open.fragments.join('') } : { input: open.args });
    sink.closeCall(count);
    open = undefined;
  }

  return {
    add({ args, name, ...call }: FunctionCall): void {
      const fragment = readFragment(args);
      if (!name) {
        open?.fragments.push(fragment ?? writeJson(args));
        return;
      }
      close();
      count += 1;
      open = { args, fragments: [fragment ?? ''] };
      sink.addToCall(count, { ...call, name });
      // A call with real arguments is complete: close it rather than wait for pieces that may not come.
      if (fragment === undefined) close();
    },

    /** Closes the open call: what follows is not a piece of it. */
    close,
  };
}

/** The piece of JSON text in `args`; '' without arguments, undefined for real arguments. */
function readFragment(args: unknown): string | undefined {
  if (args === undefined || args === null) return '';
  if (typeof args !== 'object') return undefined;
  const [first, ...others] = Object.entries(args);
  if (!first) return '';
  const [name, value] = first;
  return others.length === 0 && name === 'arguments' && typeof value === 'string' ? value : undefined;
}
