import type { RelayErrorKind } from '../../../../../src/relay/errors/errorKind.ts';
import { wrapPcmAsWav } from '../../../../../src/relay/speech/audioFormat.ts';
import type { Family } from '../column.ts';
import { answerWith, type Expected, empty, failed, type Row, unknownReply } from '../row.ts';

const chat: readonly Family[] = ['streams', 'whole answers'];

/** A failure without the message of a file's server, since that is not about the relay. */
const wordless = { files: unknownReply() };

/** An error under status 200 whose reply says as much as one under an error status. */
function errorAs200(
  name: string,
  body: unknown,
  kind: RelayErrorKind,
  details: { readonly relayMessage?: string; readonly code?: string },
  others: Partial<Row> = {},
): Row {
  return {
    name: `200 with ${name}`,
    answer: answerWith(JSON.stringify(body)),
    expected: failed(kind, { status: 200, ...details, ...(kind === 'timeout' && { phase: 'relay' }) }),
    ...others,
  };
}

const upstreamError = { message: 'upstream error: do request failed', type: 'new_api_error', param: '' };

const errorRowsAs200: readonly Row[] = [
  errorAs200('an error', { error: { ...upstreamError, code: 'do_request_failed' } }, 'server', {
    relayMessage: upstreamError.message,
    code: 'do_request_failed',
  }),
  errorAs200(
    'an error about the model',
    { error: { ...upstreamError, message: "The model '' does not exist", code: 'model_not_found' } },
    'modelNotAllowed',
    { relayMessage: "The model '' does not exist", code: 'model_not_found' },
  ),
  errorAs200(
    'an error in the Messages shape',
    { type: 'error', error: { type: 'rate_limit_error', message: 'Slow down' } },
    'rateLimit',
    { relayMessage: 'Slow down', code: 'rate_limit_error' },
  ),
  errorAs200(
    'an error in the generate-content shape',
    { error: { code: 403, message: 'Forbidden', status: 'PERMISSION_DENIED' } },
    'refused',
    { relayMessage: 'Forbidden', code: 'PERMISSION_DENIED' },
  ),
  errorAs200(
    'an error in an array',
    [{ error: { code: 504, message: 'Deadline exceeded', status: 'DEADLINE_EXCEEDED' } }],
    'timeout',
    { relayMessage: 'Deadline exceeded', code: 'DEADLINE_EXCEEDED' },
  ),
  errorAs200('success: false', { success: false, message: 'get user group failed' }, 'server', {
    relayMessage: 'get user group failed',
  }),
  errorAs200('code and message', { code: 'fail_to_fetch', message: 'No luck', data: null }, 'server', {
    relayMessage: 'No luck',
    code: 'fail_to_fetch',
  }),
  errorAs200(
    'a string as error',
    { error: 'Invalid API key', type: 'authentication_error' },
    'authentication',
    {
      relayMessage: 'Invalid API key',
      code: 'authentication_error',
    },
  ),
  errorAs200('status: failure', { status: 'failure', message: 'A header is required' }, 'server', {
    relayMessage: 'A header is required',
  }),
  errorAs200(
    'a description and a number, which are an error only for a task',
    { description: 'quota_not_enough', type: 'upstream_error', code: 3, result: '' },
    'invalidResponse',
    { relayMessage: 'quota_not_enough', code: 'upstream_error' },
    {
      but: {
        ...wordless,
        submitTask: failed('insufficientBalance', {
          status: 200,
          relayMessage: 'quota_not_enough',
          code: 'upstream_error',
        }),
      },
    },
  ),
  errorAs200(
    'only a message',
    { message: 'Not Found', ok: false },
    'invalidResponse',
    { relayMessage: 'Not Found' },
    { but: wordless },
  ),
  errorAs200(
    'only a detail',
    { detail: 'Not Found' },
    'invalidResponse',
    { relayMessage: 'Not Found' },
    { but: wordless },
  ),
  {
    name: '200 with an error as the first event',
    answer: answerWith(
      `event: error\ndata: ${JSON.stringify({ error: { ...upstreamError, code: 500 } })}\n\n`,
      {
        type: 'text/event-stream',
      },
    ),
    expected: failed('server', { status: 200, relayMessage: upstreamError.message, code: 'new_api_error' }),
    only: [...chat, 'speech'],
  },
];

const consolePage = '<!doctype html><html lang="zh"><head><title>One API</title></head><body></body></html>';

/** Bytes that are neither text nor a known format, the same each time. */
const noise = Buffer.from(
  Array.from({ length: 4096 }, (_, index) => (index * index * 31 + index * 7 + 129) % 251),
);
const silence = Buffer.alloc(3_000_000);

/** Raw audio has no signature: anything that is not text is taken for it. */
function rawSound(bytes: Uint8Array): Expected {
  return { is: 'result', result: { bytes: Buffer.from(wrapPcmAsWav(bytes, 24_000)), format: 'wav' } };
}

const garbageRows: readonly Row[] = [
  {
    name: "200 with the console's page",
    answer: answerWith(consolePage, { type: 'text/html' }),
    expected: failed('wrongAddress', { status: 200, relayMessage: 'One API' }),
    but: wordless,
  },
  {
    name: "200 with the console's page under the good type",
    answer: answerWith(consolePage),
    expected: failed('wrongAddress', { status: 200, relayMessage: 'One API' }),
    but: wordless,
  },
  { name: '200 with an empty body', answer: answerWith(''), expected: unknownReply() },
  {
    name: '204',
    answer: answerWith('', { status: 204 }),
    expected: failed('invalidResponse', { status: 204 }),
  },
  {
    name: '500 with noise',
    answer: answerWith(noise, { status: 500 }),
    expected: failed('server', { status: 500 }),
  },
  { name: '200 with whitespace', answer: answerWith(' \r\n\n '), expected: unknownReply() },
  {
    name: '200 with hello',
    answer: answerWith('hello'),
    expected: unknownReply('hello'),
    // Under their own type, streams without an event have no message.
    but: { ...wordless, streams: unknownReply() },
  },
  {
    name: '200 with hello as plain text',
    answer: answerWith('hello', { type: 'text/plain' }),
    expected: unknownReply('hello'),
    but: wordless,
  },
  { name: '200 with {', answer: answerWith('{'), expected: unknownReply() },
  {
    name: '200 with []',
    answer: answerWith('[]'),
    expected: unknownReply(),
    but: {
      lists: empty,
      'queryTask, video': failed('invalidRequest', { status: 200, field: 'id' }),
      'queryTask, drawing': failed('invalidRequest', { status: 200, field: 'id' }),
    },
  },
  { name: '200 with {}', answer: answerWith('{}'), expected: unknownReply(), but: { images: empty } },
  { name: '200 with null', answer: answerWith('null'), expected: unknownReply() },
  {
    name: '200 with true',
    answer: answerWith('true'),
    expected: unknownReply(),
  },
  {
    name: '200 with noise',
    answer: answerWith(noise),
    expected: unknownReply(),
    but: { speech: rawSound(noise) },
  },
  {
    name: '200 with an odd number of bytes of noise',
    answer: answerWith(noise.subarray(1)),
    expected: unknownReply(),
  },
  {
    name: '200 with three million zeros',
    answer: answerWith(silence),
    expected: unknownReply(),
    but: { speech: rawSound(silence) },
  },
  {
    name: '200 with a good reply of another endpoint',
    answer: answerWith('{"object":"thread","id":null,"title":"A thread","items":[{"kind":1}]}'),
    expected: unknownReply(),
  },
];

export const replyRows: readonly Row[] = [...errorRowsAs200, ...garbageRows];
