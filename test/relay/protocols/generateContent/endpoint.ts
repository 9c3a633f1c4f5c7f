import { admitCall } from '../../account/models.ts';
import { answerChat } from '../../chat/answerChat.ts';
import type { ChatProtocol, ReplyDraft } from '../../chat/chatProtocol.ts';
import { splitIntoPieces } from '../../script/scriptedAnswers.ts';
import type { Endpoint } from '../../wire/endpoint.ts';
import type { StreamEvent } from '../../wire/eventFraming.ts';
import { parseJsonBody } from '../../wire/fields.ts';
import { readGenerateContentQuestion } from './question.ts';
import {
  writeCallParts,
  writeFinish,
  writeGenerateContentReply,
  writePictureParts,
  writeResponse,
  writeUsageMetadata,
} from './reply.ts';

/** Relays have no error writer of this protocol's own: only what is passed through has the provider's shape. */
const generateContentProtocol: ChatProtocol = {
  errorShape: 'relay',
  readQuestion: readGenerateContentQuestion,
  writeReply: writeGenerateContentReply,
  writeEvents: writeGenerateContentEvents,
  upstreamFailures: {
    overloaded: {
      status: 503,
      type: 'upstream_error',
      code: 'UNAVAILABLE',
      message: 'The model is overloaded. Please try again later.',
    },
    'server error': {
      status: 500,
      type: 'upstream_error',
      code: 'INTERNAL',
      message: 'An internal error has occurred.',
    },
    'rate limit': {
      status: 429,
      type: 'upstream_error',
      code: 'RESOURCE_EXHAUSTED',
      message: '当前分组上游负载已饱和，请稍后再试',
    },
  },
  errorEvent: {
    data: {
      error: {
        code: 503,
        message: 'The model is overloaded. Please try again later.',
        status: 'UNAVAILABLE',
      },
    },
  },
};

const path = /^\/v1beta\/models\/(.+):(generateContent|streamGenerateContent)$/;

/** The model's id as the path has it, or undefined when it can't be decoded. */
function readModel(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

/** Contract 4. The stream has its own path; it is server-sent events with `alt=sse` and without, as relays do. */
export const generateContentEndpoint: Endpoint = {
  method: 'POST',
  path,
  answer: async (call) => {
    const { record } = call.exchange;
    const body = parseJsonBody(record.headers['content-type'], call.body);
    const [, encodedModel = '', method] = path.exec(record.path) ?? [];
    const model = admitCall(call.token, readModel(encodedModel), 'generateContent');
    const isSse = new URLSearchParams(record.query).get('alt') === 'sse';
    const isStreamed = method === 'streamGenerateContent' || isSse;
    return answerChat(call, generateContentProtocol, { model, body, isStreamed });
  },
};

function* writeParts(draft: ReplyDraft): Generator<object> {
  const { thinking, text } = draft.answer;
  for (const piece of splitIntoPieces(thinking)) {
    yield { text: piece, thought: true };
  }
  for (const piece of splitIntoPieces(text)) {
    yield { text: piece };
  }
  yield* writePictureParts(draft);
  yield* writeCallParts(draft);
}

/** The whole response as the events of its stream: no names, no end mark, the finish reason in the last one. */
function* writeGenerateContentEvents(draft: ReplyDraft): Generator<StreamEvent> {
  const { input } = draft.tokens;
  const usageSoFar = { promptTokenCount: input, totalTokenCount: input };
  for (const part of writeParts(draft)) {
    yield { data: writeResponse(draft, [part], {}, usageSoFar), isPaced: true };
  }
  yield { data: writeResponse(draft, [{ text: '' }], writeFinish(draft), writeUsageMetadata(draft.tokens)) };
}
