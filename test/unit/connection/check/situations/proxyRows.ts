import type { Socket } from 'node:net';
import { createAuthority } from '../../../relay/http/certificateAuthority.ts';
import { findClosedPort } from '../../../relay/probe/listener.ts';
import { editorFor } from '../editorWay.ts';
import { startFront } from '../front.ts';
import { proxyFor } from '../proxied.ts';
import { at, type Row } from './row.ts';

const authority = createAuthority();
const trusted = { extraCertificates: [authority.cert] };
const address = 'https://relay.example.com';
const authorization = `Basic ${btoa('user:pa55word')}`;
const portOf = (baseAddress: string) => Number(new URL(baseAddress).port);

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
    english: ['All is well: the relay is ready to be used.'],
    chinese: ['一切正常：中转站可以使用了。'],
  },
  {
    name: 'that forwards plain http, unencrypted',
    arrange: async (relay, onEnd) => {
      const { url } = await proxyFor(onEnd, { leadsTo: portOf(relay.baseAddress) });
      return at(relay, { address: 'http://relay.example.com', network: { proxyUrl: url } });
    },
    stages: 'warning ok ok skipped ok ok ok ok skipped',
    english: [
      'Base address: Requests go to http://relay.example.com, unencrypted: everyone on the way can read the key.',
      'It works, with remarks.',
    ],
    chinese: [
      '基础地址: 请求将发往 http://relay.example.com，未加密：沿途任何人都能读到密钥。',
      '可以使用，但有提示。',
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
      'Connection: The proxy http://127.0.0.1 asks for a name and password, or did not accept the given ones (HTTP 407).',
      '- Write them into the setting http.proxy, as in http://name:password@proxy.example.com:8080, or set http.proxyAuthorization.',
      '[Proxy Settings…] [Show Log]',
      'Look at “Connection” first: The proxy http://127.0.0.1 asks for a name and password, or did not accept the given ones (HTTP 407).',
    ],
    chinese: [
      '连接: 代理 http://127.0.0.1 要求用户名和密码，或不接受所给的用户名和密码（HTTP 407）。',
      '- 请写入设置 http.proxy，例如 http://name:password@proxy.example.com:8080，或设置 http.proxyAuthorization。',
      '[代理设置…] [显示日志]',
      '请先看“连接”：代理 http://127.0.0.1 要求用户名和密码，或不接受所给的用户名和密码（HTTP 407）。',
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
      'Base address: Requests go to http://relay.example.com, unencrypted: everyone on the way can read the key.',
      'Key: The proxy http://127.0.0.1 asks for a name and password, or did not accept the given ones (HTTP 407).',
      '- Write them into the setting http.proxy, as in http://name:password@proxy.example.com:8080, or set http.proxyAuthorization.',
      '[Proxy Settings…] [Show Log]',
      'Look at “Key” first: The proxy http://127.0.0.1 asks for a name and password, or did not accept the given ones (HTTP 407).',
    ],
    chinese: [
      '基础地址: 请求将发往 http://relay.example.com，未加密：沿途任何人都能读到密钥。',
      '密钥: 代理 http://127.0.0.1 要求用户名和密码，或不接受所给的用户名和密码（HTTP 407）。',
      '- 请写入设置 http.proxy，例如 http://name:password@proxy.example.com:8080，或设置 http.proxyAuthorization。',
      '[代理设置…] [显示日志]',
      '请先看“密钥”：代理 http://127.0.0.1 要求用户名和密码，或不接受所给的用户名和密码（HTTP 407）。',
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
      'Connection: The proxy http://127.0.0.1 did not let relay.example.com through (HTTP 403).',
      '- Ask those who run the proxy to allow it, or name the relay in the setting http.noProxy.',
      '[Proxy Settings…] [Show Log]',
      'Look at “Connection” first: The proxy http://127.0.0.1 did not let relay.example.com through (HTTP 403).',
    ],
    chinese: [
      '连接: 代理 http://127.0.0.1 不允许访问 relay.example.com（HTTP 403）。',
      '- 请让代理的管理者放行，或在设置 http.noProxy 中填写该中转站。',
      '[代理设置…] [显示日志]',
      '请先看“连接”：代理 http://127.0.0.1 不允许访问 relay.example.com（HTTP 403）。',
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
      'Connection: relay.example.com could not be connected to within 1 seconds.',
      '- The way leads through the proxy http://127.0.0.1: check it, and the base address.',
      '[Proxy Settings…]',
      'Look at “Connection” first: relay.example.com could not be connected to within 1 seconds.',
    ],
    chinese: [
      '连接: 1 秒内未能连上 relay.example.com。',
      '- 连接要经过代理 http://127.0.0.1：请检查该代理和基础地址。',
      '[代理设置…]',
      '请先看“连接”：1 秒内未能连上 relay.example.com。',
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
      '- Check the setting http.proxy, and the variables HTTPS_PROXY and HTTP_PROXY.',
      '[Proxy Settings…] [Show Log]',
      'Look at “Connection” first: The proxy http://127.0.0.1 can’t be reached (ECONNREFUSED).',
    ],
    chinese: [
      '连接: 无法连接代理 http://127.0.0.1 (ECONNREFUSED)。',
      '- 请检查设置 http.proxy，以及环境变量 HTTPS_PROXY 和 HTTP_PROXY。',
      '[代理设置…] [显示日志]',
      '请先看“连接”：无法连接代理 http://127.0.0.1 (ECONNREFUSED)。',
    ],
  },
  {
    name: 'that is nowhere',
    arrange: (relay) => at(relay, { address, network: { proxyUrl: 'http://proxy.invalid:3128' } }),
    stages: 'ok failed skipped skipped skipped skipped skipped skipped skipped',
    english: [
      'Host name: The proxy http://proxy.invalid:3128 can’t be reached (ENOTFOUND).',
      '- Check the setting http.proxy, and the variables HTTPS_PROXY and HTTP_PROXY.',
      '[Proxy Settings…] [Show Log]',
      'Look at “Host name” first: The proxy http://proxy.invalid:3128 can’t be reached (ENOTFOUND).',
    ],
    chinese: [
      '主机名: 无法连接代理 http://proxy.invalid:3128 (ENOTFOUND)。',
      '- 请检查设置 http.proxy，以及环境变量 HTTPS_PROXY 和 HTTP_PROXY。',
      '[代理设置…] [显示日志]',
      '请先看“主机名”：无法连接代理 http://proxy.invalid:3128 (ENOTFOUND)。',
    ],
  },
  {
    name: 'of a kind that we do not speak',
    arrange: (relay) =>
      at(relay, { address, network: { proxyUrl: 'socks5://user:pa55word@127.0.0.1:1080' } }),
    stages: 'ok skipped failed skipped skipped skipped skipped skipped skipped',
    english: [
      'Connection: The proxy socks5://127.0.0.1 is of a kind that is not supported.',
      '- Set a proxy that begins with http:// or https:// in the setting http.proxy.',
      '[Proxy Settings…] [Show Log]',
      'Look at “Connection” first: The proxy socks5://127.0.0.1 is of a kind that is not supported.',
    ],
    chinese: [
      '连接: 不支持代理 socks5://127.0.0.1 的类型。',
      '- 请在设置 http.proxy 中填写以 http:// 或 https:// 开头的代理。',
      '[代理设置…] [显示日志]',
      '请先看“连接”：不支持代理 socks5://127.0.0.1 的类型。',
    ],
  },
  {
    name: 'of a kind that only the editor speaks',
    arrange: (relay) =>
      at(relay, {
        address,
        network: { proxyUrl: 'socks5://127.0.0.1:1080', editorFetch: editorFor(relay.baseAddress) },
      }),
    stages: 'ok skipped warning skipped ok ok ok ok skipped',
    english: [
      'Connection: Requests go by the editor’s own way, since ours does not lead there.',
      '- The proxy socks5://127.0.0.1 is of a kind that is not supported.',
      'It works, with remarks.',
    ],
    chinese: [
      '连接: 请求改走编辑器自己的网络，因为本扩展的连接到不了那里。',
      '- 不支持代理 socks5://127.0.0.1 的类型。',
      '可以使用，但有提示。',
    ],
  },
  {
    name: 'that reads along, which only the editor trusts',
    arrange: async (relay, onEnd) => {
      const front = await startFront(relay, authority.issue('relay.example.com'), onEnd);
      const { url } = await proxyFor(onEnd, { leadsTo: front.port });
      return at(relay, {
        address,
        network: { proxyUrl: url, editorFetch: editorFor(relay.baseAddress) },
      });
    },
    stages: 'ok ok ok warning ok ok ok ok skipped',
    english: [
      'Certificate: Requests go by the editor’s own way, which trusts the certificate. Ours does not.',
      '- The certificate of relay.example.com is not trusted (UNABLE_TO_VERIFY_LEAF_SIGNATURE).',
      'It works, with remarks.',
    ],
    chinese: [
      '证书: 请求改走编辑器自己的网络：它信任该证书，本扩展的连接不信任。',
      '- relay.example.com 的证书不受信任 (UNABLE_TO_VERIFY_LEAF_SIGNATURE)。',
      '可以使用，但有提示。',
    ],
  },
];
