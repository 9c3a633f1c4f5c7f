import { admitCall } from '../../account/models.ts';
import { answerChat } from '../../chat/answerChat.ts';
import type { ChatProtocol } from '../../chat/chatProtocol.ts';
import type { Endpoint } from '../../wire/endpoint.ts';
import { parseJsonBody } from '../../wire/fields.ts';
import { readChatCompletionsQuestion } from './question.ts';
import { writeChatCompletionsReply } from './reply.ts';
import { writeChatCompletionsEvents } from './stream.ts';

const overloaded = {
  message: 'The engine is currently overloaded, please try again later',
  type: 'overloaded_error',
  code: 'engine_overloaded',
};

export const chatCompletionsProtocol: ChatProtocol = {
  errorShape: 'relay',
  readQuestion: readChatCompletionsQuestion,
  writeReply: writeChatCompletionsReply,
  writeEvents: writeChatCompletionsEvents,
  upstreamFailures: {
    overloaded: { status: 503, ...overloaded },
    'server error': {
      status: 500,
      type: 'server_error',
      code: 'server_error',
      message: 'The server had an error while processing your request',
    },
    'rate limit': {
      status: 429,
      type: 'upstream_error',
      code: 'rate_limit_exceeded',
      message: '当前分组上游负载已饱和，请稍后再试',
    },
  },
  errorEvent: { data: { error: { ...overloaded, param: null } } },
};

export const chatCompletionsEndpoint: Endpoint = {
  method: 'POST',
  path: /^\/v1\/chat\/completions$/,
  answer: async (call) => {
    const body = parseJsonBody(call.exchange.record.headers['content-type'], call.body);
    const model = admitCall(call.token, body['model'], 'chatCompletions');
    return answerChat(call, chatCompletionsProtocol, { model, body, isStreamed: body['stream'] === true });
  },
};
