import { createAuthority } from '../../../relay/http/certificateAuthority.ts';
import { exampleRoot, expiredIdentity } from '../../../relay/probe/identities.ts';
import { findClosedPort, startListener } from '../../../relay/probe/listener.ts';
import { startFront } from '../runCheck.ts';
import { at, editorFor, type Row } from './row.ts';

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
    english: ['All checks passed.'],
  },
  {
    name: 'a name that can’t be found',
    arrange: (relay) => at(relay, { address: 'https://relay.invalid' }),
    stages: 'ok failed skipped skipped skipped skipped skipped skipped skipped',
    english: [
      'Host name: The host name relay.invalid can’t be resolved (ENOTFOUND).',
      '- Check the spelling of the base URL, and the network.',
      '[Change Base URL…] [Show Log]',
      'Start with “Host name”: The host name relay.invalid can’t be resolved (ENOTFOUND).',
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
      'Host name: The host name relay.invalid can’t be resolved (ENOTFOUND).',
      '- Check the spelling of the base URL, and the network.',
      '- VS Code’s own network connection can’t reach it either.',
      '[Change Base URL…] [Show Log]',
      'Start with “Host name”: The host name relay.invalid can’t be resolved (ENOTFOUND).',
    ],
  },
  {
    name: 'a name that only the editor finds',
    arrange: (relay) =>
      at(relay, {
        address: 'https://relay.invalid',
        network: { editorFetch: editorFor(relay.baseUrl) },
      }),
    stages: 'ok warning warning skipped ok ok ok ok skipped',
    english: [
      'Host name: Requests use VS Code’s network connection because a direct connection failed.',
      '- The host name relay.invalid can’t be resolved (ENOTFOUND).',
      'Connection: Requests use VS Code’s network connection because a direct connection failed.',
      'The connection works, with warnings.',
    ],
  },
  {
    name: 'a closed port',
    arrange: async (relay) => at(relay, { address: `http://127.0.0.1:${await findClosedPort()}` }),
    stages: 'ok ok failed skipped skipped skipped skipped skipped skipped',
    english: [
      'Connection: 127.0.0.1 refused the connection (ECONNREFUSED).',
      '- No server is listening at this URL. Check the base URL and its port, and that the relay is running.',
      '[Change Base URL…] [Show Log]',
      'Start with “Connection”: 127.0.0.1 refused the connection (ECONNREFUSED).',
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
      'Certificate: The connection to 127.0.0.1 timed out after 1 seconds.',
      '- Check the network, the proxy and the base URL.',
      '[Change Base URL…]',
      'Start with “Certificate”: The connection to 127.0.0.1 timed out after 1 seconds.',
    ],
  },
  {
    name: 'https to a port that speaks http',
    arrange: (relay) => at(relay, { address: relay.baseUrl.replace('http:', 'https:') }),
    stages: 'ok ok ok failed skipped skipped skipped skipped skipped',
    english: [
      'Certificate: A secure connection to 127.0.0.1 could not be negotiated (ERR_SSL_WRONG_VERSION_NUMBER).',
      '- Check the protocol (http:// or https://) and the port of the base URL.',
      '[Change Base URL…] [Show Log]',
      'Start with “Certificate”: A secure connection to 127.0.0.1 could not be negotiated (ERR_SSL_WRONG_VERSION_NUMBER).',
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
      '- The certificate was issued by Authority of a test.',
      '- Check the protocol (http:// or https://) of the base URL. A private certificate must be trusted by this computer, or be in the file named by NODE_EXTRA_CA_CERTS when VS Code starts.',
      '[Change Base URL…] [Show Log]',
      'Start with “Certificate”: The certificate of 127.0.0.1 is not trusted (UNABLE_TO_VERIFY_LEAF_SIGNATURE).',
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
      '- The certificate was issued by Example Trust (Example Root).',
      '- The certificate is expired or not yet valid. Check this computer’s clock, or ask the relay’s operator to renew it.',
      '[Change Base URL…] [Show Log]',
      'Start with “Certificate”: The certificate of 127.0.0.1 is not trusted (CERT_HAS_EXPIRED).',
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
      '- The certificate was issued by Authority of a test.',
      '- The certificate is for a different host name. Check the base URL.',
      '[Change Base URL…] [Show Log]',
      'Start with “Certificate”: The certificate of 127.0.0.1 is not trusted (ERR_TLS_CERT_ALTNAME_INVALID).',
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
      'Certificate: Issued by Authority of a test, valid until 2049-12-31, TLSv1.3. The certificate is not verified because the setting http.proxyStrictSSL is off.',
      'The connection works, with warnings.',
    ],
  },
];
