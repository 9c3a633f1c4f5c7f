import { deepStrictEqual, ok } from 'node:assert/strict';
import { describeFailure, summariseFailure } from '../../../src/messages/failures.ts';
import { NotReadyError } from '../../../src/messages/ownErrors.ts';
import {
  RelayError,
  type RelayErrorDetails,
  type RelayErrorKind,
} from '../../../src/relay/errors/relayError.ts';

const t = (message: string, ...args: (string | number)[]) =>
  message.replaceAll(/\{(\d)\}/g, (_, index) => String(args[Number(index)]));
const context = { t, host: 'relay.example.com', model: 'msg-sonnet-4-6' };

/** Each row of the contract's section 7 and each way a connection fails: what is said, and what is offered. */
const rows: [RelayErrorKind, RelayErrorDetails, title: string, actions: string][] = [
  [
    'authentication',
    { status: 401 },
    'relay.example.com did not accept the key (HTTP 401).',
    'setKey tryAgain changeAddress checkConnection',
  ],
  ['tokenUnavailable', { status: 403 }, 'The token can’t be used (HTTP 403).', 'setKey tryAgain'],
  ['insufficientBalance', { status: 402 }, 'The balance is too low (HTTP 402).', 'tryAgain setKey'],
  [
    'modelNotAllowed',
    { status: 404 },
    'The model “msg-sonnet-4-6” is not available to this token (HTTP 404).',
    'selectModel tryAgain',
  ],
  [
    'refused',
    { status: 403 },
    'relay.example.com refused the request (HTTP 403).',
    'tryAgain setKey selectModel checkConnection',
  ],
  [
    'wrongAddress',
    { status: 200 },
    'There is no relay at this address.',
    'changeAddress tryAgain checkConnection',
  ],
  [
    'notFound',
    { status: 404 },
    'relay.example.com answered with HTTP 404, which means “not found”.',
    'selectModel tryAgain checkConnection',
  ],
  [
    'notFound',
    { status: 404, relayMessage: 'Model not found' },
    'relay.example.com answered with HTTP 404: Model not found',
    'selectModel tryAgain checkConnection',
  ],
  [
    'notFound',
    { status: 404, relayMessage: 'x'.repeat(161) },
    'relay.example.com answered with HTTP 404, which means “not found”.',
    'selectModel tryAgain checkConnection',
  ],
  [
    'notFound',
    { status: 200, relayMessage: 'New API' },
    'relay.example.com answered with a web page instead of a response.',
    'selectModel tryAgain checkConnection',
  ],
  [
    'authentication',
    { status: 503, upstreamStatus: 401 },
    'The provider behind relay.example.com did not accept the relay’s own key (HTTP 503).',
    'selectModel tryAgain',
  ],
  [
    'wrongAddress',
    { redirectOrigin: 'https://other.example' },
    'The address leads to another one: https://other.example',
    'changeAddress tryAgain checkConnection',
  ],
  [
    'invalidRequest',
    { status: 400 },
    'The request was refused as invalid (HTTP 400).',
    'tryAgain selectModel showLog',
  ],
  [
    'invalidRequest',
    { field: 'maxTokens' },
    'Nothing was sent: “maxTokens” would be refused.',
    'tryAgain showLog',
  ],
  [
    'betaFieldRejected',
    { status: 400 },
    'The relay refused an experimental field (HTTP 400).',
    'tryAgain selectModel',
  ],
  ['requestTooLarge', { status: 413 }, 'The request is too large for the relay (HTTP 413).', 'tryAgain'],
  [
    'timeout',
    { phase: 'connect', timeoutMs: 15_000 },
    'relay.example.com could not be connected to within 15 seconds.',
    'tryAgain changeAddress checkConnection',
  ],
  [
    'timeout',
    { phase: 'firstByte', timeoutMs: 120_000 },
    'relay.example.com sent nothing within 120 seconds.',
    'tryAgain selectModel',
  ],
  [
    'timeout',
    { phase: 'idle', timeoutMs: 120_000 },
    'relay.example.com stopped sending for 120 seconds.',
    'tryAgain selectModel',
  ],
  [
    'timeout',
    { phase: 'relay', status: 504 },
    'The relay gave up waiting for its provider (HTTP 504).',
    'tryAgain selectModel',
  ],
  ['rateLimit', { status: 429 }, 'A rate limit is reached (HTTP 429).', 'tryAgain selectModel'],
  [
    'server',
    { status: 502 },
    'The relay or the provider behind it failed (HTTP 502).',
    'tryAgain selectModel',
  ],
  [
    'connection',
    { systemCode: 'ENOTFOUND' },
    'The name relay.example.com can’t be found (ENOTFOUND).',
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
    'relay.example.com and this machine can’t agree on encryption (ERR_SSL_WRONG_VERSION_NUMBER).',
    'tryAgain changeAddress checkConnection showLog',
  ],
  [
    'timeout',
    { phase: 'connect', timeoutMs: 15_000, proxy: 'http://proxy:8080' },
    'relay.example.com could not be connected to within 15 seconds.',
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
    'The connection to relay.example.com broke while the request was being sent (ECONNRESET).',
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
    'The proxy http://proxy:8080 asks for a name and password, or did not accept the given ones (HTTP 407).',
    'openProxySettings tryAgain checkConnection showLog',
  ],
  [
    'connection',
    { proxy: 'http://proxy:8080', proxyStatus: 403 },
    'The proxy http://proxy:8080 did not let relay.example.com through (HTTP 403).',
    'openProxySettings tryAgain checkConnection showLog',
  ],
  [
    'connection',
    { proxy: 'socks5://proxy:1080', systemCode: 'ERR_PROXY_UNSUPPORTED' },
    'The proxy socks5://proxy:1080 is of a kind that is not supported.',
    'openProxySettings tryAgain checkConnection showLog',
  ],
  [
    'connection',
    { proxy: 'unreadable', systemCode: 'ERR_PROXY_UNSUPPORTED' },
    'The address of the proxy can’t be read.',
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
    'relay.example.com took in nothing more of the request for 120 seconds.',
    'tryAgain selectModel',
  ],
  [
    'interrupted',
    {},
    'The relay, its provider or the network broke off before the end.',
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
    'The relay sent a reply that can’t be understood.',
    'tryAgain selectModel checkConnection showLog',
  ],
  ['cancelled', {}, 'Stopped.', 'tryAgain'],
];

describe('failures in words', () => {
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

  it('passes the relay’s own words and the request’s id on, and asks to wait as long as the relay does', () => {
    const details = { status: 429, relayMessage: 'slow down', requestId: 'r1', retryAfterMs: 2500 };
    deepStrictEqual(describeFailure(new RelayError('rateLimit', details), context), {
      title: 'A rate limit is reached (HTTP 429).',
      advice: ['The relay asks to wait 3 seconds, then try again.'],
      relayMessage: 'slow down',
      requestId: 'r1',
      actions: [
        { id: 'tryAgain', label: 'Try Again' },
        { id: 'selectModel', label: 'Select Model…' },
      ],
    });
  });

  it('offers another voice where a speech request was refused', () => {
    const error = new RelayError('invalidRequest', { status: 400 });
    const failure = describeFailure(error, { ...context, voice: 'Kore' });
    deepStrictEqual(failure.actions[0]?.id, 'selectVoice');
  });

  it('says what is missing before anything can be asked', () => {
    deepStrictEqual(
      (['connection', 'model', 'voice'] as const).map(
        (missing) => summariseFailure(new NotReadyError(missing), context).split('.')[0],
      ),
      ['No relay is connected', 'No model is selected', 'No voice is selected'],
    );
  });

  it('tells a fault of ours apart', () => {
    deepStrictEqual(
      describeFailure(new TypeError('x is undefined'), context).title,
      'Something went wrong inside the extension: x is undefined',
    );
  });
});
