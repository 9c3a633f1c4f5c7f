import type { Socket } from 'node:net';
import { createAuthority } from '../../../relay/http/certificateAuthority.ts';
import { type ProxyOptions, startProxy, type TestProxy } from '../../../relay/http/connectProxy.ts';
import { findClosedPort } from '../../../relay/probe/listener.ts';
import { startFront } from '../runCheck.ts';
import { at, editorFor, type OnEnd, type Row } from './row.ts';

const authority = createAuthority();
const trusted = { extraCertificates: [authority.cert] };
const address = 'https://relay.example.com';
const authorization = `Basic ${btoa('user:pa55word')}`;
const portOf = (baseUrl: string) => Number(new URL(baseUrl).port);

/** What companies have between us and the relay. */
export const proxyRows: readonly Row[] = [
  {
    name: 'that lets us through',
    arrange: async (relay, onEnd) => {
      const front = await startFront(relay, authority.issue('relay.example.com'), onEnd);
      const proxy = await proxyFor(onEnd, { leadsTo: front.port, authorization });
      const proxyUrl = proxy.url.replace('//', '//user:pa55word@');
      return at(relay, { address, network: { ...trusted, proxyUrl } });
    },
    stages: 'ok ok ok ok ok ok ok ok skipped',
    english: ['All checks passed.'],
    chinese: ['所有检查均已通过。'],
  },
  {
    name: 'that forwards plain http, unencrypted',
    arrange: async (relay, onEnd) => {
      const { url } = await proxyFor(onEnd, { leadsTo: portOf(relay.baseUrl) });
      return at(relay, { address: 'http://relay.example.com', network: { proxyUrl: url } });
    },
    stages: 'warning ok ok skipped ok ok ok ok skipped',
    english: [
      'Base URL: Requests go to http://relay.example.com unencrypted. Other people on the network can read the API key.',
      'The connection works, with warnings.',
    ],
    chinese: [
      '基础 URL: 请求将以未加密方式发往 http://relay.example.com。网络中的其他人可以读取 API 密钥。',
      '连接可用，但有警告。',
    ],
  },
  {
    name: 'that wants a password',
    arrange: async (relay, onEnd) => {
      const { url } = await proxyFor(onEnd, { leadsTo: 1, authorization });
      return at(relay, { address, network: { proxyUrl: url.replace('//', '//user:wrong@') } });
    },
    stages: 'ok ok failed skipped skipped skipped skipped skipped skipped',
    english: [
      'Connection: The proxy http://127.0.0.1 requires a user name and password, or rejected them (HTTP 407).',
      '- Add them to the setting http.proxy, for example http://name:password@proxy.example.com:8080, or set http.proxyAuthorization.',
      '[Proxy Settings…] [Show Log]',
      'Start with “Connection”: The proxy http://127.0.0.1 requires a user name and password, or rejected them (HTTP 407).',
    ],
    chinese: [
      '连接: 代理 http://127.0.0.1 要求用户名和密码，或拒绝了所给的用户名和密码（HTTP 407）。',
      '- 请将其添加到设置 http.proxy，例如 http://name:password@proxy.example.com:8080，或设置 http.proxyAuthorization。',
      '[代理设置…] [显示日志]',
      '请先检查“连接”：代理 http://127.0.0.1 要求用户名和密码，或拒绝了所给的用户名和密码（HTTP 407）。',
    ],
  },
  {
    name: 'that wants a password for plain http',
    arrange: async (relay, onEnd) => {
      const { url } = await proxyFor(onEnd, { leadsTo: 1, authorization });
      return at(relay, { address: 'http://relay.example.com', network: { proxyUrl: url } });
    },
    stages: 'warning ok ok skipped failed skipped skipped skipped skipped',
    english: [
      'Base URL: Requests go to http://relay.example.com unencrypted. Other people on the network can read the API key.',
      'API key: The proxy http://127.0.0.1 requires a user name and password, or rejected them (HTTP 407).',
      '- Add them to the setting http.proxy, for example http://name:password@proxy.example.com:8080, or set http.proxyAuthorization.',
      '[Proxy Settings…] [Show Log]',
      'Start with “API key”: The proxy http://127.0.0.1 requires a user name and password, or rejected them (HTTP 407).',
    ],
    chinese: [
      '基础 URL: 请求将以未加密方式发往 http://relay.example.com。网络中的其他人可以读取 API 密钥。',
      'API 密钥: 代理 http://127.0.0.1 要求用户名和密码，或拒绝了所给的用户名和密码（HTTP 407）。',
      '- 请将其添加到设置 http.proxy，例如 http://name:password@proxy.example.com:8080，或设置 http.proxyAuthorization。',
      '[代理设置…] [显示日志]',
      '请先检查“API 密钥”：代理 http://127.0.0.1 要求用户名和密码，或拒绝了所给的用户名和密码（HTTP 407）。',
    ],
  },
  {
    name: 'that says no',
    arrange: async (relay, onEnd) => {
      const answer = (socket: Socket) => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      const { url } = await proxyFor(onEnd, { leadsTo: 1, answer });
      return at(relay, { address, network: { proxyUrl: url } });
    },
    stages: 'ok ok failed skipped skipped skipped skipped skipped skipped',
    english: [
      'Connection: The proxy http://127.0.0.1 blocked access to relay.example.com (HTTP 403).',
      '- Ask the proxy’s administrator to allow it, or add the relay to the setting http.noProxy.',
      '[Proxy Settings…] [Show Log]',
      'Start with “Connection”: The proxy http://127.0.0.1 blocked access to relay.example.com (HTTP 403).',
    ],
    chinese: [
      '连接: 代理 http://127.0.0.1 阻止了对 relay.example.com 的访问（HTTP 403）。',
      '- 请让代理管理员放行，或将中转站添加到设置 http.noProxy。',
      '[代理设置…] [显示日志]',
      '请先检查“连接”：代理 http://127.0.0.1 阻止了对 relay.example.com 的访问（HTTP 403）。',
    ],
  },
  {
    name: 'that says nothing',
    arrange: async (relay, onEnd) => {
      const { url } = await proxyFor(onEnd, { leadsTo: 1, answer: () => {} });
      return at(relay, { address, network: { proxyUrl: url }, timeouts: { connectMs: 500 } });
    },
    stages: 'ok ok failed skipped skipped skipped skipped skipped skipped',
    english: [
      'Connection: The connection to relay.example.com timed out after 1 seconds.',
      '- The connection uses the proxy http://127.0.0.1. Check the proxy and the base URL.',
      '[Proxy Settings…]',
      'Start with “Connection”: The connection to relay.example.com timed out after 1 seconds.',
    ],
    chinese: [
      '连接: 与 relay.example.com 的连接在 1 秒后超时。',
      '- 连接使用代理 http://127.0.0.1。请检查该代理和基础 URL。',
      '[代理设置…]',
      '请先检查“连接”：与 relay.example.com 的连接在 1 秒后超时。',
    ],
  },
  {
    name: 'that is not there',
    arrange: async (relay) => {
      const proxyUrl = `http://127.0.0.1:${await findClosedPort()}`;
      return at(relay, { address, network: { proxyUrl } });
    },
    stages: 'ok ok failed skipped skipped skipped skipped skipped skipped',
    english: [
      'Connection: The proxy http://127.0.0.1 can’t be reached (ECONNREFUSED).',
      '- Check the setting http.proxy and the environment variables HTTPS_PROXY and HTTP_PROXY.',
      '[Proxy Settings…] [Show Log]',
      'Start with “Connection”: The proxy http://127.0.0.1 can’t be reached (ECONNREFUSED).',
    ],
    chinese: [
      '连接: 无法连接代理 http://127.0.0.1 (ECONNREFUSED)。',
      '- 请检查设置 http.proxy 以及环境变量 HTTPS_PROXY 和 HTTP_PROXY。',
      '[代理设置…] [显示日志]',
      '请先检查“连接”：无法连接代理 http://127.0.0.1 (ECONNREFUSED)。',
    ],
  },
  {
    name: 'that is nowhere',
    arrange: (relay) => at(relay, { address, network: { proxyUrl: 'http://proxy.invalid:3128' } }),
    stages: 'ok failed skipped skipped skipped skipped skipped skipped skipped',
    english: [
      'Host name: The proxy http://proxy.invalid:3128 can’t be reached (ENOTFOUND).',
      '- Check the setting http.proxy and the environment variables HTTPS_PROXY and HTTP_PROXY.',
      '[Proxy Settings…] [Show Log]',
      'Start with “Host name”: The proxy http://proxy.invalid:3128 can’t be reached (ENOTFOUND).',
    ],
    chinese: [
      '主机名: 无法连接代理 http://proxy.invalid:3128 (ENOTFOUND)。',
      '- 请检查设置 http.proxy 以及环境变量 HTTPS_PROXY 和 HTTP_PROXY。',
      '[代理设置…] [显示日志]',
      '请先检查“主机名”：无法连接代理 http://proxy.invalid:3128 (ENOTFOUND)。',
    ],
  },
  {
    name: 'of a kind that we do not speak',
    arrange: (relay) =>
      at(relay, { address, network: { proxyUrl: 'socks5://user:pa55word@127.0.0.1:1080' } }),
    stages: 'ok skipped failed skipped skipped skipped skipped skipped skipped',
    english: [
      'Connection: The type of the proxy socks5://127.0.0.1 is not supported.',
      '- Set an http:// or https:// proxy in the setting http.proxy.',
      '[Proxy Settings…] [Show Log]',
      'Start with “Connection”: The type of the proxy socks5://127.0.0.1 is not supported.',
    ],
    chinese: [
      '连接: 不支持代理 socks5://127.0.0.1 的类型。',
      '- 请在设置 http.proxy 中设置 http:// 或 https:// 代理。',
      '[代理设置…] [显示日志]',
      '请先检查“连接”：不支持代理 socks5://127.0.0.1 的类型。',
    ],
  },
  {
    name: 'of a kind that only the editor speaks',
    arrange: (relay) =>
      at(relay, {
        address,
        network: { proxyUrl: 'socks5://127.0.0.1:1080', editorFetch: editorFor(relay.baseUrl) },
      }),
    stages: 'ok skipped warning skipped ok ok ok ok skipped',
    english: [
      'Connection: Requests use VS Code’s network connection because a direct connection failed.',
      '- The type of the proxy socks5://127.0.0.1 is not supported.',
      'The connection works, with warnings.',
    ],
    chinese: [
      '连接: 直接连接失败，因此请求使用 VS Code 的网络连接。',
      '- 不支持代理 socks5://127.0.0.1 的类型。',
      '连接可用，但有警告。',
    ],
  },
  {
    name: 'that reads along, which only the editor trusts',
    arrange: async (relay, onEnd) => {
      const front = await startFront(relay, authority.issue('relay.example.com'), onEnd);
      const { url } = await proxyFor(onEnd, { leadsTo: front.port });
      return at(relay, {
        address,
        network: { proxyUrl: url, editorFetch: editorFor(relay.baseUrl) },
      });
    },
    stages: 'ok ok ok warning ok ok ok ok skipped',
    english: [
      'Certificate: Requests use VS Code’s network connection, which trusts the certificate. The direct connection does not.',
      '- The certificate of relay.example.com is not trusted (UNABLE_TO_VERIFY_LEAF_SIGNATURE).',
      'The connection works, with warnings.',
    ],
    chinese: [
      '证书: 请求使用 VS Code 的网络连接，它信任该证书。直接连接不信任该证书。',
      '- relay.example.com 的证书不受信任 (UNABLE_TO_VERIFY_LEAF_SIGNATURE)。',
      '连接可用，但有警告。',
    ],
  },
];

/** A proxy for the time of a check. */
async function proxyFor(onEnd: OnEnd, options: ProxyOptions): Promise<TestProxy> {
  const proxy = await startProxy(options);
  onEnd(() => proxy.close());
  return proxy;
}
