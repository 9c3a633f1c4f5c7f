import { reply, replyInPieces } from '../../misbehavingServer.ts';
import type { Family } from '../column.ts';
import { good, other, type Row } from '../row.ts';

const json: readonly Family[] = ['lists', 'whole answers', 'images', 'tasks'];
const chat: readonly Family[] = ['streams', 'whole answers'];

const wrongTypes = [
  '',
  'text/html',
  'application/json',
  'audio/mpeg',
  'text/event-stream',
  'application/octet-stream',
];

const typedRows: readonly Row[] = [
  {
    name: 'the good reply',
    answer: (call, { body, contentType }) => reply(call, 200, body, { 'content-type': contentType }),
    expected: good,
  },
  ...wrongTypes.map(
    (type): Row => ({
      name: `the good reply as ${type || 'no type'}`,
      answer: (call, { body }) => reply(call, 200, body, type === '' ? {} : { 'content-type': type }),
      expected: good,
    }),
  ),
  {
    name: 'the good reply under status 201',
    answer: (call, { body, contentType }) => reply(call, 201, body, { 'content-type': contentType }),
    expected: good,
  },
  {
    name: 'the good reply after a byte order mark',
    answer: (call, { body, contentType }) =>
      reply(call, 200, Buffer.concat([Buffer.from('\ufeff'), body]), { 'content-type': contentType }),
    expected: good,
    only: [...json, 'streams'],
  },
  {
    name: 'the good reply after whitespace',
    answer: (call, { body, contentType }) =>
      reply(call, 200, Buffer.concat([Buffer.from(' \r\n\n '), body]), { 'content-type': contentType }),
    expected: good,
    only: json,
  },
];

/** Good replies that arrive in unusual ways. */
const mannerRows: readonly Row[] = [
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
    answer: (call, { body, contentType }) =>
      replyInPieces(
        call,
        Array.from({ length: Math.ceil(body.length / 7) }, (_, index) =>
          body.subarray(index * 7, index * 7 + 7),
        ),
        { 'content-type': contentType },
      ),
    expected: good,
  },
  {
    name: 'the good reply after early hints',
    answer: (call, { body, contentType }) => {
      call.socket.write('HTTP/1.1 103 Early Hints\r\nlink: </style.css>\r\n\r\n');
      reply(call, 200, body, { 'content-type': contentType });
    },
    expected: good,
  },
  {
    name: 'the good reply with neither length nor chunks',
    answer: ({ socket }, { body, contentType }) => {
      const head = `HTTP/1.1 200 OK\r\ncontent-type: ${contentType}\r\nconnection: close\r\n\r\n`;
      socket.end(Buffer.concat([Buffer.from(head), body]));
    },
    expected: good,
  },
];

export const goodRows: readonly Row[] = [...typedRows, ...mannerRows];
