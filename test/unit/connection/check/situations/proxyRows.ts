import { createAuthority } from '../../../relay/http/certificateAuthority.ts';
import { type ProxyOptions, startProxy, type TestProxy } from '../../../relay/http/connectProxy.ts';
import { at, editorFor, type OnEnd, type Row, startFront } from '../runCheck.ts';

const authority = createAuthority();
const trusted = { extraCertificates: [authority.cert] };
const address = 'https://relay.example.com';
const authorization = `Basic ${btoa('user:pa55word')}`;
const portOf = (baseUrl: string) => Number(new URL(baseUrl).port);

/** Proxies that companies have between us and the relay. */
export const proxyRows: readonly Row[] = [
  {
    name: 'that lets us through',
    arrange: async (relay, onEnd) => {
      const front = await startFront(relay, authority.issue('relay.example.com'), onEnd);
      const proxy = await proxyFor(onEnd, { leadsTo: front.port, authorization });
      const proxyUrl = proxy.url.replace('//', '//user:pa55word@');
      return at(relay, { address, network: { ...trusted, proxyUrl } });
    },
    stages: 'ok ok ok ok ok ok ok skipped',
    english: ['All checks passed.'],
  },
  {
    name: 'that forwards plain http, unencrypted',
    arrange: async (relay, onEnd) => {
      const { url } = await proxyFor(onEnd, { leadsTo: portOf(relay.baseUrl) });
      return at(relay, { address: 'http://relay.example.com', network: { proxyUrl: url } });
    },
    stages: 'warning ok ok skipped ok ok ok skipped',
    english: [
      'Base URL: Requests go to http://relay.example.com unencrypted. Other people on the network can read the API key.',
      'The connection works, with warnings.',
    ],
  },
  {
    name: 'that requires a password',
    arrange: async (relay, onEnd) => {
      const { url } = await proxyFor(onEnd, { leadsTo: 1, authorization });
      return at(relay, { address, network: { proxyUrl: url.replace('//', '//user:wrong@') } });
    },
    stages: 'ok ok failed skipped skipped skipped skipped skipped',
    english: [
      'Connection: The proxy http://127.0.0.1 requires a user name and password, or rejected them (HTTP 407).',
      '- Add the user name and password to the setting http.proxy, for example http://name:password@proxy.example.com:8080, or set http.proxyAuthorization.',
    ],
  },
  {
    name: 'that requires a password for plain http',
    arrange: async (relay, onEnd) => {
      const { url } = await proxyFor(onEnd, { leadsTo: 1, authorization });
      return at(relay, { address: 'http://relay.example.com', network: { proxyUrl: url } });
    },
    stages: 'warning ok ok skipped failed skipped skipped skipped',
    english: [
      'Base URL: Requests go to http://relay.example.com unencrypted. Other people on the network can read the API key.',
      'API key: The proxy http://127.0.0.1 requires a user name and password, or rejected them (HTTP 407).',
      '- Add the user name and password to the setting http.proxy, for example http://name:password@proxy.example.com:8080, or set http.proxyAuthorization.',
    ],
  },
  {
    name: 'that does not reply',
    arrange: async (relay, onEnd) => {
      const { url } = await proxyFor(onEnd, { leadsTo: 1, answer: () => {} });
      return at(relay, { address, network: { proxyUrl: url }, timeouts: { connectMs: 500 } });
    },
    stages: 'ok ok failed skipped skipped skipped skipped skipped',
    english: [
      'Connection: The connection to relay.example.com timed out after 1 s.',
      '- The connection uses the proxy http://127.0.0.1. Check the proxy and the base URL.',
    ],
  },
  {
    name: 'that can’t be found',
    arrange: (relay) => at(relay, { address, network: { proxyUrl: 'http://proxy.invalid:3128' } }),
    stages: 'ok failed skipped skipped skipped skipped skipped skipped',
    english: [
      'Host name: The proxy http://proxy.invalid:3128 can’t be reached (ENOTFOUND).',
      '- Check the setting http.proxy and the environment variables HTTPS_PROXY and HTTP_PROXY.',
    ],
  },
  {
    name: 'of a type that we do not support',
    arrange: (relay) =>
      at(relay, { address, network: { proxyUrl: 'socks5://user:pa55word@127.0.0.1:1080' } }),
    stages: 'ok failed skipped skipped skipped skipped skipped skipped',
    english: [
      'Host name: The type of the proxy socks5://127.0.0.1 is not supported.',
      '- Set an http:// or https:// proxy in the setting http.proxy.',
    ],
  },
  {
    name: 'of a type that only the editor supports',
    arrange: (relay) =>
      at(relay, {
        address,
        network: { proxyUrl: 'socks5://127.0.0.1:1080', editorFetch: editorFor(relay.baseUrl) },
      }),
    stages: 'ok warning warning skipped ok ok ok skipped',
    english: [
      'Host name: Requests use VS Code’s network connection because a direct connection failed.',
      '- The type of the proxy socks5://127.0.0.1 is not supported.',
      'Connection: Requests use VS Code’s network connection because a direct connection failed.',
      'The connection works, with warnings.',
    ],
  },
  {
    name: 'that intercepts TLS with a certificate that only the editor trusts',
    arrange: async (relay, onEnd) => {
      const front = await startFront(relay, authority.issue('relay.example.com'), onEnd);
      const { url } = await proxyFor(onEnd, { leadsTo: front.port });
      return at(relay, {
        address,
        network: { proxyUrl: url, editorFetch: editorFor(relay.baseUrl) },
      });
    },
    stages: 'ok ok ok warning ok ok ok skipped',
    english: [
      'Certificate: Requests use VS Code’s network connection, which trusts the certificate. The direct connection does not.',
      '- The certificate of relay.example.com is not trusted (UNABLE_TO_VERIFY_LEAF_SIGNATURE).',
      'The connection works, with warnings.',
    ],
  },
];

/** A proxy for the duration of a check. */
async function proxyFor(onEnd: OnEnd, options: ProxyOptions): Promise<TestProxy> {
  const proxy = await startProxy(options);
  onEnd(() => proxy.close());
  return proxy;
}
