import type { ErrorReply } from './errorRows.ts';

/** One row for each shape in which relays, and what is before and behind them, write errors. */
export const errorShapes: Readonly<Record<string, ErrorReply>> = {
  'message, type, param and an empty code': {
    status: 401,
    body: {
      error: { message: 'Invalid token (request id: 20261121)', type: 'new_api_error', param: '', code: '' },
    },
    kind: 'authentication',
    details: { relayMessage: 'Invalid token', code: 'new_api_error', requestId: '20261121' },
  },
  'nulls for param and code': {
    status: 400,
    body: {
      error: { message: 'messages is required', type: 'invalid_request_error', param: null, code: null },
    },
    kind: 'invalidRequest',
    details: { relayMessage: 'messages is required', code: 'invalid_request_error' },
  },
  'a number as code': {
    status: 401,
    body: { error: { message: 'No such user', type: 'authentication_error', param: null, code: 401 } },
    kind: 'authentication',
    details: { relayMessage: 'No such user', code: 'authentication_error' },
  },
  'a number as code and no type': {
    status: 429,
    body: { error: { message: 'No deployments available', type: null, param: null, code: '429' } },
    kind: 'rateLimit',
    details: { relayMessage: 'No deployments available', code: '429' },
  },
  'no param and no code': {
    status: 401,
    body: { error: { message: '未提供令牌', type: 'one_api_error' } },
    kind: 'authentication',
    details: { relayMessage: '未提供令牌', code: 'one_api_error' },
  },
  'the Messages shape with its id': {
    status: 529,
    body: {
      type: 'error',
      error: { type: 'overloaded_error', message: 'Overloaded' },
      request_id: 'req_011',
    },
    kind: 'server',
    details: { relayMessage: 'Overloaded', code: 'overloaded_error', requestId: 'req_011' },
  },
  'the Messages shape without its outer type': {
    status: 503,
    body: { error: { type: 'system_cpu_overloaded', message: 'system cpu overloaded' } },
    kind: 'server',
    details: { relayMessage: 'system cpu overloaded', code: 'system_cpu_overloaded' },
  },
  'the generate-content shape': {
    status: 429,
    body: {
      error: {
        code: 429,
        message: 'Resource has been exhausted.',
        status: 'RESOURCE_EXHAUSTED',
        details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '7s' }],
      },
    },
    kind: 'rateLimit',
    details: { relayMessage: 'Resource has been exhausted.', code: 'RESOURCE_EXHAUSTED' },
  },
  'the generate-content shape in an array': {
    status: 400,
    body: [
      { error: { code: 400, message: 'Request contains an invalid argument.', status: 'INVALID_ARGUMENT' } },
    ],
    kind: 'invalidRequest',
    details: { relayMessage: 'Request contains an invalid argument.', code: 'INVALID_ARGUMENT' },
  },
  'success: false': {
    status: 401,
    body: { success: false, message: 'Not logged in' },
    kind: 'authentication',
    details: { relayMessage: 'Not logged in' },
  },
  'success: false with a code': {
    status: 401,
    body: { success: false, code: 'AUTH_TOKEN_INVALID', message: 'Token is invalid' },
    kind: 'authentication',
    details: { relayMessage: 'Token is invalid', code: 'AUTH_TOKEN_INVALID' },
  },
  'code, message and data': {
    status: 400,
    body: { code: 'task_not_exist', message: 'task_not_exist', data: null },
    kind: 'invalidRequest',
    details: { relayMessage: 'task_not_exist', code: 'task_not_exist' },
  },
  'a description with a number': {
    status: 400,
    body: { description: 'bind_request_body_failed', type: 'upstream_error', code: 4 },
    kind: 'invalidRequest',
    details: { relayMessage: 'bind_request_body_failed', code: 'upstream_error' },
  },
  'a text as error': {
    status: 401,
    body: { error: 'Invalid API key', type: 'auth_error' },
    kind: 'authentication',
    details: { relayMessage: 'Invalid API key', code: 'auth_error' },
  },
  'status: failure': {
    status: 400,
    body: { status: 'failure', message: 'A header is required' },
    kind: 'invalidRequest',
    details: { relayMessage: 'A header is required' },
  },
  'ok: false': {
    status: 404,
    body: { message: 'Not Found', ok: false },
    kind: 'wrongAddress',
    details: { relayMessage: 'Not Found' },
  },
  'html-message': {
    status: 500,
    body: { 'html-message': 'Message: fetch failed Cause: connect ECONNREFUSED' },
    kind: 'server',
    details: { relayMessage: 'Message: fetch failed Cause: connect ECONNREFUSED' },
  },
  'a provider beside the error': {
    status: 429,
    body: {
      error: { message: 'Slow down', type: 'rate_limit_error', param: null, code: null },
      provider: 'anthropic',
    },
    kind: 'rateLimit',
    details: { relayMessage: 'Slow down', code: 'rate_limit_error' },
  },
  'nothing at all': { status: 500, body: '', kind: 'server' },
  'plain text': {
    status: 502,
    body: 'bad gateway',
    kind: 'server',
    details: { relayMessage: 'bad gateway' },
  },
  'an HTML page': {
    status: 502,
    body: '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body><center><h1>502</h1></center></body></html>',
    kind: 'server',
    details: { relayMessage: '502 Bad Gateway' },
  },
  ...Object.fromEntries(
    ['message', 'msg', 'err', 'error_msg', 'detail'].map((field) => [
      `only ${field}`,
      {
        status: 400,
        body: { [field]: 'Something is wrong' },
        kind: 'invalidRequest',
        details: { relayMessage: 'Something is wrong' },
      } satisfies ErrorReply,
    ]),
  ),
  'a list of details': {
    status: 422,
    body: { detail: [{ loc: ['body', 'model'], msg: 'field required', type: 'missing' }] },
    kind: 'invalidRequest',
    details: { relayMessage: 'field required', code: 'missing' },
  },
  'a message in a header': {
    status: 400,
    body: { header: { message: 'Something is wrong' } },
    kind: 'invalidRequest',
    details: { relayMessage: 'Something is wrong' },
  },
  'an error in a response': {
    status: 400,
    body: { response: { error: { message: 'Something is wrong' } } },
    kind: 'invalidRequest',
    details: { relayMessage: 'Something is wrong' },
  },
  'an event': {
    status: 500,
    body: 'data: {"error":{"message":"upstream failed","code":500}}\n\ndata: [DONE]\n\n',
    kind: 'server',
    details: { relayMessage: 'upstream failed', code: '500' },
  },
  'a null': { status: 500, body: { error: null }, kind: 'server' },
  'JSON that ends early': {
    status: 500,
    body: '{"error":{"message":"upstr',
    kind: 'server',
    details: { relayMessage: '{"error":{"message":"upstr' },
  },
  'JSON after a byte order mark': {
    status: 500,
    body: '\ufeff{"error":{"message":"upstream failed","code":"do_request_failed"}}',
    kind: 'server',
    details: { relayMessage: 'upstream failed', code: 'do_request_failed' },
  },
};
