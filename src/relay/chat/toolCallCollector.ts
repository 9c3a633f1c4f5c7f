import { randomUUID } from 'node:crypto';
import { type Fields, isFields, parseJson } from '../json.ts';
import type { ChatSink } from './chatProtocol.ts';

interface OpenCall {
  id: string | undefined;
  name: string;
  fragments: string[];
  /** The complete input, in place of fragments. */
  input: unknown;
  signature: string | undefined;
}

/** What a protocol reports about one call; any of it may come later, or never. */
export interface ToolCallPiece {
  readonly id?: string | null | undefined;
  readonly name?: string | null | undefined;
  /** The next piece of the input's JSON text. */
  readonly fragment?: string | null | undefined;
  /** The input itself. */
  readonly input?: unknown;
  readonly signature?: string | null | undefined;
}

/**
 * Assembles tool calls, several at a time, each under its protocol's own key (a block's or a call's
 * index), and reports each to the sink when it is closed.
 */
export function createToolCallCollector(sink: ChatSink) {
  const open = new Map<number | string, OpenCall>();

  function close(key: number | string): void {
    const call = open.get(key);
    open.delete(key);
    if (!call?.name) return;
    const { id, name, signature } = call;
    sink.event({
      type: 'toolCall',
      id: id || `call_${randomUUID()}`,
      name,
      ...readInput(call),
      ...(signature && { signature }),
    });
  }

  return {
    add(key: number | string, { id, name, fragment, input, signature }: ToolCallPiece): void {
      let call = open.get(key);
      if (!call) {
        call = { id: undefined, name: '', fragments: [], input: undefined, signature: undefined };
        open.set(key, call);
      }
      // Later pieces may repeat id and name, or have them empty: the first nonempty value counts.
      call.id ||= id ?? undefined;
      call.name ||= name ?? '';
      call.signature ||= signature ?? undefined;
      if (fragment) call.fragments.push(fragment);
      if (input !== undefined && input !== null) call.input = input;
    },

    close,

    closeAll(): void {
      for (const key of [...open.keys()]) close(key);
    },
  };
}

/** Models send no input or truncated input, and relays send the object as text or the text as an object. */
function readInput({ fragments, input }: OpenCall): {
  input: Fields;
  invalidInput?: string;
} {
  const text = fragments.join('');
  const value = text.trim() === '' ? (input ?? {}) : parseJson(text);
  const json = typeof value === 'string' ? (value.trim() === '' ? {} : parseJson(value)) : value;
  if (isFields(json) && !isTooDeep(json)) return { input: { ...json } };
  return { input: {}, invalidInput: text || (typeof value === 'string' ? value : writeJson(value)) };
}

/** JSON text; for values that are nested too deep, only its beginning. */
export function writeJson(value: unknown): string {
  if (!isTooDeep(value)) return JSON.stringify(value);
  return Array.isArray(value) ? '[…' : '{…';
}

/** No tool takes such an input, and writing it into a journal or a request would overflow the stack. */
function isTooDeep(value: unknown, levels = 500): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isTooDeep(inner, levels - 1));
}
