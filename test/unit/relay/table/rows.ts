import { wrapPcmAsWav } from '../../../../src/relay/speech/audioFormat.ts';
import { interrupted } from '../chat/askChat.ts';
import { opening } from '../chat/generateContentPieces.ts';
import { apiKey } from '../clientCalls.ts';
import { reply, replyInPieces } from '../misbehavingServer.ts';
import type { Family, GoodReply } from './column.ts';
import {
  answerWith,
  broken,
  type Expected,
  empty,
  failed,
  good,
  other,
  type Row,
  unknownReply,
} from './row.ts';

const json: readonly Family[] = ['lists', 'whole answers', 'images', 'tasks'];
const chat: readonly Family[] = ['streams', 'whole answers'];

/** A failure without the message of a file's server, since that is not about the relay. */
const wordless = { files: unknownReply() };

const upstream = {
  error: { message: 'upstream error: do request failed', type: 'new_api_error', code: 500 },
};
const upstreamDetails = { status: 200, relayMessage: upstream.error.message, code: 'new_api_error' };
const halfAnError = '{"error":{"message":"upstr';

/** All shapes and cases of errors are quirks of the reference relay, which `quirkTable.test.ts` tests. */
const errorRows: readonly Row[] = [
  {
    name: '401 with the API key in every field, under the type of a good reply',
    answer: answerWith(
      JSON.stringify({
        error: { message: `Incorrect key: ${apiKey}`, type: 'x', code: apiKey },
        request_id: apiKey,
        authorization: `Bearer ${apiKey}`,
      }),
      { status: 401, headers: { 'x-request-id': `for ${apiKey}` } },
    ),
    expected: failed('authentication', { status: 401, relayMessage: 'Incorrect key: [key]', code: '[key]' }),
  },
  {
    name: '500 cut in the middle by the socket',
    answer: ({ response, socket }) => {
      response.writeHead(500, { 'content-type': 'application/json', 'content-length': '100' });
      response.write(halfAnError);
      socket.end();
    },
    expected: failed('server', { status: 500, relayMessage: halfAnError }),
  },
  {
    name: '200 with an error',
    answer: answerWith(JSON.stringify(upstream)),
    expected: failed('server', upstreamDetails),
  },
  {
    name: '200 with an error in an array',
    answer: answerWith(
      JSON.stringify([{ error: { code: 504, message: 'Late', status: 'DEADLINE_EXCEEDED' } }]),
    ),
    expected: failed('timeout', {
      status: 200,
      relayMessage: 'Late',
      code: 'DEADLINE_EXCEEDED',
      phase: 'relay',
    }),
  },
  {
    name: '200 with a description and a number, which are an error only for a task',
    answer: answerWith(JSON.stringify({ description: 'quota_not_enough', type: 'upstream_error', code: 3 })),
    expected: unknownReply('quota_not_enough', 'upstream_error'),
    but: {
      ...wordless,
      submitTask: failed('insufficientBalance', {
        status: 200,
        relayMessage: 'quota_not_enough',
        code: 'upstream_error',
      }),
    },
  },
  {
    name: '200 with only a message',
    answer: answerWith(JSON.stringify({ message: 'Not Found', ok: false })),
    expected: unknownReply('Not Found'),
    but: wordless,
  },
  {
    name: '200 with an error as the first event',
    answer: answerWith(`event: error\ndata: ${JSON.stringify(upstream)}\n\n`, { type: 'text/event-stream' }),
    expected: failed('server', upstreamDetails),
    only: [...chat, 'speech'],
  },
];

/** Bytes that are neither text nor a known format, the same each time. */
const noise = Buffer.from(
  Array.from({ length: 4096 }, (_, index) => (index * index * 31 + index * 7 + 129) % 251),
);
const silence = Buffer.alloc(3_000_000);

/** Raw audio has no signature: anything that is not text is taken for it. */
function rawSound(bytes: Uint8Array): Expected {
  return { is: 'result', result: { bytes: Buffer.from(wrapPcmAsWav(bytes, 24_000)), format: 'wav' } };
}

const noTask = failed('invalidRequest', { status: 200, field: 'id' });
const consolePage: Row = {
  name: 'the console’s page',
  answer: answerWith('<!doctype html><html><head><title>One API</title></head></html>'),
  expected: failed('wrongAddress', { status: 200, relayMessage: 'One API' }),
  but: wordless,
};

function garbage(name: string, body: string | Buffer, but: Row['but'] = {}, words?: string): Row {
  return { name: `200 with ${name}`, answer: answerWith(body), expected: unknownReply(words), but };
}

const garbageRows: readonly Row[] = [
  consolePage,
  garbage('an empty body', ''),
  garbage('whitespace', ' \r\n\n '),
  // Under their own type, streams without an event have no message.
  garbage('hello', 'hello', { ...wordless, streams: unknownReply() }, 'hello'),
  garbage('{', '{'),
  garbage('[]', '[]', { lists: empty, 'queryTask, video': noTask, 'queryTask, drawing': noTask }),
  garbage('{}', '{}', { images: empty }),
  garbage('null', 'null'),
  garbage('true', 'true'),
  garbage('noise', noise, { speech: rawSound(noise) }),
  garbage('an odd number of bytes of noise', noise.subarray(1)),
  garbage('three million zeros', silence, { speech: rawSound(silence) }),
  garbage('a good reply of another endpoint', '{"object":"thread","id":null,"items":[{"kind":1}]}'),
];

function typed({ contentType }: GoodReply): Record<string, string> {
  return { 'content-type': contentType };
}

const goodRows: readonly Row[] = [
  {
    name: 'the good reply',
    answer: (call, reply200) => reply(call, 200, reply200.body, typed(reply200)),
    expected: good,
  },
  ...['', 'text/html', 'application/json', 'text/event-stream'].map(
    (type): Row => ({
      name: `the good reply as ${type || 'no type'}`,
      answer: (call, { body }) => reply(call, 201, body, type === '' ? {} : { 'content-type': type }),
      expected: good,
    }),
  ),
  {
    name: 'a response that is streamed unasked, or not streamed when asked',
    answer: (call, _, column) => {
      const { body = '', contentType = '' } = column.other?.good ?? {};
      reply(call, 200, body, { 'content-type': contentType });
    },
    expected: other,
    only: chat,
  },
  {
    name: 'the good reply in pieces of seven bytes',
    answer: (call, reply200) => {
      const starts = Array.from({ length: Math.ceil(reply200.body.length / 7) }, (_, index) => index * 7);
      const pieces = starts.map((start) => reply200.body.subarray(start, start + 7));
      return replyInPieces(call, pieces, typed(reply200));
    },
    expected: good,
  },
];

const jsonTail = '{"error":{"message":"stream failed","type":"upstream_error","code":"bad_response"}}';
/** Longer than an audio frame. */
const htmlTail = `<html>\n<head><title>502 Bad Gateway</title></head>\n<body>\n${'<hr>'.repeat(50)}\n</body>\n</html>\n`;
const jsonBreak = broken('interrupted', { status: 200, relayMessage: 'stream failed', code: 'bad_response' });
/** An end that looks normal: only formats with their own end marks can tell that it came too early. */
const endedEarly = broken('interrupted', { status: 200 });

/** A tail after half of the body. JSON cut in half before a tail is an unknown reply without a message. */
function tailRow(
  name: string,
  place: 'cutAt' | 'eventsEndAt',
  tail: string,
  expected: Expected,
  only: Row['only'] & {},
): Row {
  return {
    name: `half of the good reply, then ${name}`,
    answer: (call, reply200) =>
      reply(
        call,
        200,
        Buffer.concat([reply200.body.subarray(0, reply200[place]), Buffer.from(tail)]),
        typed(reply200),
      ),
    expected,
    but: { files: endedEarly },
    only,
  };
}

const tailRows: readonly Row[] = [
  {
    name: 'half of the good reply, then an error as an event, then the other half',
    answer: (call, reply200) => {
      const halves = [
        reply200.body.subarray(0, reply200.eventsEndAt),
        reply200.body.subarray(reply200.eventsEndAt),
      ];
      return reply(call, 200, halves.join(`event: error\ndata: ${jsonTail}\n\n`), typed(reply200));
    },
    expected: jsonBreak,
    only: ['streams'],
  },
  tailRow('a JSON error', 'eventsEndAt', jsonTail, jsonBreak, ['streams', 'speech', 'files']),
  tailRow('a JSON error, in JSON', 'cutAt', jsonTail, unknownReply(), json),
  tailRow(
    'an HTML page',
    'eventsEndAt',
    htmlTail,
    broken('interrupted', { status: 200, relayMessage: '502 Bad Gateway' }),
    ['streams'],
  ),
  tailRow('an HTML page, in bytes', 'cutAt', htmlTail, endedEarly, ['speech', 'files']),
  tailRow('an HTML page, in JSON', 'cutAt', htmlTail, unknownReply(), json),
];

const shortMs = 60;
const cutBySocket = broken('interrupted', { systemCode: 'UND_ERR_SOCKET' });
/** Half of a response is not the relay's message about a failure. */
const noWordsForHalves: Readonly<Record<string, Expected>> = Object.fromEntries(
  json.map((family) => [family, unknownReply()]),
);

/** The first part of the good body, in a chunked reply with the given ending. */
function partly(end: 'well' | 'cut' | 'never'): Row['answer'] {
  return (call, reply200) =>
    replyInPieces(call, [reply200.body.subarray(0, reply200.cutAt)], typed(reply200), end);
}

function withLength(difference: number): Row['answer'] {
  return ({ socket }, { body, contentType }) => {
    const head = `HTTP/1.1 200 OK\r\ncontent-type: ${contentType}\r\ncontent-length: ${body.length + difference}\r\n\r\n`;
    socket.end(Buffer.concat([Buffer.from(head), body]));
  };
}

const cutRows: readonly Row[] = [
  { name: 'cut in the middle by the socket', answer: partly('cut'), expected: cutBySocket },
  { name: 'ended cleanly midway', answer: partly('well'), expected: endedEarly, but: noWordsForHalves },
  {
    name: 'stalled in the middle',
    answer: partly('never'),
    expected: broken('timeout', { phase: 'idle', timeoutMs: shortMs }),
    timeouts: { idleMs: shortMs },
    staysOpen: true,
  },
  {
    name: 'stalled before the headers',
    answer: () => {},
    expected: failed('timeout', { phase: 'firstByte', timeoutMs: shortMs }),
    timeouts: { firstByteMs: shortMs },
    staysOpen: true,
  },
  {
    name: 'a length that is too long',
    answer: withLength(50),
    expected: cutBySocket,
    // Streams have their finish reason, and images and an accepted task are complete, whatever else is missing.
    but: { streams: good, submitTask: good, images: good },
  },
  {
    name: 'a length that is too short',
    answer: withLength(-10),
    expected: endedEarly,
    but: {
      ...noWordsForHalves,
      // What is missing comes after the finish reason, which in this protocol is part of the last event.
      'messages, streamed': good,
      'chatCompletions, streamed': good,
      'generateContent, streamed': {
        is: 'result',
        result: [...opening, { type: 'text', text: 'Hello world.' }, interrupted({ status: 200 })],
      },
    },
  },
];

/** Every way to misbehave in which the endpoints may differ. */
export const rows: readonly Row[] = [...errorRows, ...garbageRows, ...goodRows, ...tailRows, ...cutRows];
