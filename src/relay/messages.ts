import * as z from 'zod';
import type { ChatFact, ChatProtocol, ChatReader, ChatRequest, Usage } from './chat.ts';

/** Which version of the protocol we speak; relays don't mind, services behind them require it. */
const messagesVersion = '2023-06-01';

// Relays leave fields out, set them to null, and give them other types than they should. None of that is a
// reason to lose an answer: a field is what it should be, or absent.
const text = z.string().nullish().catch(undefined);
const tokens = z.number().nullish().catch(undefined);

const usageSchema = z
  .looseObject({
    input_tokens: tokens,
    output_tokens: tokens,
    prompt_tokens: tokens,
    completion_tokens: tokens,
  })
  .nullish()
  .catch(undefined);

const blockSchema = z.looseObject({ type: text, text, thinking: text });

/** The contract says "content blocks" (2.5); some relays send a plain string. */
const contentSchema = z.union([z.string(), z.array(z.union([z.string(), blockSchema]).catch(''))]);

const messageSchema = z.looseObject({
  id: text,
  model: text,
  content: contentSchema.nullish().catch(undefined),
  stop_reason: text,
  usage: usageSchema,
});

const eventSchema = z.looseObject({
  type: text,
  message: messageSchema.nullish().catch(undefined),
  content_block: blockSchema.nullish().catch(undefined),
  delta: z.looseObject({ type: text, text, thinking: text, stop_reason: text }).nullish().catch(undefined),
  usage: usageSchema,
  error: z.unknown().optional(),
});

type Content = z.infer<typeof contentSchema>;
type Message = z.infer<typeof messageSchema>;

/** The Messages protocol: POST /v1/messages (contract 2.4, 2.5, 4), always streamed. */
export const messagesProtocol: ChatProtocol = {
  createRequest({ model, messages, maxTokens, system, temperature }: ChatRequest) {
    return {
      path: '/v1/messages',
      headers: {
        // No x-api-key: relays would let it replace the Authorization header.
        'anthropic-version': messagesVersion,
        accept: 'text/event-stream, application/json',
      },
      json: {
        model,
        messages: messages.map(({ role, content }) => ({ role, content })),
        max_tokens: maxTokens,
        ...(system !== undefined && { system }),
        ...(temperature !== undefined && { temperature }),
        stream: true,
      },
    };
  },

  createReader(): ChatReader {
    return {
      readEvent(name, json) {
        const parsed = eventSchema.safeParse(json);
        return parsed.success ? readEvent(parsed.data, name, json) : [];
      },
      readWhole(json) {
        const message = messageSchema.safeParse(json).data;
        return message?.content === undefined || message.content === null ? undefined : readMessage(message);
      },
    };
  },
};

function readEvent(event: z.infer<typeof eventSchema>, name: string | undefined, json: unknown): ChatFact[] {
  const { delta, error } = event;
  // The data's own type first: some gateways leave the event's name out.
  switch (event.type ?? name) {
    case 'message_start':
      return event.message ? readMessage(event.message) : [{ type: 'start' }];
    case 'content_block_start':
      return event.content_block ? readContent([event.content_block]) : [];
    case 'content_block_delta':
      return [...textFact('thinking', delta?.thinking), ...textFact('text', delta?.text)];
    case 'message_delta':
      return [...usageFact(event.usage), ...stopFact(delta?.stop_reason)];
    case 'message_stop':
      return [{ type: 'stop', isLast: true }];
    case 'message':
      return readMessage(messageSchema.parse(json));
    case 'error':
      return [{ type: 'failure', json }];
    default:
      // An error that middleware wrote has another protocol's shape, and no type of ours.
      return error === undefined || error === null ? [] : [{ type: 'failure', json }];
  }
}

/** A message, whole or as far as it is known when it starts. */
function readMessage({ id, model, content, usage, stop_reason: stopReason }: Message): ChatFact[] {
  return [
    { type: 'start', ...(id && { id }), ...(model && { model }) },
    ...readContent(content ?? []),
    ...usageFact(usage),
    ...stopFact(stopReason),
  ];
}

function readContent(content: Content): ChatFact[] {
  if (typeof content === 'string') return textFact('text', content);
  return content.flatMap((block) =>
    typeof block === 'string'
      ? textFact('text', block)
      : [...textFact('thinking', block.thinking), ...textFact('text', block.text)],
  );
}

function textFact(type: 'text' | 'thinking', piece: string | null | undefined): ChatFact[] {
  return piece ? [{ type, text: piece }] : [];
}

function stopFact(reason: string | null | undefined): ChatFact[] {
  return reason ? [{ type: 'stop', reason, isLast: false }] : [];
}

/** Zero counts are left out: relays fill unknown ones with 0, which would overwrite what came before. */
function usageFact(raw: z.infer<typeof usageSchema>): ChatFact[] {
  const inputTokens = raw?.input_tokens || raw?.prompt_tokens;
  const outputTokens = raw?.output_tokens || raw?.completion_tokens;
  const usage: Usage = { ...(inputTokens && { inputTokens }), ...(outputTokens && { outputTokens }) };
  return inputTokens || outputTokens ? [{ type: 'usage', usage }] : [];
}
