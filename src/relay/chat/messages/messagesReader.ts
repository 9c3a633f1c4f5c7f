import * as z from 'zod';
import { isErrorJson } from '../../errors/errorBody.ts';
import { count, maybe, text } from '../../schemas.ts';
import type { AnswerSink } from '../answerSink.ts';
import type { ChatReader } from '../chatProtocol.ts';
import { createInputUsage, type InputCounts } from '../inputUsage.ts';

const usageSchema = maybe(
  z.looseObject({
    input_tokens: count,
    output_tokens: count,
    prompt_tokens: count,
    completion_tokens: count,
    total_tokens: count,
    cache_read_input_tokens: count,
    cache_creation_input_tokens: count,
  }),
);

const blockSchema = z.looseObject({
  type: text,
  text,
  thinking: text,
  signature: text,
  data: text,
  id: text,
  name: text,
  input: z.unknown().optional(),
});

/** The contract says "content blocks" (2.5); some relays send a plain string. */
const contentSchema = z.union([z.string(), z.array(z.union([z.string(), blockSchema]).catch(''))]);

const messageSchema = z.looseObject({
  id: text,
  model: text,
  content: maybe(contentSchema),
  stop_reason: text,
  usage: usageSchema,
});

const eventSchema = z.looseObject({
  type: text,
  index: count,
  message: maybe(messageSchema),
  content_block: maybe(blockSchema),
  delta: maybe(
    z.looseObject({
      type: text,
      text,
      thinking: text,
      partial_json: text,
      signature: text,
      stop_reason: text,
    }),
  ),
  usage: usageSchema,
  error: z.unknown().optional(),
});

/** A delta that is only text, as nearly all events are: checked by hand, because that costs a tenth of parsing. */
interface TextDelta {
  readonly type: 'content_block_delta';
  readonly delta: { readonly type: 'text_delta'; readonly text: string };
}

type Block = z.infer<typeof blockSchema>;
type Message = z.infer<typeof messageSchema>;

/** Reads responses in the Messages protocol (contract 2.5), streamed and whole. */
export function createMessagesReader(sink: AnswerSink): ChatReader {
  let inputCounts: InputCounts = { input: 0, cached: 0, written: 0, isApart: true, output: 0 };

  function readMessage({ id, model, content, usage, stop_reason: reason }: Message): void {
    sink.start(id, model);
    if (typeof content === 'string') sink.text(content);
    else
      for (const [index, block] of (content ?? []).entries()) {
        if (typeof block === 'string') sink.text(block);
        else {
          readBlock(block, index);
          sink.closeCall(index);
        }
      }
    readUsage(usage);
    if (reason) sink.stop({ reason });
  }

  function readBlock({ type, text, thinking, signature, data, id, name, input }: Block, index: number): void {
    if (type === 'tool_use') {
      // Parallel calls may all be open at once, and some relays reuse an index: then it is a new call.
      sink.closeCall(index);
      sink.addToCall(index, { id, name, input: isFilled(input) ? input : undefined });
      return;
    }
    if (type === 'redacted_thinking') {
      if (data) sink.event({ type: 'redactedThinking', data });
      return;
    }
    sink.thinking(thinking ?? '');
    if (signature) sink.event({ type: 'signature', signature });
    sink.text(text ?? '');
  }

  /**
   * Zero counts are left out: relays fill unknown ones with 0, which would overwrite earlier counts. The end of a
   * stream may count the input again without its cached part, which the start reported.
   */
  function readUsage(raw: z.infer<typeof usageSchema>): void {
    if (!raw) return;
    const input = Math.max(raw.input_tokens ?? 0, raw.prompt_tokens ?? 0);
    const cached = raw.cache_read_input_tokens || 0;
    const written = raw.cache_creation_input_tokens || 0;
    const output = raw.output_tokens || raw.completion_tokens || 0;
    const hasInput = input + cached + written > 0;
    if (hasInput) {
      inputCounts = {
        input: input || inputCounts.input,
        cached: cached || inputCounts.cached,
        written: written || inputCounts.written,
        // Only relays that convert send `prompt_tokens`.
        isApart: input ? !raw.prompt_tokens : inputCounts.isApart,
        output,
        total: raw.total_tokens,
      };
    }
    const usage = {
      ...(hasInput && createInputUsage(inputCounts)),
      ...(output && { outputTokens: output }),
    };
    if (Object.keys(usage).length > 0) sink.event({ type: 'usage', usage });
  }

  function readEvent(name: string | undefined, json: unknown): void {
    const event = eventSchema.safeParse(json).data;
    if (!event) return;
    const index = event.index ?? 0;
    const { delta } = event;
    // Prefer the data's own type: some gateways omit the event's name.
    switch (event.type ?? name) {
      case 'message_start':
        if (event.message) readMessage(event.message);
        else sink.start();
        break;
      case 'content_block_start':
        if (event.content_block) readBlock(event.content_block, index);
        break;
      case 'content_block_delta':
        sink.thinking(delta?.thinking ?? '');
        sink.text(delta?.text ?? '');
        if (delta?.signature) sink.event({ type: 'signature', signature: delta.signature });
        if (delta?.partial_json) sink.addToCall(index, { fragment: delta.partial_json });
        break;
      case 'content_block_stop':
        sink.closeCall(index);
        break;
      case 'message_delta':
        readUsage(event.usage);
        if (delta?.stop_reason) sink.stop({ reason: delta.stop_reason });
        break;
      case 'message_stop':
        sink.stop({ isLast: true });
        break;
      case 'error':
        sink.fail(json);
        break;
      default:
        // An error from middleware has another protocol's shape, and no known type.
        if (isErrorJson(json)) sink.fail(json);
        else if (event.type === 'message') readWhole(json);
    }
  }

  function readWhole(json: unknown): boolean {
    const message = messageSchema.safeParse(json).data;
    if (message?.content === undefined || message.content === null) return false;
    readMessage(message);
    return true;
  }

  return {
    readEvent(name, json) {
      if (isTextDelta(json)) sink.text(json.delta.text);
      else readEvent(name, json);
    },

    readWhole,
  };
}

function isTextDelta(json: unknown): json is TextDelta {
  if (typeof json !== 'object' || json === null) return false;
  const { type, delta } = json as Partial<TextDelta>;
  return type === 'content_block_delta' && delta?.type === 'text_delta' && typeof delta.text === 'string';
}

/** A block starts with an empty input that its deltas fill; whole replies, and some streams, have it at once. */
function isFilled(input: unknown): boolean {
  return typeof input === 'object' && input !== null ? Object.keys(input).length > 0 : Boolean(input);
}
