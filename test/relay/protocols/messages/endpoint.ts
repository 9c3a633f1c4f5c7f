import { createChatEndpoint } from '../../chat/answerChat.ts';
import type { ReplyDraft, TokenCounts } from '../../chat/chatProtocol.ts';
import { type StopReason, splitIntoPieces } from '../../script/scriptedAnswers.ts';
import { splitArguments } from '../../script/toolCalls.ts';
import type { StreamEvent } from '../../wire/eventFraming.ts';
import { isJsonObject } from '../../wire/fields.ts';
import { readMessagesQuestion } from './question.ts';

const overloadedError = { type: 'overloaded_error', message: 'Overloaded' };

/** Contract 2.4 and 2.5. */
export const messagesEndpoint = createChatEndpoint({
  path: /^\/v1\/messages$/,
  use: 'messages',
  errorShape: 'messages',
  readQuestion: readMessagesQuestion,
  writeReply: writeMessagesReply,
  writeEvents: writeMessagesEvents,
  upstreamFailures: {
    overloaded: { status: 529, ...overloadedError },
    'server error': { status: 500, type: 'api_error', message: 'Internal server error' },
    'rate limit': { status: 429, type: 'rate_limit_error', message: '当前分组上游负载已饱和，请稍后再试' },
  },
  errorEvent: { name: 'error', data: { type: 'error', error: overloadedError } },
});

/** Both vocabularies of contract 2.5. The second one counts apart what was cached. */
function writeMessagesUsage({ input, output, cache }: Omit<TokenCounts, 'thinking'>) {
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    input_tokens: input - (cache?.read ?? 0) - (cache?.written ?? 0),
    output_tokens: output,
    ...(cache && { cache_creation_input_tokens: cache.written, cache_read_input_tokens: cache.read }),
  };
}

const messagesStopReasons: Readonly<Record<StopReason, string>> = {
  end: 'end_turn',
  limit: 'max_tokens',
  refusal: 'refusal',
  toolCalls: 'tool_use',
  stopSequence: 'stop_sequence',
};

type ContentBlock =
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }
  | { readonly type: 'redacted_thinking'; readonly data: string }
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'tool_use';
      readonly id: string;
      readonly name: string;
      readonly input: unknown;
    };

/** As relays convert arguments: an object, or their text where they are none. */
function readInput(argumentsText: string): unknown {
  try {
    const value: unknown = JSON.parse(argumentsText || '{}');
    return isJsonObject(value) ? value : argumentsText;
  } catch {
    return argumentsText;
  }
}

function toolUseId({ id }: ReplyDraft, index: number): string {
  return `toolu_${id}${String(index).padStart(2, '0')}`;
}

function writeThoughts({ answer, seals }: ReplyDraft): readonly ContentBlock[] {
  const { thinking, isThinkingRedacted } = answer;
  if (isThinkingRedacted) return [{ type: 'redacted_thinking', data: seals.seal('redacted') }];
  if (thinking === '') return [];
  return [{ type: 'thinking', thinking, signature: seals.seal(thinking) }];
}

/** Thoughts, text and calls, in this order. Images are not in the protocol. */
function writeContentBlocks(draft: ReplyDraft): readonly ContentBlock[] {
  const { answer, seals } = draft;
  const thoughts = writeThoughts(draft);
  const note = answer.pictures.length === 0 ? '' : '\n\nA picture can’t be sent in this protocol.';
  const calls = answer.calls.map(({ name, argumentsText }, index): ContentBlock => {
    const id = toolUseId(draft, index);
    if (thoughts.length > 0) seals.rememberCall(id);
    return { type: 'tool_use', id, name, input: readInput(argumentsText) };
  });
  const text = answer.text + note;
  return [
    ...thoughts,
    ...(text !== '' || calls.length === 0 ? [{ type: 'text', text } as const] : []),
    ...calls,
  ];
}

/** The whole message (contract 2.5). */
function writeMessagesReply(draft: ReplyDraft) {
  const { id, model, answer, tokens } = draft;
  return {
    id: `msg_${id}`,
    type: 'message',
    role: 'assistant',
    model: model.id,
    content: writeContentBlocks(draft),
    stop_reason: messagesStopReasons[answer.stopReason],
    stop_sequence: answer.stopSequence ?? null,
    usage: writeMessagesUsage(tokens),
  };
}

function event(type: string, fields: Readonly<Record<string, unknown>> = {}): StreamEvent {
  return { name: type, data: { type, ...fields } };
}

/** A block before its first delta. */
function emptyBlock(block: ContentBlock): ContentBlock {
  switch (block.type) {
    case 'thinking':
      return { ...block, thinking: '', signature: '' };
    case 'text':
      return { ...block, text: '' };
    case 'tool_use':
      return { ...block, input: {} };
    case 'redacted_thinking':
      return block;
  }
}

/** The first fragment of arguments is empty, as the provider sends it. */
function writeDeltas(block: ContentBlock, argumentsText: string): readonly object[] {
  switch (block.type) {
    case 'thinking':
      return [
        ...splitIntoPieces(block.thinking).map((thinking) => ({ type: 'thinking_delta', thinking })),
        { type: 'signature_delta', signature: block.signature },
      ];
    case 'text':
      return splitIntoPieces(block.text).map((text) => ({ type: 'text_delta', text }));
    case 'tool_use':
      return ['', ...splitArguments(argumentsText)].map((fragment) => ({
        type: 'input_json_delta',
        partial_json: fragment,
      }));
    case 'redacted_thinking':
      return [];
  }
}

/** The whole reply as the events of its stream, in the protocol's order. */
function* writeMessagesEvents(draft: ReplyDraft): Generator<StreamEvent> {
  const reply = writeMessagesReply(draft);
  const { content, stop_reason, stop_sequence, usage } = reply;
  const firstCall = content.findIndex(({ type }) => type === 'tool_use');
  yield event('message_start', {
    message: {
      ...reply,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: writeMessagesUsage({ ...draft.tokens, output: 1 }),
    },
  });
  for (const [index, block] of content.entries()) {
    yield event('content_block_start', { index, content_block: emptyBlock(block) });
    if (index === 0) yield event('ping');
    const argumentsText = draft.answer.calls[index - firstCall]?.argumentsText ?? '';
    for (const delta of writeDeltas(block, argumentsText)) {
      yield { ...event('content_block_delta', { index, delta }), isPaced: true };
    }
    yield event('content_block_stop', { index });
  }
  yield event('message_delta', { delta: { stop_reason, stop_sequence }, usage });
  yield event('message_stop');
}
