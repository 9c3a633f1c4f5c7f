import { deepStrictEqual, ok } from 'node:assert/strict';
import {
  describeAddressProblem,
  describeFailure,
  describeKeyProblem,
  NotReadyError,
  summariseFailure,
} from '../../src/failures.ts';
import { RelayError, type RelayErrorDetails, type RelayErrorKind } from '../../src/relay/relayError.ts';

const t = (message: string, ...args: (string | number)[]) =>
  message.replaceAll(/\{(\d)\}/g, (_, index) => String(args[Number(index)]));
const context = { t, host: 'relay.example.com', model: 'msg-sonnet-4-6' };

/** Each row of the contract's section 7 and each way a connection fails: what is said, and what is offered. */
const rows: [RelayErrorKind, RelayErrorDetails, title: string, actions: string][] = [
  [
    'authentication',
    { status: 401 },
    'relay.example.com did not accept the key (HTTP 401).',
    'setKey changeAddress',
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
    'tryAgain setKey selectModel',
  ],
  ['wrongAddress', { status: 200 }, 'There is no relay at this address.', 'changeAddress tryAgain'],
  [
    'wrongAddress',
    { redirectOrigin: 'https://other.example' },
    'The address leads to another one: https://other.example',
    'changeAddress tryAgain',
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
    'tryAgain changeAddress',
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
    'tryAgain changeAddress showLog',
  ],
  [
    'connection',
    { systemCode: 'ECONNREFUSED' },
    'relay.example.com refused the connection (ECONNREFUSED).',
    'tryAgain changeAddress showLog',
  ],
  [
    'connection',
    { systemCode: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
    'The certificate of relay.example.com is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT).',
    'tryAgain changeAddress showLog',
  ],
  [
    'connection',
    { systemCode: 'EHOSTUNREACH' },
    'relay.example.com can’t be reached (EHOSTUNREACH).',
    'tryAgain changeAddress showLog',
  ],
  [
    'connection',
    { systemCode: 'ECONNRESET', phase: 'upload' },
    'The connection to relay.example.com broke while the request was being sent (ECONNRESET).',
    'tryAgain changeAddress showLog',
  ],
  [
    'connection',
    { systemCode: 'ECONNREFUSED', proxy: 'http://proxy:8080' },
    'The proxy http://proxy:8080 can’t be reached (ECONNREFUSED).',
    'openProxySettings tryAgain showLog',
  ],
  [
    'connection',
    { proxy: 'http://proxy:8080', proxyStatus: 407 },
    'The proxy http://proxy:8080 asks for a name and password, or did not accept the given ones (HTTP 407).',
    'openProxySettings tryAgain showLog',
  ],
  [
    'connection',
    { proxy: 'http://proxy:8080', proxyStatus: 403 },
    'The proxy http://proxy:8080 did not let relay.example.com through (HTTP 403).',
    'openProxySettings tryAgain showLog',
  ],
  [
    'connection',
    { proxy: 'socks5://proxy:1080', systemCode: 'ERR_PROXY_UNSUPPORTED' },
    'The proxy socks5://proxy:1080 is of a kind that is not supported.',
    'openProxySettings tryAgain showLog',
  ],
  [
    'connection',
    { proxy: 'unreadable', systemCode: 'ERR_PROXY_UNSUPPORTED' },
    'The address of the proxy can’t be read.',
    'openProxySettings tryAgain showLog',
  ],
  [
    'connection',
    { proxy: 'http://proxy:8080', systemCode: 'SELF_SIGNED_CERT_IN_CHAIN' },
    'The certificate of relay.example.com is not trusted (SELF_SIGNED_CERT_IN_CHAIN).',
    'tryAgain changeAddress showLog',
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
    { status: 200 },
    'The relay sent a reply that can’t be understood.',
    'tryAgain selectModel showLog',
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

  it('has other words for each thing that can be wrong with an address or a key', () => {
    const words = [
      ...(
        [
          'empty',
          'notAnAddress',
          'whitespaceInside',
          'unsupportedScheme',
          'containsCredentials',
          'looksLikeKey',
        ] as const
      ).map((problem) => describeAddressProblem(problem, t)),
      ...(
        [
          'empty',
          'severalKeys',
          'looksLikeUrl',
          'placeholder',
          'masked',
          'whitespaceInside',
          'unexpectedCharacters',
          'tooShort',
          'tooLong',
        ] as const
      ).map((problem) => describeKeyProblem(problem, t)),
    ];
    deepStrictEqual(new Set(words).size, words.length);
  });
});
