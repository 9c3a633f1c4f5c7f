import { reply } from '../../misbehavingServer.ts';
import type { Family } from '../column.ts';
import { broken, type Expected, type Row, unknownReply } from '../row.ts';

const json: readonly Family[] = ['lists', 'whole answers', 'images', 'tasks'];

const jsonTail = '{"error":{"message":"stream failed","type":"upstream_error","code":"bad_response"}}';
/** Longer than an audio frame. */
const htmlTail = `<html>\n<head><title>502 Bad Gateway</title></head>\n<body>\n${'<hr>'.repeat(50)}\n</body>\n</html>\n`;
const jsonBreak = broken('interrupted', { status: 200, relayMessage: 'stream failed', code: 'bad_response' });

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
      reply(call, 200, Buffer.concat([reply200.body.subarray(0, reply200[place]), Buffer.from(tail)]), {
        'content-type': reply200.contentType,
      }),
    expected,
    but: { files: broken('interrupted', { status: 200 }) },
    only,
  };
}

export const tailRows: readonly Row[] = [
  {
    name: 'half of the good reply, then an error as an event, then the other half',
    answer: (call, { body, eventsEndAt, contentType }) =>
      reply(
        call,
        200,
        Buffer.concat([
          body.subarray(0, eventsEndAt),
          Buffer.from(`event: error\ndata: ${jsonTail}\n\n`),
          body.subarray(eventsEndAt),
        ]),
        { 'content-type': contentType },
      ),
    expected: jsonBreak,
    only: ['streams'],
  },
  tailRow('a JSON error', 'eventsEndAt', jsonTail, jsonBreak, ['streams', 'speech', 'files']),
  tailRow('a JSON error inside an event', 'cutAt', jsonTail, jsonBreak, ['streams']),
  tailRow('a JSON error, in JSON', 'cutAt', jsonTail, unknownReply(), json),
  tailRow('an error as an event', 'eventsEndAt', `event: error\ndata: ${jsonTail}\n\n`, jsonBreak, [
    'streams',
  ]),
  tailRow(
    'an HTML page',
    'eventsEndAt',
    htmlTail,
    broken('interrupted', { status: 200, relayMessage: '502 Bad Gateway' }),
    ['streams'],
  ),
  tailRow('an HTML page, in bytes', 'cutAt', htmlTail, broken('interrupted', { status: 200 }), [
    'speech',
    'files',
  ]),
  tailRow('an HTML page, in JSON', 'cutAt', htmlTail, unknownReply(), json),
];
