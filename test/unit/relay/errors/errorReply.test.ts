import { deepStrictEqual, doesNotMatch, strictEqual } from 'node:assert/strict';
import { createRedact } from '../../../../src/relay/errors/cleanText.ts';
import { isErrorJson } from '../../../../src/relay/errors/errorBody.ts';
import type { RelayErrorKind } from '../../../../src/relay/errors/errorKind.ts';
import { errorFromJson, errorFromReply, type ReplyHead } from '../../../../src/relay/errors/errorReply.ts';
import type { RelayErrorDetails } from '../../../../src/relay/errors/relayError.ts';

const key = 'sk-0aB1cD2eF3gH4iJ5';
const url = 'https://relay.example.com/v1/messages';

function head(status: number, headers: Record<string, string> = {}): ReplyHead {
  return { status, headers, url, redact: createRedact(key) };
}

function read(
  status: number,
  body: unknown,
  headers?: Record<string, string>,
): [RelayErrorKind, RelayErrorDetails] {
  const { kind, details } = errorFromReply(
    head(status, headers),
    typeof body === 'string' ? body : JSON.stringify(body),
  );
  return [kind, details];
}

/** Shapes that no quirk of the reference relay has; `quirkTable.test.ts` tests all others. */
const shapes: Record<
  string,
  readonly [status: number, body: unknown, kind: RelayErrorKind, details: RelayErrorDetails]
> = {
  'a description that determines the kind': [
    403,
    { description: 'quota_not_enough', type: 'upstream_error', code: 30 },
    'insufficientBalance',
    { relayMessage: 'quota_not_enough', code: 'upstream_error' },
  ],
  'a status name beside a message': [
    401,
    { status: 401, error: 'Unauthorized', message: 'key unknown' },
    'authentication',
    { relayMessage: 'key unknown', code: '401' },
  ],
  'JSON that is not an error': [500, '[]', 'server', {}],
};

describe('error replies', () => {
  for (const [name, [status, body, kind, details]] of Object.entries(shapes)) {
    it(`read ${name}`, () => {
      deepStrictEqual(read(status, body), [kind, { status, ...details, url }]);
    });
  }

  it('are not searched forever for nested errors', () => {
    let body: object = { message: 'deepest' };
    for (let depth = 0; depth < 1000; depth += 1) body = { error: body };
    strictEqual(errorFromReply(head(500), JSON.stringify(body)).kind, 'server');
  });

  describe('take the request ID from', () => {
    const message = 'no (request id: from-suffix)';
    const cases: Readonly<Record<string, readonly [Record<string, string>, object, string]>> = {
      'x-oneapi-request-id': [
        { 'x-oneapi-request-id': 'a', 'request-id': 'b', 'x-request-id': 'c' },
        {},
        'a',
      ],
      'request-id': [{ 'request-id': 'b', 'x-request-id': 'c' }, {}, 'b'],
      'x-request-id': [{ 'x-request-id': 'c' }, {}, 'c'],
      'the body': [{}, { request_id: 'd' }, 'd'],
      'the end of the message': [{}, {}, 'from-suffix'],
    };
    for (const [name, [headers, fields, requestId]] of Object.entries(cases)) {
      it(name, () => {
        deepStrictEqual(read(500, { ...fields, error: { message } }, headers), [
          'server',
          { status: 500, relayMessage: 'no', requestId, url },
        ]);
      });
    }
  });

  describe('take no request ID that may be a sentence or an API key', () => {
    const sentence = 'the user asked: how do I fire my boss';
    const cases: readonly (readonly [name: string, headers: Record<string, string>, body: object])[] = [
      ['in a header', { 'x-request-id': sentence }, { message: 'no' }],
      ['in the body', {}, { message: 'no', request_id: sentence }],
      ['that is too long', {}, { message: 'no', request_id: 'x'.repeat(201) }],
      ['at the end of the message', {}, { message: 'no (request id: 用户问)' }],
      ['that is the key', {}, { message: `no (request id: ${key})` }],
    ];
    for (const [name, headers, body] of cases) {
      it(name, () => {
        deepStrictEqual(read(500, body, headers), ['server', { status: 500, relayMessage: 'no', url }]);
      });
    }

    it('but look further for a valid one', () => {
      const headers = { 'x-oneapi-request-id': sentence, 'request-id': 'B/1+2=' };
      strictEqual(read(500, { request_id: 'c' }, headers)[1].requestId, 'B/1+2=');
      strictEqual(read(500, { request_id: 'c' }, { 'x-oneapi-request-id': sentence })[1].requestId, 'c');
    });
  });

  describe('say how long to wait', () => {
    const cases: readonly (readonly [Record<string, string>, number | undefined])[] = [
      [{ 'retry-after-ms': '1500', 'retry-after': '9' }, 1500],
      [{ 'retry-after': '0.25' }, 250],
      [{ 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }, 0],
      [{ 'retry-after': 'Wed, 21 Oct 2015 07:28:05 GMT', date: 'Wed, 21 Oct 2015 07:28:00 GMT' }, 5000],
      [{ 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT', date: 'Wed, 21 Oct 2015 08:28:00 GMT' }, 0],
      [{ 'retry-after': 'Wed, 21 Oct 2015 07:28:05 GMT', date: 'today' }, 0],
      [{ 'retry-after': '9'.repeat(310) }, undefined],
      [{ 'retry-after': '-5' }, undefined],
      [{}, undefined],
    ];
    for (const [headers, retryAfterMs] of cases) {
      it(JSON.stringify(headers), () => {
        strictEqual(read(429, '', headers)[1].retryAfterMs, retryAfterMs);
      });
    }
  });
});

describe('error classification', () => {
  /** What no quirk of the reference relay has. */
  const table: readonly (readonly [status: number, code: string, message: string, kind: RelayErrorKind])[] = [
    [400, '', 'field messages is required', 'invalidRequest'],
    [400, '', 'context_management: Extra inputs are not permitted', 'betaFieldRejected'],
    [400, 'model_not_found', '', 'modelNotAllowed'],
    [401, '', 'Invalid token', 'authentication'],
    [401, 'channel:invalid_key', 'invalid key', 'server'],
    [401, '', '该令牌已过期', 'tokenUnavailable'],
    [401, '', 'This token has expired', 'tokenUnavailable'],
    [401, '', '令牌 X（#3）额度已用尽', 'tokenUnavailable'],
    [403, 'insufficient_quota', '', 'insufficientBalance'],
    [403, '', '用户额度不足, 剩余额度: ＄0.00', 'insufficientBalance'],
    [403, '', 'user quota is not enough', 'insufficientBalance'],
    [403, 'insufficient_user_quota', '该令牌额度不足', 'tokenUnavailable'],
    [403, 'insufficient_user_quota', 'This token has no quota left', 'tokenUnavailable'],
    [403, '', '该令牌只能在指定网段使用：10.0.0.0/8，当前 ip：***', 'tokenUnavailable'],
    [403, '', 'Your IP is not allowed by this token', 'tokenUnavailable'],
    [403, '', '该令牌状态不可用', 'tokenUnavailable'],
    [403, '', 'This token has no access to model msg-opus-4-7', 'modelNotAllowed'],
    [403, 'model_not_allowed', 'No', 'modelNotAllowed'],
    [404, '', 'Invalid URL (GET /v1/v1/models)', 'wrongAddress'],
    [404, 'model_not_found', '', 'modelNotAllowed'],
    [404, 'not_found_error', 'model: msg-nope', 'modelNotAllowed'],
    [404, '', 'The model `x` does not exist', 'modelNotAllowed'],
    [404, '', '模型 x 不存在', 'modelNotAllowed'],
    [405, '', 'Method Not Allowed', 'wrongAddress'],
    [301, '', '', 'wrongAddress'],
    [409, '', '', 'invalidRequest'],
    [429, 'billing_not_active', 'Your account is not active', 'insufficientBalance'],
    [429, 'quota_exceeded', '', 'insufficientBalance'],
    [429, 'insufficient_quota', '', 'insufficientBalance'],
    [429, 'anything_else', 'no balance', 'rateLimit'],
    [500, 'get_channel_failed', '', 'server'],
    [500, '', 'Rate limit reached for requests', 'rateLimit'],
    [500, '', '当前分组上游负载已饱和，请稍后再试', 'rateLimit'],
    [500, '', '用户余额不足', 'insufficientBalance'],
    [503, '', 'No available channel for model x under group default', 'modelNotAllowed'],
  ];
  for (const [status, code, message, kind] of table) {
    it(`${status} ${code || '–'} ${message || '–'} is ${kind}`, () => {
      strictEqual(read(status, { error: { message, code } })[0], kind);
    });
  }

  const inReplies: readonly (readonly [json: unknown, kind: RelayErrorKind])[] = [
    [{ type: 'error', error: { type: 'authentication_error', message: 'x' } }, 'authentication'],
    [{ type: 'error', error: { type: 'billing_error', message: 'x' } }, 'insufficientBalance'],
    [{ type: 'error', error: { type: 'timeout_error', message: 'x' } }, 'timeout'],
    [{ error: { code: 429, message: 'x' } }, 'rateLimit'],
    [{ error: { code: 503, message: 'x', status: 'UNAVAILABLE' } }, 'server'],
    [{ error: { message: 'x', code: 'insufficient_user_quota' } }, 'insufficientBalance'],
    [{ error: 'too many requests' }, 'rateLimit'],
  ];
  for (const [json, kind] of inReplies) {
    it(`${JSON.stringify(json)} under status 200 is ${kind}`, () => {
      strictEqual(errorFromJson(head(200), json).kind, kind);
    });
  }

  const beside = { choices: [{ message: { content: 'hello' } }] };
  const underGoodStatus: readonly (readonly [json: unknown, isError: boolean])[] = [
    [{ error: {} }, true],
    [{ error: 'no' }, true],
    [{ type: 'error', error: null }, true],
    [{ status: 'failure' }, true],
    [{ message: 'm', code: 'fail_to_fetch', data: null }, true],
    [[{ error: 'no' }], true],
    [[], false],
    [{ error: { message: '', type: '', param: '', code: null } }, true],
    [{ ...beside, error: { message: '', type: '', param: '', code: null } }, false],
    [{ ...beside, error: { code: 0 } }, false],
    [{ ...beside, error: { message: 'x' } }, true],
    [{ ...beside, error: { message: '', code: 'x' } }, true],
    [{ ...beside, error: { code: 500 } }, true],
    [{ message: 'm', code: { toString: 0 } }, true],
    [{ message: 'm', code: null }, false],
    [{ message: 'OK', code: 20000000, data: null }, false],
  ];
  for (const [json, isError] of underGoodStatus) {
    it(`${JSON.stringify(json)} is ${isError ? 'an' : 'no'} error`, () => {
      strictEqual(isErrorJson(json), isError);
    });
  }
});

describe('messages of the relay', () => {
  const messages: Readonly<Record<string, readonly [sent: string, shown: string]>> = {
    'control characters': ['a\u0000b\u001b[31mc\r\n\td\u0085e', 'a b [31mc d e'],
    'direction marks': ['abc\u202edef\u2066ghi\u200b', 'abcdefghi'],
    'the API key': [`bad key ${key}!`, 'bad key [key]!'],
    'the API key without its prefix': ['bad key 0aB1cD2eF3gH4iJ5', 'bad key [key]'],
    'the API key with direction marks inside': ['bad key sk-0aB1\u200bcD2e\u202aF3gH4iJ5.', 'bad key [key].'],
    'another API key': [
      'Incorrect API key provided: sk-proj-zzzzzzzz9999',
      'Incorrect API key provided: [key]',
    ],
    'the API key in uppercase': ['bad key SK-0AB1CD2EF3GH4IJ5 here', 'bad key [key] here'],
    'the API key without its prefix, in lowercase': ['bad 0ab1cd2ef3gh4ij5 here', 'bad [key] here'],
    'a part of the API key': ['token aB1cD2eF3g…', 'token [key]…'],
    'the API key on two lines': ['bad key sk-0aB1cD2e\nF3gH4iJ5 here', 'bad key [key] here'],
    'the API key in short lines': ['bad 0aB1\r\ncD2e\nF3gH\n4iJ5 here', 'bad [key] here'],
    'the API key with fillers inside': ['bad 0aB1\u034fcD2e\ufe0fF3gH\u31644iJ5', 'bad [key]'],
    'a masked key': ['Incorrect API key provided: sk-zz****99.', 'Incorrect API key provided: [key].'],
    'an Authorization header': ['got Authorization: Bearer abcdef123456', 'got Authorization: Bearer [key]'],
    'a Chinese request ID suffix': ['额度不足（request id：2026x）', '额度不足'],
  };
  for (const [name, [sent, shown]] of Object.entries(messages)) {
    it(`are cleaned of ${name}`, () => {
      strictEqual(read(400, { error: { message: sent } })[1].relayMessage, shown);
    });
  }

  const google = '{"error":{"code":401,"message":"API key not valid.","status":"UNAUTHENTICATED"}}';
  const repeated: Record<
    string,
    readonly [status: number, sent: string, kind: RelayErrorKind, shown: string, upstreamStatus?: number]
  > = {
    'JSON after a name and a status': [
      401,
      `Error from provider(g,m: 401): ${google}`,
      'authentication',
      'API key not valid.',
    ],
    'JSON whose codes tell the status': [
      503,
      `failed: ${google}`,
      'authentication',
      'API key not valid.',
      401,
    ],
    'JSON in JSON in JSON': [
      503,
      `[a/b] [502]: ${JSON.stringify({ error: { message: `[c/d] [404]: ${JSON.stringify({ error: { message: 'gone' } })}` } })}`,
      'modelNotAllowed',
      'gone',
      404,
    ],
    'text after a node and a status': [
      503,
      '[0b4c-chat/m] [429]: Slow down (reset after 2m)',
      'rateLimit',
      'Slow down (reset after 2m)',
      429,
    ],
    'text with a stack': [
      500,
      'Error from provider: [503]: The model went away\n    at x (/a.js:1:2)\n    at y',
      'server',
      'The model went away',
      503,
    ],
    'a 404 without a code': [
      500,
      'HTTP 404: {"error":"nothing here"}',
      'modelNotAllowed',
      'nothing here',
      404,
    ],
    'a status that is the relay’s own': [404, '[a/b] [404]: nothing here', 'wrongAddress', 'nothing here'],
    'half of the JSON': [
      401,
      'no: {"message":"bad key","status":"auth',
      'authentication',
      'no: {"message":"bad key","status":"auth',
    ],
    'a tool’s schema': [
      400,
      'Invalid schema: {"type":"object","description":"A place"}',
      'invalidRequest',
      'Invalid schema: {"type":"object","description":"A place"}',
    ],
    'a tool’s input': [
      400,
      'Invalid input: {"message":"hi"}',
      'invalidRequest',
      'Invalid input: {"message":"hi"}',
    ],
  };
  for (const [name, [status, sent, kind, shown, upstreamStatus]] of Object.entries(repeated)) {
    it(`are taken from the upstream error, if there is one: ${name}`, () => {
      const [found, details] = read(status, { error: { message: sent, type: 'api_error' } });
      deepStrictEqual([found, details.relayMessage, details.upstreamStatus], [kind, shown, upstreamStatus]);
    });
  }

  it('keep the request ID after an upstream error', () => {
    const { relayMessage, requestId } = read(500, {
      error: { message: `no: ${google} (request id: r7)` },
    })[1];
    deepStrictEqual([relayMessage, requestId], ['API key not valid.', 'r7']);
  });

  it('are cut to 500 characters, never inside one, and after the API key is removed', () => {
    const long = read(400, { error: { message: `${'😀'.repeat(248)}abc${key}${'x'.repeat(99)}` } })[1]
      .relayMessage;
    strictEqual(long, `${'😀'.repeat(248)}abc…`);
    strictEqual(read(400, { error: { message: 'x'.repeat(9000) } })[1].relayMessage?.length, 500);
  });

  it('lose the part of the API key that relays look up', () => {
    const redact = createRedact('sk-AbCdEfGh12345678-9');
    strictEqual(redact('no AbCdEfGh12345678, no AbCdEfGh12345678-9'), 'no [key], no [key]');
    strictEqual(createRedact('sk-proj-AbCdEfGh')('project'), 'project');
    // Of a short key, only the whole key is removed.
    strictEqual(createRedact('none')('no network, none'), 'no network, [key]');
  });

  it('are read only at their beginning and end, however long they are', () => {
    const filler = '(requestid:'.repeat(1_500_000);
    const { relayMessage, requestId } = read(500, `${filler} (request id: r1)`)[1];
    deepStrictEqual([relayMessage, requestId], [`${filler.slice(0, 499)}…`, 'r1']);
  });

  it('are kept before a very long key', () => {
    strictEqual(read(500, `no -sk-${'x'.repeat(20_000)}`)[1].relayMessage, 'no -[key]');
  });

  it('do not show half of a key where reading stops', () => {
    for (let blanks = 9980; blanks <= 10_000; blanks += 1) {
      doesNotMatch(read(500, `no${' '.repeat(blanks)}${key}`)[1].relayMessage ?? '', /sk-|0aB1/);
    }
  });

  it('never show the API key, wherever it was', () => {
    const error = errorFromReply(
      { ...head(400, { 'x-request-id': key }), url: `https://relay.example.com/${key}/v1/messages` },
      JSON.stringify({ error: { message: key, code: `no_${key}`, type: key } }),
    );
    doesNotMatch(
      `${JSON.stringify(error)}${JSON.stringify(error.details)}${error.stack}${error}`,
      /0aB1cD2eF3/,
    );
  });
});
