import { deepStrictEqual } from 'node:assert/strict';
import type { CheckView } from '../../../../src/protocol/settingsProtocol.ts';
import type { QuirkName } from '../../../relay/quirks/table.ts';
import type { ReferenceRelay } from '../../../relay/referenceRelay.ts';
import { useReferenceRelay } from '../../../relay/useReferenceRelay.ts';
import { createAuthority } from '../../relay/http/certificateAuthority.ts';
import { type ProxyOptions, startProxy } from '../../relay/http/connectProxy.ts';
import type { SecureServer } from '../../relay/http/secureServer.ts';
import { startListener } from '../../relay/probe/listener.ts';
import { type OnEnd, runCheck, type Situation, startFront, statusesOf } from './runCheck.ts';

const authority = createAuthority();
const chatModel = 'msg-haiku-4-5-20251001';
const authorization = `Basic ${btoa('user:pa55word')}`;
const address = 'https://relay.example.com';
const works = 'The connection works, with warnings.';
const byEditor = 'Requests use VS Code’s network connection because a direct connection failed.';
const rejectedKey = 'API key: 127.0.0.1 rejected the API key (HTTP 401).';
const unconfirmedKey = 'API key: Neither model list confirms that the API key is valid.';
const noModel = 'Chat test: No model is selected.';
const unencrypted =
  'Base URL: Requests go to http://relay.example.com unencrypted. Other people on the network can read the API key.';

/** Changes a situation with a reachable relay and a valid key. */
type Arrange = (relay: ReferenceRelay, onEnd: OnEnd) => Partial<Situation> | Promise<Partial<Situation>>;

/** The relay has this quirk, at one path or at all. */
const quirk =
  (name: QuirkName, path?: string, change: Arrange = () => ({})): Arrange =>
  (relay, onEnd) => {
    onEnd(relay.with(name, path === undefined ? {} : { path }).undo);
    return change(relay, onEnd);
  };

/** The relay is behind a web server with TLS, whose certificate is for this name. */
const behind =
  (
    name: string,
    change: (front: SecureServer, ...args: Parameters<Arrange>) => ReturnType<Arrange>,
  ): Arrange =>
  async (relay, onEnd) =>
    change(await startFront(relay, authority.issue(name), onEnd), relay, onEnd);

/** The URL of a proxy for the duration of a check. */
async function proxyFor(onEnd: OnEnd, options: ProxyOptions): Promise<string> {
  const proxy = await startProxy(options);
  onEnd(() => proxy.close());
  return proxy.url;
}

/** An editor whose network reaches the relay when ours does not. */
const editorFor =
  ({ baseUrl }: ReferenceRelay): typeof fetch =>
  (input, init) =>
    fetch(`${baseUrl}${new URL(String(input)).pathname}`, init);

const chatError = [
  'event: message_start\ndata: {"type":"message_start","message":{"id":"m1","role":"assistant","content":[]}}',
  'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}',
  '',
].join('\n\n');

/**
 * Situations, with the status of each stage (address, name, connect, certificate, key, model lists, chat, speech; those
 * after the last one are skipped), and the messages that a person sees.
 */
const groups: Readonly<
  Record<string, readonly (readonly [name: string, Arrange, stages: string, ...words: string[]])[]>
> = {
  'the base URL and the connection': [
    ['an empty URL', () => ({ address: ' ' }), 'failed', 'Base URL: Enter the relay’s base URL.'],
    [
      'the URL of the console',
      ({ baseUrl }) => ({ address: `${baseUrl}/console` }),
      'ok ok ok skipped warning failed',
      unconfirmedKey,
      'Model lists: No relay was found at this base URL.',
    ],
    [
      'a host name that can’t be resolved',
      () => ({ address: 'https://relay.invalid' }),
      'ok failed',
      'Host name: The host name relay.invalid can’t be resolved (ENOTFOUND).',
    ],
    [
      'a host name that neither we nor the editor can resolve',
      () => ({
        address: 'https://relay.invalid',
        network: { editorFetch: () => fetch('http://relay.invalid') },
      }),
      'ok failed',
      'Host name: The host name relay.invalid can’t be resolved (ENOTFOUND).',
      '- VS Code’s own network connection can’t reach the relay either.',
    ],
    [
      'a host name that only the editor can resolve',
      (relay) => ({ address: 'https://relay.invalid', network: { editorFetch: editorFor(relay) } }),
      'ok warning warning skipped ok ok ok',
      `Host name: ${byEditor}`,
      '- The host name relay.invalid can’t be resolved (ENOTFOUND).',
      `Connection: ${byEditor}`,
      works,
    ],
    [
      'silence before the handshake',
      async (_, onEnd) => {
        const { port, close } = await startListener();
        onEnd(close);
        return { address: `https://127.0.0.1:${port}`, timeouts: { connectMs: 500 } };
      },
      'ok ok ok failed',
      'Certificate: The connection to 127.0.0.1 timed out after 1 s.',
    ],
    [
      'a certificate by an unknown issuer',
      behind('127.0.0.1', ({ origin }) => ({ address: origin })),
      'ok ok ok failed',
      'Certificate: The certificate of 127.0.0.1 is not trusted (UNABLE_TO_VERIFY_LEAF_SIGNATURE).',
      '- The certificate was issued by Authority of a test.',
    ],
    [
      'a certificate that is not verified',
      behind('other.example.com', ({ origin }) => ({ address: origin, network: { strictSsl: false } })),
      'ok ok ok warning ok ok ok',
      'Certificate: Issued by Authority of a test, valid until 2049-12-31, TLSv1.3. The certificate is not verified because the setting http.proxyStrictSSL is off.',
      works,
    ],
  ],
  'a proxy': [
    [
      'that lets us through',
      behind('relay.example.com', async ({ port }, _, onEnd) => {
        const url = await proxyFor(onEnd, { leadsTo: port, authorization });
        const proxyUrl = url.replace('//', '//user:pa55word@');
        return { address, network: { extraCertificates: [authority.cert], proxyUrl } };
      }),
      'ok ok ok ok ok ok ok',
      'All checks passed.',
    ],
    [
      'that forwards plain http, unencrypted',
      async ({ baseUrl }, onEnd) => {
        const proxyUrl = await proxyFor(onEnd, { leadsTo: Number(new URL(baseUrl).port) });
        return { address: 'http://relay.example.com', network: { proxyUrl } };
      },
      'warning ok ok skipped ok ok ok',
      unencrypted,
      works,
    ],
    [
      'that requires a password',
      async (_, onEnd) => {
        const url = await proxyFor(onEnd, { leadsTo: 1, authorization });
        return { address, network: { proxyUrl: url.replace('//', '//user:wrong@') } };
      },
      'ok ok failed',
      'Connection: The proxy http://127.0.0.1 requires a user name and password, or rejected them (HTTP 407).',
    ],
    [
      'that requires a password for plain http',
      async (_, onEnd) => {
        const proxyUrl = await proxyFor(onEnd, { leadsTo: 1, authorization });
        return { address: 'http://relay.example.com', network: { proxyUrl } };
      },
      'warning ok ok skipped failed',
      unencrypted,
      'API key: The proxy http://127.0.0.1 requires a user name and password, or rejected them (HTTP 407).',
    ],
    [
      'of a type that we do not support',
      () => ({ address, network: { proxyUrl: 'socks5://user:pa55word@127.0.0.1:1080' } }),
      'ok failed',
      'Host name: The type of the proxy socks5://127.0.0.1 is not supported.',
    ],
    [
      'of a type that only the editor supports',
      (relay) => ({
        address,
        network: { proxyUrl: 'socks5://127.0.0.1:1080', editorFetch: editorFor(relay) },
      }),
      'ok warning warning skipped ok ok ok',
      `Host name: ${byEditor}`,
      '- The type of the proxy socks5://127.0.0.1 is not supported.',
      `Connection: ${byEditor}`,
      works,
    ],
    [
      'that intercepts TLS with a certificate that only the editor trusts',
      behind('relay.example.com', async ({ port }, relay, onEnd) => {
        const proxyUrl = await proxyFor(onEnd, { leadsTo: port });
        return { address, network: { proxyUrl, editorFetch: editorFor(relay) } };
      }),
      'ok ok ok warning ok ok ok',
      'Certificate: Requests use VS Code’s network connection, which trusts the certificate. The direct connection does not.',
      '- The certificate of relay.example.com is not trusted (UNABLE_TO_VERIFY_LEAF_SIGNATURE).',
      works,
    ],
  ],
  'the key': [
    [
      'no key',
      () => ({ apiKey: undefined }),
      'ok ok ok skipped failed',
      'API key: No API key is stored for 127.0.0.1.',
    ],
    ['a wrong key', () => ({ apiKey: 'sk-of-another-relay' }), 'ok ok ok skipped failed', rejectedKey],
    [
      'a wrong key when the lists need none',
      quirk('lists-without-key', undefined, () => ({ apiKey: 'sk-of-another-relay' })),
      'ok ok ok skipped failed',
      rejectedKey,
    ],
    [
      'a disabled token',
      ({ keys }) => ({ apiKey: keys.disabled403 }),
      'ok ok ok skipped failed',
      'API key: The API key can’t be used (HTTP 403).',
    ],
    [
      'a closed account',
      quirk('user-banned'),
      'ok ok ok skipped failed',
      'API key: 127.0.0.1 rejected the request (HTTP 403).',
    ],
    [
      'an empty wallet',
      ({ keys }) => ({ apiKey: keys.balanceTooLow }),
      'ok ok ok skipped ok ok failed',
      'Chat test: The balance is too low (HTTP 403).',
    ],
  ],
  'the lists': [
    [
      'one that is available, the first',
      quirk('error-ok-false', '/v1beta/models'),
      'ok ok ok skipped ok warning ok',
      'Model lists: Models listed: 23.',
      '- /v1beta/models: 127.0.0.1 returned HTTP 404: Not Found',
      works,
    ],
    [
      'neither of them available, and a typed model ID',
      quirk(
        'error-ok-false',
        '/v1/models',
        quirk('error-ok-false', '/v1beta/models', () => ({ chatModel })),
      ),
      'ok ok ok skipped warning failed ok',
      unconfirmedKey,
      'Model lists: No relay was found at this base URL (HTTP 404).',
      works,
    ],
    [
      'one of them empty, the other not available',
      quirk('html-502', '/v1/models', ({ keys }) => ({ apiKey: keys.noChannel })),
      'ok ok ok skipped ok failed failed',
      'Model lists: The relay or its provider returned an error (HTTP 502).',
      noModel,
    ],
    [
      'both of them empty',
      ({ keys }) => ({ apiKey: keys.noChannel }),
      'ok ok ok skipped ok warning failed',
      'Model lists: The relay lists no models for this API key.',
      '- In the relay’s console, check that your API key, your account and its user group have access to models.',
      noModel,
    ],
  ],
  'the model': [
    [
      'that the token may not use',
      ({ keys }) => ({ apiKey: keys.restricted, chatModel: 'msg-opus-4-7' }),
      'ok ok ok skipped ok ok failed',
      'Chat test: This API key has no access to the model “msg-opus-4-7” (HTTP 403).',
    ],
    [
      'that sends an incomplete response',
      quirk('clean-cut', '/v1/messages', () => ({ chatModel })),
      'ok ok ok skipped ok ok warning',
      'Chat test: “msg-haiku-4-5-20251001” responded with the Messages protocol in 0 ms.',
      '- The response was interrupted by the relay, its provider, or the network.',
      works,
    ],
    [
      'that sends an error in place of the first text',
      (relay) => {
        const headers = { 'content-type': 'text/event-stream' };
        relay.failNext('/v1/messages', { kind: 'reply', status: 200, headers, body: chatError });
        return { chatModel };
      },
      'ok ok ok skipped ok ok failed',
      'Chat test: The response was interrupted by the relay, its provider, or the network.',
    ],
  ],
};

/** The check's own advice about a failure. All other advice belongs to the message of the failure. */
const ownAdvice = /^(VS Code’s own network connection|The certificate was issued by)/;

/**
 * The messages of the stages that failed or have a remark, then the summary unless it repeats one of them.
 * Ports are left out, since the system assigns them.
 */
function wordsOf({ stages, summary }: CheckView): string[] {
  const lines = stages
    .filter(({ status, failure }) => status === 'failed' || status === 'warning' || failure)
    .flatMap(({ label, status, verdict, failure }) => [
      `${label}: ${verdict}`,
      ...(failure?.advice ?? [])
        .filter((line) => status === 'warning' || ownAdvice.test(line))
        .map((line) => `- ${line}`),
    ]);
  const whole = summary?.text.replace(/^“(.*?)” failed: /, '$1: ') ?? '';
  return [...lines, ...(lines.includes(whole) ? [] : [whole])].map((line) =>
    line.replaceAll(/(127\.0\.0\.1|localhost):\d+/g, '$1').replaceAll(/EAI_AGAIN/g, 'ENOTFOUND'),
  );
}

describe('the check’s report on', () => {
  const relay = useReferenceRelay();

  for (const [group, rows] of Object.entries(groups)) {
    describe(group, () => {
      for (const [name, arrange, stages, ...words] of rows) {
        it(name, async () => {
          const undos: (() => unknown)[] = [];
          const change = await arrange(relay, (undo) => undos.push(undo));
          const usual = { address: relay.baseUrl, apiKey: relay.keys.good, voice: 'BV700_streaming' };
          const view = await runCheck({ ...usual, ...change });
          for (const undo of undos) await undo();
          deepStrictEqual(
            [statusesOf(view).replace(/( skipped)+$/, ''), ...wordsOf(view)],
            [stages, ...words],
          );
        });
      }
    });
  }
});
