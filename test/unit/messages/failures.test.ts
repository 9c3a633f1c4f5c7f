import { deepStrictEqual, ok } from 'node:assert/strict';
import { describeFailure, summariseFailure } from '../../../src/messages/failures.ts';
import { NotReadyError } from '../../../src/messages/ownErrors.ts';
import type { RelayErrorKind } from '../../../src/relay/errors/errorKind.ts';
import { RelayError, type RelayErrorDetails } from '../../../src/relay/errors/relayError.ts';
import { languages } from '../translations.ts';

const t = languages.english;
const context = { t, host: 'relay.example.com', model: 'msg-sonnet-4-6' };

/** Each row of the contract's section 7 and each way a connection fails, with the title and the actions shown. */
const rows: [RelayErrorKind, RelayErrorDetails, title: string, actions: string][] = [
  [
    'authentication',
    { status: 401 },
    'relay.example.com rejected the API key (HTTP 401).',
    'setKey tryAgain changeAddress checkConnection',
  ],
  ['tokenUnavailable', { status: 403 }, 'The API key can’t be used (HTTP 403).', 'setKey tryAgain'],
  ['insufficientBalance', { status: 402 }, 'The balance is too low (HTTP 402).', 'tryAgain setKey'],
  [
    'modelNotAllowed',
    { status: 404 },
    'The model “msg-sonnet-4-6” was not found, or this API key has no access to it (HTTP 404).',
    'selectModel tryAgain',
  ],
  [
    'refused',
    { status: 403 },
    'relay.example.com rejected the request (HTTP 403).',
    'tryAgain setKey selectModel checkConnection',
  ],
  [
    'wrongAddress',
    { status: 200 },
    'No relay was found at this base URL.',
    'changeAddress tryAgain checkConnection',
  ],
  [
    'notFound',
    { status: 404 },
    'relay.example.com returned HTTP 404 (not found).',
    'selectModel tryAgain checkConnection',
  ],
  [
    'notFound',
    { status: 404, relayMessage: 'Model not found' },
    'relay.example.com returned HTTP 404: Model not found',
    'selectModel tryAgain checkConnection',
  ],
  [
    'notFound',
    { status: 404, relayMessage: 'x'.repeat(161) },
    'relay.example.com returned HTTP 404 (not found).',
    'selectModel tryAgain checkConnection',
  ],
  [
    'notFound',
    { status: 200, relayMessage: 'New API' },
    'relay.example.com returned a web page instead of an API response.',
    'selectModel tryAgain checkConnection',
  ],
  [
    'authentication',
    { status: 503, upstreamStatus: 401 },
    'The provider of relay.example.com rejected the relay’s own API key (HTTP 503).',
    'selectModel tryAgain',
  ],
  [
    'wrongAddress',
    { redirectOrigin: 'https://other.example' },
    'The base URL redirects to a different URL: https://other.example',
    'changeAddress tryAgain checkConnection',
  ],
  [
    'invalidRequest',
    { status: 400 },
    'The relay rejected the request as invalid (HTTP 400).',
    'tryAgain selectModel showLog',
  ],
  [
    'invalidRequest',
    { field: 'maxTokens' },
    'The request was not sent because “maxTokens” is invalid.',
    'tryAgain showLog',
  ],
  [
    'betaFieldRejected',
    { status: 400 },
    'The relay rejected an experimental field (HTTP 400).',
    'tryAgain selectModel',
  ],
  ['requestTooLarge', { status: 413 }, 'The request is too large for the relay (HTTP 413).', 'tryAgain'],
  [
    'timeout',
    { phase: 'connect', timeoutMs: 15_000 },
    'The connection to relay.example.com timed out after 15 s.',
    'tryAgain changeAddress checkConnection',
  ],
  [
    'timeout',
    { phase: 'firstByte', timeoutMs: 120_000 },
    'relay.example.com did not respond within 120 s.',
    'tryAgain selectModel',
  ],
  [
    'timeout',
    { phase: 'idle', timeoutMs: 120_000 },
    'relay.example.com sent no data for 120 s.',
    'tryAgain selectModel',
  ],
  [
    'timeout',
    { phase: 'relay', status: 504 },
    'The relay timed out waiting for its provider (HTTP 504).',
    'tryAgain selectModel',
  ],
  [
    'timeout',
    { phase: 'of a later version' as 'relay' },
    'The relay timed out waiting for its provider.',
    'tryAgain selectModel',
  ],
  ['rateLimit', { status: 429 }, 'Rate limit reached (HTTP 429).', 'tryAgain selectModel'],
  [
    'server',
    { status: 502 },
    'The relay or its provider returned an error (HTTP 502).',
    'tryAgain selectModel',
  ],
  ['server', { status: 529 }, 'The provider is overloaded (HTTP 529).', 'tryAgain selectModel'],
  [
    'connection',
    { systemCode: 'ENOTFOUND' },
    'The host name relay.example.com can’t be resolved (ENOTFOUND).',
    'tryAgain changeAddress checkConnection showLog',
  ],
  [
    'connection',
    { systemCode: 'ECONNREFUSED' },
    'relay.example.com refused the connection (ECONNREFUSED).',
    'tryAgain changeAddress checkConnection showLog',
  ],
  [
    'connection',
    { systemCode: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
    'The certificate of relay.example.com is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT).',
    'tryAgain changeAddress checkConnection showLog',
  ],
  [
    'connection',
    { systemCode: 'ERR_SSL_WRONG_VERSION_NUMBER' },
    'A secure connection to relay.example.com could not be negotiated (ERR_SSL_WRONG_VERSION_NUMBER).',
    'tryAgain changeAddress checkConnection showLog',
  ],
  [
    'timeout',
    { phase: 'connect', timeoutMs: 15_000, proxy: 'http://proxy:8080' },
    'The connection to relay.example.com timed out after 15 s.',
    'tryAgain openProxySettings checkConnection',
  ],
  [
    'connection',
    { systemCode: 'EHOSTUNREACH' },
    'relay.example.com can’t be reached (EHOSTUNREACH).',
    'tryAgain changeAddress checkConnection showLog',
  ],
  [
    'connection',
    { systemCode: 'ECONNRESET', phase: 'upload' },
    'The connection to relay.example.com was lost while sending the request (ECONNRESET).',
    'tryAgain changeAddress checkConnection showLog',
  ],
  [
    'connection',
    { systemCode: 'ECONNREFUSED', proxy: 'http://proxy:8080' },
    'The proxy http://proxy:8080 can’t be reached (ECONNREFUSED).',
    'openProxySettings tryAgain checkConnection showLog',
  ],
  [
    'connection',
    { proxy: 'http://proxy:8080', proxyStatus: 407 },
    'The proxy http://proxy:8080 requires a user name and password, or rejected them (HTTP 407).',
    'openProxySettings tryAgain checkConnection showLog',
  ],
  [
    'connection',
    { proxy: 'http://proxy:8080', proxyStatus: 403 },
    'The proxy http://proxy:8080 blocked access to relay.example.com (HTTP 403).',
    'openProxySettings tryAgain checkConnection showLog',
  ],
  [
    'connection',
    { proxy: 'socks5://proxy:1080', systemCode: 'ERR_PROXY_UNSUPPORTED' },
    'The type of the proxy socks5://proxy:1080 is not supported.',
    'openProxySettings tryAgain checkConnection showLog',
  ],
  [
    'connection',
    { proxy: 'unreadable', systemCode: 'ERR_PROXY_UNSUPPORTED' },
    'The proxy URL is invalid.',
    'openProxySettings tryAgain checkConnection showLog',
  ],
  [
    'connection',
    { proxy: 'http://proxy:8080', systemCode: 'SELF_SIGNED_CERT_IN_CHAIN' },
    'The certificate of relay.example.com is not trusted (SELF_SIGNED_CERT_IN_CHAIN).',
    'tryAgain changeAddress checkConnection showLog',
  ],
  [
    'timeout',
    { phase: 'upload', timeoutMs: 120_000 },
    'relay.example.com accepted no data for 120 s.',
    'tryAgain selectModel',
  ],
  [
    'interrupted',
    {},
    'The response was interrupted by the relay, its provider, or the network.',
    'tryAgain selectModel',
  ],
  [
    'invalidResponse',
    { status: 200, maxToolCalls: 128 },
    'The model requested more than 128 tool calls at once.',
    'tryAgain selectModel',
  ],
  [
    'invalidResponse',
    { status: 200 },
    'The relay sent an invalid response.',
    'tryAgain selectModel checkConnection showLog',
  ],
  ['cancelled', {}, 'Stopped.', 'tryAgain'],
];

describe('failure messages', () => {
  it('mention the balance only for HTTP 500', () => {
    const advice = [500, 502, 503, 529].map(
      (status) => describeFailure(new RelayError('server', { status }), context).advice,
    );
    const later = 'Try again later, or select another model.';
    deepStrictEqual(advice, [
      [later, 'If other models fail too, check your balance and usage in the relay’s console.'],
      [later],
      [later],
      [later],
    ]);
  });

  for (const [kind, details, title, actions] of rows) {
    it(`${kind} ${JSON.stringify(details)}`, () => {
      const failure = describeFailure(new RelayError(kind, details), context);
      deepStrictEqual([failure.title, failure.actions.map(({ id }) => id).join(' ')], [title, actions]);
      ok(
        failure.advice.length > 0 || kind === 'interrupted' || kind === 'cancelled',
        'it says what to check',
      );
    });
  }

  it('pass on the relay’s own message and the request ID, and ask to wait as long as the relay does', () => {
    const details = { status: 429, relayMessage: 'slow down', requestId: 'r1', retryAfterMs: 2500 };
    deepStrictEqual(describeFailure(new RelayError('rateLimit', details), context), {
      title: 'Rate limit reached (HTTP 429).',
      advice: ['The relay asks you to wait 3 s before you try again.'],
      relayMessage: 'slow down',
      requestId: 'r1',
      actions: [
        { id: 'tryAgain', label: 'Try Again' },
        { id: 'selectModel', label: 'Select Model…' },
      ],
    });
  });

  it('offer another voice if a speech request was refused', () => {
    const error = new RelayError('invalidRequest', { status: 400 });
    const failure = describeFailure(error, { ...context, voice: 'Kore' });
    deepStrictEqual(failure.actions[0]?.id, 'selectVoice');
  });

  it('name what is missing: the connection, the model or the voice', () => {
    deepStrictEqual(
      (['connection', 'model', 'voice'] as const).map(
        (missing) => summariseFailure(new NotReadyError(missing), context).split('.')[0],
      ),
      ['No relay is connected', 'No model is selected', 'No voice is selected'],
    );
  });

  it('report an unexpected exception as an internal error', () => {
    deepStrictEqual(
      describeFailure(new TypeError('x is undefined'), context).title,
      'Model Relay encountered an internal error: x is undefined',
    );
  });
});
