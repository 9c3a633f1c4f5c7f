import { admitCall } from '../../account/models.ts';
import { answerChat } from '../../chat/answerChat.ts';
import type { ChatProtocol, ReplyDraft } from '../../chat/chatProtocol.ts';
import { splitIntoPieces } from '../../script/scriptedAnswers.ts';
import { splitArguments } from '../../script/toolCalls.ts';
import type { Endpoint } from '../../wire/endpoint.ts';
import type { StreamEvent } from '../../wire/eventFraming.ts';
import { parseJsonBody } from '../../wire/fields.ts';
import { readMessagesQuestion } from './question.ts';
import { type ContentBlock, writeMessagesReply, writeMessagesUsage } from './reply.ts';

const overloadedError = { type: 'overloaded_error', message: 'Overloaded' };

/** Contract 2.4 and 2.5. */
const messagesProtocol: ChatProtocol = {
  errorShape: 'messages',
  readQuestion: readMessagesQuestion,
  writeReply: writeMessagesReply,
  writeEvents: writeMessagesEvents,
  upstreamFailures: {
    overloaded: { status: 529, ...overloadedError },
    'server error': { status: 500, type: 'api_error', message: 'Internal server error' },
    'rate limit': {
      status: 429,
      type: 'rate_limit_error',
      message: '当前分组上游负载已饱和，请稍后再试',
    },
  },
  errorEvent: { name: 'error', data: { type: 'error', error: overloadedError } },
};

export const messagesEndpoint: Endpoint = {
  method: 'POST',
  path: /^\/v1\/messages$/,
  answer: async (call) => {
    const body = parseJsonBody(call.exchange.record.headers['content-type'], call.body);
    const model = admitCall(call.token, body['model'], 'messages');
    return answerChat(call, messagesProtocol, { model, body, isStreamed: body['stream'] === true });
  },
};

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
    if (index === 0) {
      yield event('ping');
    }
    const argumentsText = draft.answer.calls[index - firstCall]?.argumentsText ?? '';
    for (const delta of writeDeltas(block, argumentsText)) {
      yield { ...event('content_block_delta', { index, delta }), isPaced: true };
    }
    yield event('content_block_stop', { index });
  }
  yield event('message_delta', { delta: { stop_reason, stop_sequence }, usage });
  yield event('message_stop');
}
