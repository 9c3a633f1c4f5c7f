import type { ChatSink } from '../chatProtocol.ts';
import { createToolCallCollector, type ToolCallPiece, writeJson } from '../toolCallCollector.ts';

/** A call as one part of a response has it. */
interface FunctionCall extends Pick<ToolCallPiece, 'id' | 'name' | 'signature'> {
  readonly args?: unknown;
}

/**
 * Tells of function calls. They come whole in this protocol, but relays that convert a stream of chat
 * completions pass on each piece as a call of its own: the first has the name and hardly any arguments, the
 * others have no name and a piece of the arguments' JSON text as the only argument, called `arguments`.
 */
export function createFunctionCalls(sink: ChatSink) {
  const calls = createToolCallCollector(sink);
  let count = 0;
  let open: { readonly args: unknown; readonly fragments: string[] } | undefined;

  function close(): void {
    if (!open) return;
    const isInPieces = open.fragments.length > 1;
    calls.add(count, isInPieces ? { fragment: open.fragments.join('') } : { input: open.args });
    calls.close(count);
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
      calls.add(count, { ...call, name });
      // What has arguments of its own is whole. Nobody should have to wait for what may not come.
      if (fragment === undefined) close();
    },

    /** What comes next is no piece of a call. */
    close,
  };
}

/** What may be a piece of arguments, or no arguments at all. */
function readFragment(args: unknown): string | undefined {
  if (args === undefined || args === null) return '';
  if (typeof args !== 'object') return undefined;
  const [first, ...others] = Object.entries(args);
  if (!first) return '';
  const [name, value] = first;
  return others.length === 0 && name === 'arguments' && typeof value === 'string' ? value : undefined;
}
