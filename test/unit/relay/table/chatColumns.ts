import type { ChatRequest } from '../../../../src/relay/chat/chatRequest.ts';
import {
  chunk,
  data,
  done,
  event,
  finishChunk,
  finished,
  type Heard,
  hear,
  interrupted,
  textChunk,
} from '../chat/askChat.ts';
import { finishPiece, opening, piece, textPiece } from '../chat/generateContentPieces.ts';
import { type Column, createWhole, type GoodReply, thrown } from './column.ts';

const eventStream = 'text/event-stream';
const json = 'application/json';

/** The good stream of a protocol: its first and its other events, and what the client makes of them. */
interface Stream {
  readonly first: readonly string[];
  readonly rest: readonly string[];
  readonly heardFirst: readonly Heard[];
  readonly heard: readonly Heard[];
}

interface ChatProtocolSample {
  readonly request: ChatRequest;
  readonly stream: Stream;
  readonly whole: object;
  readonly heardWhole: readonly Heard[];
}

const question: Omit<ChatRequest, 'model'> = {
  messages: [{ role: 'user', content: 'Hello' }],
  maxTokens: 100,
};
const someUsage = { type: 'usage', usage: { inputTokens: 7, outputTokens: 3 } };
const greeting = { type: 'text', text: 'Hello ' };
const wholeGreeting = { type: 'text', text: 'Hello world.' };

function textDelta(text: string): string {
  return event('content_block_delta', { index: 0, delta: { type: 'text_delta', text } });
}

const messageHead = { id: 'msg_1', type: 'message', role: 'assistant', model: 'msg-haiku-real' };
const messagesStart = { type: 'start', id: 'msg_1', model: 'msg-haiku-real' };
const messagesFirst = [messagesStart, { type: 'usage', usage: { inputTokens: 7, outputTokens: 1 } }];

const messages: ChatProtocolSample = {
  request: { ...question, model: 'msg-haiku-4-5-20251001', protocol: 'messages' },
  stream: {
    first: [
      event('message_start', {
        message: {
          ...messageHead,
          content: [],
          stop_reason: null,
          usage: { input_tokens: 7, output_tokens: 1 },
        },
      }),
      event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
      textDelta('Hello '),
    ],
    rest: [
      textDelta('world.'),
      event('content_block_stop', { index: 0 }),
      event('message_delta', { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 3 } }),
      event('message_stop'),
    ],
    heardFirst: [...messagesFirst, greeting],
    heard: [
      ...messagesFirst,
      wholeGreeting,
      { type: 'usage', usage: { outputTokens: 3 } },
      finished('end_turn'),
    ],
  },
  whole: {
    ...messageHead,
    content: [{ type: 'text', text: 'Hello world.' }],
    stop_reason: 'end_turn',
    usage: { input_tokens: 7, output_tokens: 3 },
  },
  heardWhole: [messagesStart, wholeGreeting, someUsage, finished('end_turn')],
};

const completionsStart = { type: 'start', id: 'c1', model: 'relay-chat-real' };
const completionsUsage = { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 };

const chatCompletions: ChatProtocolSample = {
  request: { ...question, model: 'relay-chat', protocol: 'chatCompletions' },
  stream: {
    first: [chunk({ delta: { role: 'assistant', content: '' }, finish_reason: null }), textChunk('Hello ')],
    rest: [
      textChunk('world.'),
      finishChunk('stop'),
      data({ id: 'c1', model: 'relay-chat-real', choices: [], usage: completionsUsage }),
      done,
    ],
    heardFirst: [completionsStart, greeting],
    heard: [completionsStart, wholeGreeting, someUsage, finished('stop')],
  },
  whole: {
    id: 'c1',
    object: 'chat.completion',
    model: 'relay-chat-real',
    choices: [{ index: 0, message: { role: 'assistant', content: 'Hello world.' }, finish_reason: 'stop' }],
    usage: completionsUsage,
  },
  heardWhole: [completionsStart, wholeGreeting, someUsage, finished('stop')],
};

const fullUsage = { promptTokenCount: 7, candidatesTokenCount: 3, totalTokenCount: 10 };

const generateContent: ChatProtocolSample = {
  request: { ...question, model: 'gx-2.5-flash', protocol: 'generateContent' },
  stream: {
    first: [data(textPiece('Hello '))],
    rest: [data(textPiece('world.')), data(finishPiece('STOP', fullUsage))],
    heardFirst: [...opening, greeting],
    heard: [...opening, wholeGreeting, someUsage, finished('STOP')],
  },
  whole: piece([{ text: 'Hello world.' }], { finishReason: 'STOP' }, { usageMetadata: fullUsage }),
  heardWhole: [
    { type: 'start', id: 'r1', model: 'gx-2.5-flash-001' },
    someUsage,
    wholeGreeting,
    finished('STOP'),
  ],
};

function createStream({ first, rest }: Stream): GoodReply {
  const start = Buffer.from(first.join(''));
  const body = Buffer.concat([start, Buffer.from(rest.join(''))]);
  const cutAt = body.indexOf('data: {', start.length) + 20;
  return { contentType: eventStream, body, cutAt, eventsEndAt: start.length };
}

function createColumns(name: string, { request, stream, whole, heardWhole }: ChatProtocolSample): Column[] {
  const streamed = { good: createStream(stream), result: stream.heard };
  const inOne = { good: createWhole(json, whole), result: heardWhole };
  return [
    {
      name: `${name}, streamed`,
      family: 'streams',
      ask: (client, call) => hear(client.streamChat(request, call)),
      good: () => streamed.good,
      result: () => streamed.result,
      other: inOne,
      failed: thrown,
      broken: ([kind, details]) => [...stream.heardFirst, interrupted(details, kind)],
    },
    {
      name: `${name}, whole`,
      family: 'whole answers',
      ask: (client, call) => hear(client.streamChat(request, call)),
      good: () => inOne.good,
      result: () => inOne.result,
      other: streamed,
      failed: thrown,
      broken: thrown,
    },
  ];
}

/** The request for each protocol, and its good responses. */
export const samples = { messages, chatCompletions, generateContent };

export const chatColumns: readonly Column[] = Object.entries(samples).flatMap(([name, sample]) =>
  createColumns(name, sample),
);
