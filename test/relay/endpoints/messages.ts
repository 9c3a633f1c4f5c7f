import { admitCall } from '../account/models.ts';
import { contentBlocks, countUsage, type MessagesReply } from '../script/messageStream.ts';
import { estimateTokens, writeAnswer } from '../script/scriptedAnswers.ts';
import { readAsk } from '../script/scriptWords.ts';
import type { Call, Endpoint } from '../wire/endpoint.ts';
import { checkFields, parseJsonBody } from '../wire/fields.ts';
import { Refusal } from '../wire/refusal.ts';
import { messagesFields, messagesOf, textOfContent } from './messagesFields.ts';
import { replyInstead, replyWhole, streamReply } from './messagesReply.ts';

async function answerMessages(call: Call): Promise<void> {
  const { exchange, token, settings } = call;
  const { record } = exchange;
  const body = parseJsonBody(record.headers['content-type'], call.body);
  const { id: model } = admitCall(token, body['model'], 'messages');
  if (token.lateRefusal !== undefined) {
    throw new Refusal({ ...token.lateRefusal, shape: 'messages' });
  }
  checkFields(body, messagesFields, 'messages');
  const messages = messagesOf(body);
  const question = messages.findLast(({ role }) => role === 'user');
  const ask = readAsk(textOfContent(question?.['content']));
  const isStreamed = body['stream'] === true;
  if (ask.instead !== undefined) {
    return replyInstead(exchange, ask.instead, isStreamed);
  }
  const answer = writeAnswer(ask, {
    model,
    maxTokens: Number(body['max_tokens']),
    origin: `http://${record.headers.host ?? ''}`,
  });
  const prompt = [body['system'], ...messages.map(({ content }) => content)].map(textOfContent).join('');
  const reply: MessagesReply = {
    id: `msg_${record.id}`,
    type: 'message',
    role: 'assistant',
    model,
    content: contentBlocks(answer),
    stop_reason: answer.stopReason,
    stop_sequence: null,
    usage: countUsage(estimateTokens(prompt), estimateTokens(answer.thinking + answer.text)),
  };
  if (isStreamed) {
    return streamReply(exchange, reply, ask, settings);
  }
  return replyWhole(exchange, reply, ask.accident);
}

export const messagesEndpoint: Endpoint = {
  method: 'POST',
  path: /^\/v1\/messages$/,
  answer: answerMessages,
};
