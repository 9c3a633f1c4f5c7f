import { admitCall } from '../../account/models.ts';
import { answerChat } from '../../chat/answerChat.ts';
import type { ChatProtocol } from '../../chat/chatProtocol.ts';
import type { Endpoint } from '../../wire/endpoint.ts';
import { parseJsonBody } from '../../wire/fields.ts';
import { readMessagesQuestion } from './question.ts';
import { writeMessagesReply } from './reply.ts';
import { writeMessagesEvents } from './stream.ts';

const overloadedError = { type: 'overloaded_error', message: 'Overloaded' };

/** Contract 2.4 and 2.5. */
export const messagesProtocol: ChatProtocol = {
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
