import { constants, gzipSync } from 'node:zlib';
import { interrupted } from '../../chat/askChat.ts';
import { opening } from '../../chat/generateContentPieces.ts';
import { type Call, reply, replyInPieces } from '../../misbehavingServer.ts';
import type { Family, GoodReply } from '../column.ts';
import { broken, type Expected, failed, good, type Row, unknownReply } from '../row.ts';

const json: readonly Family[] = ['lists', 'whole answers', 'images', 'tasks'];
const shortMs = 60;

const cutBySocket = broken('interrupted', { systemCode: 'UND_ERR_SOCKET' });
/** An end that looks normal: only formats with their own end marks can tell that it came too early. */
const endedEarly = broken('interrupted', { status: 200 });

function typed({ contentType }: GoodReply): Record<string, string> {
  return { 'content-type': contentType };
}

/** The first part of the good body, in a chunked reply with the given ending. */
function partly(end: 'well' | 'cut' | 'never', place: 'cutAt' | 'eventsEndAt' = 'cutAt'): Row['answer'] {
  return (call, reply200) =>
    replyInPieces(call, [reply200.body.subarray(0, reply200[place])], typed(reply200), end);
}

const errorStart = '{"error":{"message":"upstr';
const halfOfAnError = failed('server', { status: 500, relayMessage: errorStart });

/** The beginning of an error: half of the relay's message is better than none. */
function startError({ response }: Call): void {
  response.writeHead(500, { 'content-type': 'application/json', 'content-length': '100' });
  response.write(errorStart);
}

const cutRows: readonly Row[] = [
  {
    name: 'an error cut in the middle by the socket',
    answer: (call) => {
      startError(call);
      call.socket.end();
    },
    expected: halfOfAnError,
  },
  {
    name: 'an error stalled in the middle',
    answer: startError,
    expected: halfOfAnError,
    timeouts: { idleMs: shortMs },
    staysOpen: true,
  },
  { name: 'cut in the middle by the socket', answer: partly('cut'), expected: cutBySocket },
  {
    name: 'cut between events by the socket',
    answer: partly('cut', 'eventsEndAt'),
    expected: cutBySocket,
    only: ['streams'],
  },
  {
    name: 'cut in the middle with a length',
    answer: (call, { body, contentType, cutAt }) => {
      call.response.writeHead(200, { 'content-type': contentType, 'content-length': String(body.length) });
      call.response.write(body.subarray(0, cutAt));
      call.socket.end();
    },
    expected: cutBySocket,
  },
  {
    name: 'cut in the middle with neither length nor chunks',
    answer: ({ socket }, { body, contentType, cutAt }) =>
      void socket.end(
        Buffer.concat([
          Buffer.from(`HTTP/1.1 200 OK\r\ncontent-type: ${contentType}\r\nconnection: close\r\n\r\n`),
          body.subarray(0, cutAt),
        ]),
      ),
    expected: endedEarly,
    but: noWordsForHalves(),
  },
  { name: 'ended cleanly midway', answer: partly('well'), expected: endedEarly, but: noWordsForHalves() },
  {
    name: 'ended cleanly between events',
    answer: partly('well', 'eventsEndAt'),
    expected: endedEarly,
    only: ['streams'],
  },
  {
    name: 'stalled in the middle',
    answer: partly('never'),
    expected: broken('timeout', { phase: 'idle', timeoutMs: shortMs }),
    timeouts: { idleMs: shortMs },
    staysOpen: true,
  },
  {
    name: 'stalled after the headers',
    answer: (call, reply200) => replyInPieces(call, [], typed(reply200), 'never'),
    expected: failed('timeout', { phase: 'idle', timeoutMs: shortMs }),
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
    name: 'closed before the headers',
    answer: ({ socket }) => void socket.end(),
    expected: failed('connection', { systemCode: 'UND_ERR_SOCKET' }),
  },
  {
    name: 'reset before the headers',
    answer: ({ socket }) => void socket.resetAndDestroy(),
    expected: failed('connection', { systemCode: 'ECONNRESET' }),
  },
  {
    name: 'closed within the headers',
    answer: ({ socket }) => void socket.end('HTTP/1.1 200 OK\r\ncontent-type: appl'),
    expected: failed('connection', { systemCode: 'UND_ERR_SOCKET' }),
  },
  {
    name: 'something other than HTTP',
    answer: ({ socket }) => void socket.end('SSH-2.0-OpenSSH_9.6\r\n'),
    expected: failed('connection', { systemCode: 'HTTPParserError' }),
  },
];

/** Half of a response is not the relay's message about a failure. */
function noWordsForHalves(): Readonly<Record<string, Expected>> {
  return Object.fromEntries(json.map((family) => [family, unknownReply()]));
}

function withLength(difference: number): Row['answer'] {
  return ({ socket }, { body, contentType }) => {
    const head = `HTTP/1.1 200 OK\r\ncontent-type: ${contentType}\r\ncontent-length: ${body.length + difference}\r\n\r\n`;
    socket.end(Buffer.concat([Buffer.from(head), body]));
  };
}

/** The last event of this protocol holds its finish reason and its usage. */
const markLost: Expected = {
  is: 'result',
  result: [...opening, { type: 'text', text: 'Hello world.' }, interrupted({ status: 200 })],
};

const lengthRows: readonly Row[] = [
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
      ...noWordsForHalves(),
      // What is missing comes after the finish reason.
      'messages, streamed': good,
      'chatCompletions, streamed': good,
      'generateContent, streamed': markLost,
    },
  },
];

function compressed(encoding: string, compress: (body: Buffer) => Buffer): Row['answer'] {
  return (call, { body, contentType }) =>
    reply(call, 200, compress(body), { 'content-type': contentType, 'content-encoding': encoding });
}

const encodingRows: readonly Row[] = [
  { name: 'the good reply as gzip', answer: compressed('gzip', (body) => gzipSync(body)), expected: good },
  { name: 'gzip in name only', answer: compressed('gzip', (body) => body), expected: unknownReply() },
  {
    name: 'an error as gzip',
    answer: (call) =>
      reply(call, 500, gzipSync('{"error":{"message":"upstream failed","code":"do_request_failed"}}'), {
        'content-type': 'application/json',
        'content-encoding': 'gzip',
      }),
    expected: failed('server', { status: 500, relayMessage: 'upstream failed', code: 'do_request_failed' }),
  },
  {
    name: 'gzip cut in the middle by the socket',
    answer: (call, { body, contentType, cutAt }) =>
      replyInPieces(
        call,
        // Flushed at the cut, so that everything before it can be read.
        [gzipSync(body.subarray(0, cutAt), { finishFlush: constants.Z_SYNC_FLUSH })],
        { 'content-type': contentType, 'content-encoding': 'gzip' },
        'cut',
      ),
    expected: cutBySocket,
  },
];

/** Redirects to the good reply elsewhere on the same origin. */
function redirectWithin(status: number): Row['answer'] {
  return (call, { body, contentType }) => {
    const { url } = call.request;
    if (url.startsWith('/moved')) reply(call, 200, body, { 'content-type': contentType });
    else reply(call, status, '', { location: `/moved${url}` });
  };
}

function redirectTo(location: string | undefined, status = 307): Row['answer'] {
  return (call) => reply(call, status, '<html>Moved</html>', location === undefined ? {} : { location });
}

const elsewhere = 'http://localhost:9';

const redirectRows: readonly Row[] = [
  ...[301, 302, 307, 308].map(
    (status): Row => ({
      name: `a redirect within the origin (${status})`,
      answer: redirectWithin(status),
      expected: good,
      sends: 2,
    }),
  ),
  {
    name: 'a redirect to another origin',
    answer: redirectTo(`${elsewhere}/v1/models?key=1`),
    expected: failed('wrongAddress', { status: 307, redirectOrigin: elsewhere }),
    but: { files: failed('invalidResponse', { status: 307, redirectOrigin: elsewhere }) },
  },
  {
    name: 'a redirect without a location',
    answer: redirectTo(undefined),
    expected: failed('wrongAddress', { status: 307 }),
    but: { files: failed('invalidResponse', { status: 307 }) },
  },
  {
    name: 'an endless redirect',
    answer: (call) => reply(call, 307, '', { location: call.request.url }),
    expected: failed('wrongAddress', { status: 307 }),
    but: { files: failed('invalidResponse', { status: 307 }) },
    sends: 4,
  },
];

export const transportRows: readonly Row[] = [...cutRows, ...lengthRows, ...encodingRows, ...redirectRows];
