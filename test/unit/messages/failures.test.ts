import { deepStrictEqual, ok } from 'node:assert/strict';
import {
  addressFailure,
  certificateFailure,
  describeCheckFailure,
  describeFailure,
  keyFailure,
  summariseFailure,
} from '../../../src/messages/failures.ts';
import { NotReadyError } from '../../../src/messages/ownErrors.ts';
import type { RelayErrorKind } from '../../../src/relay/errors/errorKind.ts';
import { RelayError, type RelayErrorDetails } from '../../../src/relay/errors/relayError.ts';
import { languages } from '../translations.ts';

const t = languages.english;
const context = { t, host: 'relay.test', model: 'msg-sonnet-4-6' };

/** Each row of the contract's section 7 and each way a connection fails, with the title, by the actions shown. */
const rows: Readonly<
  Record<string, readonly (readonly [RelayErrorKind, RelayErrorDetails, title: string])[]>
> = {
  'setKey tryAgain changeAddress checkConnection': [
    ['authentication', { status: 401 }, 'relay.test rejected the API key (HTTP 401).'],
  ],
  'setKey tryAgain': [['tokenUnavailable', { status: 403 }, 'The API key can’t be used (HTTP 403).']],
  'tryAgain setKey': [['insufficientBalance', { status: 402 }, 'The balance is too low (HTTP 402).']],
  'selectModel tryAgain': [
    [
      'modelNotAllowed',
      { status: 404 },
      'The model “msg-sonnet-4-6” was not found, or this API key has no access to it (HTTP 404).',
    ],
    [
      'authentication',
      { status: 503, upstreamStatus: 401 },
      'The provider of relay.test rejected the relay’s own API key (HTTP 503).',
    ],
  ],
  'tryAgain setKey selectModel checkConnection': [
    ['refused', { status: 403 }, 'relay.test rejected the request (HTTP 403).'],
  ],
  'changeAddress tryAgain checkConnection': [
    ['wrongAddress', { status: 200 }, 'No relay was found at this base URL.'],
    [
      'wrongAddress',
      { redirectOrigin: 'https://other.example' },
      'The base URL redirects to a different URL: https://other.example',
    ],
  ],
  'selectModel tryAgain checkConnection': [
    ['notFound', { status: 404 }, 'relay.test returned HTTP 404 (not found).'],
    [
      'notFound',
      { status: 404, relayMessage: 'Model not found' },
      'relay.test returned HTTP 404: Model not found',
    ],
    ['notFound', { status: 404, relayMessage: 'x'.repeat(161) }, 'relay.test returned HTTP 404 (not found).'],
    [
      'notFound',
      { status: 200, relayMessage: 'New API' },
      'relay.test returned a web page instead of an API response.',
    ],
  ],
  'tryAgain selectModel showLog': [
    ['invalidRequest', { status: 400 }, 'The relay rejected the request as invalid (HTTP 400).'],
  ],
  'tryAgain showLog': [
    ['invalidRequest', { field: 'maxTokens' }, 'The request was not sent because “maxTokens” is invalid.'],
  ],
  'tryAgain selectModel': [
    ['betaFieldRejected', { status: 400 }, 'The relay rejected an experimental field (HTTP 400).'],
    ['timeout', { phase: 'firstByte', timeoutMs: 120000 }, 'relay.test did not respond within 120 s.'],
    ['timeout', { phase: 'idle', timeoutMs: 120000 }, 'relay.test sent no data for 120 s.'],
    ['timeout', { phase: 'relay', status: 504 }, 'The relay timed out waiting for its provider (HTTP 504).'],
    ['timeout', { phase: 'of a later version' as 'relay' }, 'The relay timed out waiting for its provider.'],
    ['rateLimit', { status: 429 }, 'Rate limit reached (HTTP 429).'],
    ['server', { status: 502 }, 'The relay or its provider returned an error (HTTP 502).'],
    ['server', { status: 529 }, 'The provider is overloaded (HTTP 529).'],
    ['timeout', { phase: 'upload', timeoutMs: 120000 }, 'relay.test accepted no data for 120 s.'],
    ['interrupted', {}, 'The response was interrupted by the relay, its provider, or the network.'],
    [
      'invalidResponse',
      { status: 200, maxToolCalls: 128 },
      'The model requested more than 128 tool calls at once.',
    ],
  ],
  tryAgain: [
    ['requestTooLarge', { status: 413 }, 'The request is too large for the relay (HTTP 413).'],
    ['cancelled', {}, 'Stopped.'],
  ],
  'tryAgain changeAddress checkConnection': [
    ['timeout', { phase: 'connect', timeoutMs: 15000 }, 'The connection to relay.test timed out after 15 s.'],
  ],
  'tryAgain changeAddress checkConnection showLog': [
    ['connection', { systemCode: 'ENOTFOUND' }, 'The host name relay.test can’t be resolved (ENOTFOUND).'],
    ['connection', { systemCode: 'ECONNREFUSED' }, 'relay.test refused the connection (ECONNREFUSED).'],
    [
      'connection',
      { systemCode: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
      'The certificate of relay.test is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT).',
    ],
    [
      'connection',
      { systemCode: 'ERR_SSL_WRONG_VERSION_NUMBER' },
      'A secure connection to relay.test could not be negotiated (ERR_SSL_WRONG_VERSION_NUMBER).',
    ],
    ['connection', { systemCode: 'EHOSTUNREACH' }, 'relay.test can’t be reached (EHOSTUNREACH).'],
    [
      'connection',
      { systemCode: 'ECONNRESET', phase: 'upload' },
      'The connection to relay.test was lost while sending the request (ECONNRESET).',
    ],
    [
      'connection',
      { proxy: 'http://proxy:8080', systemCode: 'SELF_SIGNED_CERT_IN_CHAIN' },
      'The certificate of relay.test is not trusted (SELF_SIGNED_CERT_IN_CHAIN).',
    ],
  ],
  'tryAgain openProxySettings checkConnection': [
    [
      'timeout',
      { phase: 'connect', timeoutMs: 15000, proxy: 'http://proxy:8080' },
      'The connection to relay.test timed out after 15 s.',
    ],
  ],
  'openProxySettings tryAgain checkConnection showLog': [
    [
      'connection',
      { systemCode: 'ECONNREFUSED', proxy: 'http://proxy:8080' },
      'The proxy http://proxy:8080 can’t be reached (ECONNREFUSED).',
    ],
    [
      'connection',
      { proxy: 'http://proxy:8080', proxyStatus: 407 },
      'The proxy http://proxy:8080 requires a user name and password, or rejected them (HTTP 407).',
    ],
    [
      'connection',
      { proxy: 'http://proxy:8080', proxyStatus: 403 },
      'The proxy http://proxy:8080 blocked access to relay.test (HTTP 403).',
    ],
    [
      'connection',
      { proxy: 'socks5://proxy:1080', systemCode: 'ERR_PROXY_UNSUPPORTED' },
      'The type of the proxy socks5://proxy:1080 is not supported.',
    ],
    ['connection', { proxy: 'unreadable', systemCode: 'ERR_PROXY_UNSUPPORTED' }, 'The proxy URL is invalid.'],
  ],
  'tryAgain selectModel checkConnection showLog': [
    ['invalidResponse', { status: 200 }, 'The relay sent an invalid response.'],
  ],
};

describe('failure messages', () => {
  const proxy = 'http://proxy:8080';
  const advised: readonly (readonly [RelayErrorKind, RelayErrorDetails, ...advice: string[]])[] = [
    ['timeout', { phase: 'connect' }, 'Check the network, the proxy and the base URL.'],
    [
      'timeout',
      { phase: 'connect', proxy },
      'The connection uses the proxy http://proxy:8080. Check the proxy and the base URL.',
    ],
    ['connection', { systemCode: 'EHOSTUNREACH' }, 'Check the network, the proxy and the base URL.'],
    [
      'connection',
      { systemCode: 'UND_ERR_SOCKET' },
      'Check the network, the proxy and the base URL.',
      'If the URL begins with http://, try https://.',
    ],
    [
      'connection',
      { systemCode: 'ENOTFOUND', proxy },
      'Check the setting http.proxy and the environment variables HTTPS_PROXY and HTTP_PROXY.',
    ],
    [
      'wrongAddress',
      { status: 404 },
      'Check the base URL. Use the relay’s own URL, such as https://relay.example.com, without the path of a web page or tool.',
    ],
    [
      'wrongAddress',
      { redirectOrigin: 'https://other.example' },
      'The API key was not sent there. If this URL is your relay, use it as the base URL.',
    ],
    [
      'modelNotAllowed',
      { status: 403 },
      'Check the model ID. Then check that your API key, your account and its user group have access to the model.',
      'If the relay serves this model with another protocol, set that protocol in modelRelay.chat.protocols.',
    ],
  ];
  for (const [kind, details, ...advice] of advised)
    it(`advise what to check after ${kind} ${JSON.stringify(details)}`, () =>
      deepStrictEqual(describeFailure(new RelayError(kind, details), context).advice, advice));

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

  for (const [actions, failures] of Object.entries(rows))
    for (const [kind, details, title] of failures)
      it(`${kind} ${JSON.stringify(details)}`, () => {
        const failure = describeFailure(new RelayError(kind, details), context);
        deepStrictEqual([failure.title, failure.actions.map(({ id }) => id).join(' ')], [title, actions]);
        ok(failure.advice.length > 0 || kind === 'cancelled', 'it says what to check');
      });

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

describe('failures as the check shows them', () => {
  it('say what is wrong with a certificate', () => {
    const codes = ['CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID', 'SELF_SIGNED_CERT_IN_CHAIN'];
    deepStrictEqual(
      codes.map((problemCode) => {
        const { title, advice, actions } = certificateFailure(
          { problemCode, issuer: 'Example Trust' },
          context,
        );
        return [title, advice.map((line) => line.split('.')[0]), actions.map(({ id }) => id)];
      }),
      [
        ['The certificate has expired or is not yet valid', codes[0]],
        ['The certificate is for a different host name', codes[1]],
        ['Check the protocol (http:// or https://) of the base URL', codes[2]],
      ].map(([advice, code]) => [
        `The certificate of relay.test is not trusted (${code}).`,
        ['The certificate was issued by Example Trust', advice],
        ['changeAddress', 'showLog'],
      ]),
    );
  });

  it('do not offer the check itself, nor another model before one was called', () => {
    const { model: _, ...place } = context;
    const error = new RelayError('refused', { status: 403 });
    deepStrictEqual(
      [
        describeCheckFailure(error, place),
        describeCheckFailure(error, context),
        describeCheckFailure(new NotReadyError('model'), place),
        addressFailure('empty', place),
        keyFailure(place),
      ].map(({ actions }) => actions.map(({ id }) => id).join(' ')),
      ['setKey', 'setKey selectModel', 'selectModel', 'changeAddress', 'setKey'],
    );
  });
});
