import { createAuthority } from '../../../relay/http/certificateAuthority.ts';
import { findClosedPort, startListener } from '../../../relay/probe/listener.ts';
import { at, editorFor, type Row, startFront } from '../runCheck.ts';

const authority = createAuthority();

/** The base URL and the connection to it: contract 7 has no rows for problems before a reply. */
export const wayRows: readonly Row[] = [
  {
    name: 'an empty URL',
    arrange: (relay) => at(relay, { address: ' ' }),
    stages: 'failed skipped skipped skipped skipped skipped skipped skipped',
    english: ['Base URL: Enter the relay’s base URL.'],
  },
  {
    name: 'the URL of the console',
    arrange: (relay) => at(relay, { address: `${relay.baseUrl}/console` }),
    stages: 'ok ok ok skipped warning failed skipped skipped',
    english: [
      'API key: Neither model list confirms that the API key is valid.',
      'Model lists: No relay was found at this base URL.',
      '- Check the base URL. Use the relay’s own URL, such as https://relay.example.com, without the path of a web page or tool.',
    ],
  },
  {
    name: 'a host name that can’t be resolved',
    arrange: (relay) => at(relay, { address: 'https://relay.invalid' }),
    stages: 'ok failed skipped skipped skipped skipped skipped skipped',
    english: [
      'Host name: The host name relay.invalid can’t be resolved (ENOTFOUND).',
      '- Check the spelling of the base URL, and the network.',
    ],
  },
  {
    name: 'a host name that neither we nor the editor can resolve',
    arrange: (relay) =>
      at(relay, {
        address: 'https://relay.invalid',
        network: { editorFetch: () => fetch('http://relay.invalid') },
      }),
    stages: 'ok failed skipped skipped skipped skipped skipped skipped',
    english: [
      'Host name: The host name relay.invalid can’t be resolved (ENOTFOUND).',
      '- Check the spelling of the base URL, and the network.',
      '- VS Code’s own network connection can’t reach the relay either.',
    ],
  },
  {
    name: 'a host name that only the editor can resolve',
    arrange: (relay) =>
      at(relay, {
        address: 'https://relay.invalid',
        network: { editorFetch: editorFor(relay.baseUrl) },
      }),
    stages: 'ok warning warning skipped ok ok ok skipped',
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
    stages: 'ok ok failed skipped skipped skipped skipped skipped',
    english: [
      'Connection: 127.0.0.1 refused the connection (ECONNREFUSED).',
      '- No server is listening at this URL. Check the base URL and its port, and that the relay is running.',
    ],
  },
  {
    name: 'silence before the handshake',
    arrange: async (relay, onEnd) => {
      const { port, close } = await startListener();
      onEnd(close);
      return at(relay, { address: `https://127.0.0.1:${port}`, timeouts: { connectMs: 500 } });
    },
    stages: 'ok ok ok failed skipped skipped skipped skipped',
    english: [
      'Certificate: The connection to 127.0.0.1 timed out after 1 s.',
      '- Check the network, the proxy and the base URL.',
    ],
  },
  {
    name: 'https to a port that speaks http',
    arrange: (relay) => at(relay, { address: relay.baseUrl.replace('http:', 'https:') }),
    stages: 'ok ok ok failed skipped skipped skipped skipped',
    english: [
      'Certificate: A secure connection to 127.0.0.1 could not be negotiated (ERR_SSL_WRONG_VERSION_NUMBER).',
      '- Check the protocol (http:// or https://) and the port of the base URL.',
    ],
  },
  {
    name: 'a certificate by an unknown issuer',
    arrange: async (relay, onEnd) => {
      const front = await startFront(relay, authority.issue('127.0.0.1'), onEnd);
      return at(relay, { address: front.origin });
    },
    stages: 'ok ok ok failed skipped skipped skipped skipped',
    english: [
      'Certificate: The certificate of 127.0.0.1 is not trusted (UNABLE_TO_VERIFY_LEAF_SIGNATURE).',
      '- The certificate was issued by Authority of a test.',
      '- Check the protocol (http:// or https://) of the base URL. A private certificate must be trusted by this computer, or be in the file named by NODE_EXTRA_CA_CERTS when VS Code starts.',
    ],
  },
  {
    name: 'a certificate that is not verified',
    arrange: async (relay, onEnd) => {
      const front = await startFront(relay, authority.issue('other.example.com'), onEnd);
      return at(relay, { address: front.origin, network: { strictSsl: false } });
    },
    stages: 'ok ok ok warning ok ok ok skipped',
    english: [
      'Certificate: Issued by Authority of a test, valid until 2049-12-31, TLSv1.3. The certificate is not verified because the setting http.proxyStrictSSL is off.',
      'The connection works, with warnings.',
    ],
  },
];
