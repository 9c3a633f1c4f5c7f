import { createAuthority } from '../../../relay/http/certificateAuthority.ts';
import { exampleRoot, expiredIdentity } from '../../../relay/probe/identities.ts';
import { findClosedPort, startListener } from '../../../relay/probe/listener.ts';
import { editorFor } from '../editorWay.ts';
import { startFront } from '../front.ts';
import { at, type Row } from './row.ts';

const authority = createAuthority();
const trusted = { extraCertificates: [authority.cert] };

/** Contract 7 has no row for what comes before a reply. */
export const wayRows: readonly Row[] = [
  {
    name: 'https, all well',
    arrange: async (relay, onEnd) => {
      const front = await startFront(relay, authority.issue('127.0.0.1'), onEnd);
      return at(relay, { address: front.origin, network: trusted });
    },
    stages: 'ok ok ok ok ok ok ok ok skipped',
    english: ['All is well: the relay is ready to be used.'],
    chinese: ['一切正常：中转站可以使用了。'],
  },
  {
    name: 'a name that can’t be found',
    arrange: (relay) => at(relay, { address: 'https://relay.invalid' }),
    stages: 'ok failed skipped skipped skipped skipped skipped skipped skipped',
    english: [
      'Host name: The name relay.invalid can’t be found (ENOTFOUND).',
      '- Check the spelling of the base address, and the network.',
      '[Change Address…] [Show Log]',
      'Look at “Host name” first: The name relay.invalid can’t be found (ENOTFOUND).',
    ],
    chinese: [
      '主机名: 找不到主机名 relay.invalid (ENOTFOUND)。',
      '- 请检查基础地址的拼写和网络。',
      '[更改地址…] [显示日志]',
      '请先看“主机名”：找不到主机名 relay.invalid (ENOTFOUND)。',
    ],
  },
  {
    name: 'a name that neither we nor the editor find',
    arrange: (relay) =>
      at(relay, {
        address: 'https://relay.invalid',
        network: { editorFetch: () => fetch('http://relay.invalid') },
      }),
    stages: 'ok failed skipped skipped skipped skipped skipped skipped skipped',
    english: [
      'Host name: The name relay.invalid can’t be found (ENOTFOUND).',
      '- Check the spelling of the base address, and the network.',
      '- VS Code’s own connection can’t reach it either.',
      '[Change Address…] [Show Log]',
      'Look at “Host name” first: The name relay.invalid can’t be found (ENOTFOUND).',
    ],
    chinese: [
      '主机名: 找不到主机名 relay.invalid (ENOTFOUND)。',
      '- 请检查基础地址的拼写和网络。',
      '- VS Code 自己的连接也无法到达那里。',
      '[更改地址…] [显示日志]',
      '请先看“主机名”：找不到主机名 relay.invalid (ENOTFOUND)。',
    ],
  },
  {
    name: 'a name that only the editor finds',
    arrange: (relay) =>
      at(relay, {
        address: 'https://relay.invalid',
        network: { editorFetch: editorFor(relay.baseAddress) },
      }),
    stages: 'ok warning warning skipped ok ok ok ok skipped',
    english: [
      'Host name: Requests go by the editor’s own way, since ours does not lead there.',
      '- The name relay.invalid can’t be found (ENOTFOUND).',
      'Connection: Requests go by the editor’s own way, since ours does not lead there.',
      'It works, with remarks.',
    ],
    chinese: [
      '主机名: 请求改走编辑器自己的网络，因为本扩展的连接到不了那里。',
      '- 找不到主机名 relay.invalid (ENOTFOUND)。',
      '连接: 请求改走编辑器自己的网络，因为本扩展的连接到不了那里。',
      '可以使用，但有提示。',
    ],
  },
  {
    name: 'a closed port',
    arrange: async (relay) => at(relay, { address: `http://127.0.0.1:${await findClosedPort()}` }),
    stages: 'ok ok failed skipped skipped skipped skipped skipped skipped',
    english: [
      'Connection: 127.0.0.1 refused the connection (ECONNREFUSED).',
      '- Nothing listens at that address and port. Check both, and that the relay runs.',
      '[Change Address…] [Show Log]',
      'Look at “Connection” first: 127.0.0.1 refused the connection (ECONNREFUSED).',
    ],
    chinese: [
      '连接: 127.0.0.1 拒绝连接 (ECONNREFUSED)。',
      '- 该地址和端口上没有服务。请检查两者，以及中转站是否在运行。',
      '[更改地址…] [显示日志]',
      '请先看“连接”：127.0.0.1 拒绝连接 (ECONNREFUSED)。',
    ],
  },
  {
    name: 'silence before the handshake',
    arrange: async (relay, onEnd) => {
      const { port, close } = await startListener();
      onEnd(close);
      return at(relay, { address: `https://127.0.0.1:${port}`, timeouts: { connectMs: 500 } });
    },
    stages: 'ok ok ok failed skipped skipped skipped skipped skipped',
    english: [
      'Certificate: 127.0.0.1 could not be connected to within 1 seconds.',
      '- Check the network, the proxy, and the base address.',
      '[Change Address…]',
      'Look at “Certificate” first: 127.0.0.1 could not be connected to within 1 seconds.',
    ],
    chinese: [
      '证书: 1 秒内未能连上 127.0.0.1。',
      '- 请检查网络、代理和基础地址。',
      '[更改地址…]',
      '请先看“证书”：1 秒内未能连上 127.0.0.1。',
    ],
  },
  {
    name: 'https to a port that speaks http',
    arrange: (relay) => at(relay, { address: relay.baseAddress.replace('http:', 'https:') }),
    stages: 'ok ok ok failed skipped skipped skipped skipped skipped',
    english: [
      'Certificate: 127.0.0.1 and this machine can’t agree on encryption (ERR_SSL_WRONG_VERSION_NUMBER).',
      '- Check that the address begins with the right http:// or https://, and its port.',
      '[Change Address…] [Show Log]',
      'Look at “Certificate” first: 127.0.0.1 and this machine can’t agree on encryption (ERR_SSL_WRONG_VERSION_NUMBER).',
    ],
    chinese: [
      '证书: 127.0.0.1 与本机无法就加密方式达成一致 (ERR_SSL_WRONG_VERSION_NUMBER)。',
      '- 请检查地址开头的 http:// 或 https:// 以及端口是否正确。',
      '[更改地址…] [显示日志]',
      '请先看“证书”：127.0.0.1 与本机无法就加密方式达成一致 (ERR_SSL_WRONG_VERSION_NUMBER)。',
    ],
  },
  {
    name: 'a certificate by nobody we know',
    arrange: async (relay, onEnd) => {
      const front = await startFront(relay, authority.issue('127.0.0.1'), onEnd);
      return at(relay, { address: front.origin });
    },
    stages: 'ok ok ok failed skipped skipped skipped skipped skipped',
    english: [
      'Certificate: The certificate of 127.0.0.1 is not trusted (UNABLE_TO_VERIFY_LEAF_SIGNATURE).',
      '- It was issued by Authority of a test.',
      '- Check that the address begins with the right http:// or https://. A company’s own certificate must be among those that this machine’s system trusts, or in the file that NODE_EXTRA_CA_CERTS names when VS Code starts.',
      '[Change Address…] [Show Log]',
      'Look at “Certificate” first: The certificate of 127.0.0.1 is not trusted (UNABLE_TO_VERIFY_LEAF_SIGNATURE).',
    ],
    chinese: [
      '证书: 127.0.0.1 的证书不受信任 (UNABLE_TO_VERIFY_LEAF_SIGNATURE)。',
      '- 它由 Authority of a test 颁发。',
      '- 请检查地址开头的 http:// 或 https:// 是否正确。公司自有的证书必须在本机系统信任的证书之中，或写在 VS Code 启动时 NODE_EXTRA_CA_CERTS 所指定的文件里。',
      '[更改地址…] [显示日志]',
      '请先看“证书”：127.0.0.1 的证书不受信任 (UNABLE_TO_VERIFY_LEAF_SIGNATURE)。',
    ],
  },
  {
    name: 'a certificate that has expired',
    arrange: async (relay, onEnd) => {
      const front = await startFront(relay, expiredIdentity, onEnd);
      return at(relay, { address: front.origin, network: { extraCertificates: [exampleRoot] } });
    },
    stages: 'ok ok ok failed skipped skipped skipped skipped skipped',
    english: [
      'Certificate: The certificate of 127.0.0.1 is not trusted (CERT_HAS_EXPIRED).',
      '- It was issued by Example Trust (Example Root).',
      '- It is out of date, unless this machine’s clock is wrong. Those who run the relay must renew it.',
      '[Change Address…] [Show Log]',
      'Look at “Certificate” first: The certificate of 127.0.0.1 is not trusted (CERT_HAS_EXPIRED).',
    ],
    chinese: [
      '证书: 127.0.0.1 的证书不受信任 (CERT_HAS_EXPIRED)。',
      '- 它由 Example Trust (Example Root) 颁发。',
      '- 证书不在有效期内，除非本机的时钟不准。中转站的运营者需要更新证书。',
      '[更改地址…] [显示日志]',
      '请先看“证书”：127.0.0.1 的证书不受信任 (CERT_HAS_EXPIRED)。',
    ],
  },
  {
    name: 'a certificate for another name',
    arrange: async (relay, onEnd) => {
      const front = await startFront(relay, authority.issue('other.example.com'), onEnd);
      return at(relay, { address: front.origin, network: trusted });
    },
    stages: 'ok ok ok failed skipped skipped skipped skipped skipped',
    english: [
      'Certificate: The certificate of 127.0.0.1 is not trusted (ERR_TLS_CERT_ALTNAME_INVALID).',
      '- It was issued by Authority of a test.',
      '- It was made out to another name. Check the spelling of the base address.',
      '[Change Address…] [Show Log]',
      'Look at “Certificate” first: The certificate of 127.0.0.1 is not trusted (ERR_TLS_CERT_ALTNAME_INVALID).',
    ],
    chinese: [
      '证书: 127.0.0.1 的证书不受信任 (ERR_TLS_CERT_ALTNAME_INVALID)。',
      '- 它由 Authority of a test 颁发。',
      '- 证书是颁发给另一个主机名的。请检查基础地址的拼写。',
      '[更改地址…] [显示日志]',
      '请先看“证书”：127.0.0.1 的证书不受信任 (ERR_TLS_CERT_ALTNAME_INVALID)。',
    ],
  },
  {
    name: 'a certificate that is not checked',
    arrange: async (relay, onEnd) => {
      const front = await startFront(relay, authority.issue('other.example.com'), onEnd);
      return at(relay, { address: front.origin, network: { strictSsl: false } });
    },
    stages: 'ok ok ok warning ok ok ok ok skipped',
    english: [
      'Certificate: Issued by Authority of a test, valid until 2049-12-31, TLSv1.3. It is not checked, since the setting http.proxyStrictSSL is off.',
      'It works, with remarks.',
    ],
    chinese: [
      '证书: 由 Authority of a test 颁发，有效期至 2049-12-31，TLSv1.3。设置 http.proxyStrictSSL 已关闭，因此不检查证书。',
      '可以使用，但有提示。',
    ],
  },
];
