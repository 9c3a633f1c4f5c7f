import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import type { NetworkOptions } from '../../../../src/relay/http/proxy.ts';
import type { ProbedCertificate } from '../../../../src/relay/probe/connectionProbe.ts';
import { createAuthority, type Identity } from '../http/certificateAuthority.ts';
import { startListener } from './listener.ts';
import { look } from './look.ts';

const authority = createAuthority();
const example = createAuthority([
  ['O', 'Example Trust'],
  ['CN', 'Example Root'],
]);
/**
 * Its names do harm if they are shown unchanged: a line break, a mark that reverses the text direction, an escape
 * sequence, something like an API key, and too much text.
 */
const hostile = createAuthority([
  ['O', 'Bank\n\u202eknaB\u001b[31m sk-0aB1cD2eF3gH4iJ5'],
  ...['y', 'z', 'w'].map((letter) => ['CN', letter.repeat(60)] as const),
]);
const trusted = { extraCertificates: [authority.cert, example.cert] };
const ours = {
  issuer: 'Authority of a test',
  validTo: Date.parse('2049-12-31T23:59:59Z'),
  isTrusted: true,
  isChecked: true,
  tlsVersion: 'TLSv1.3',
};
const untrusted = { ...ours, isTrusted: false };

/** The probed certificate of a server at 127.0.0.1. */
async function readFrom(identity: Identity, network: NetworkOptions) {
  const { port, received, close, untilAllClosed } = await startListener({ identity });
  const { certificate } = await look(`https://127.0.0.1:${port}`, network);
  await untilAllClosed();
  await close();
  deepStrictEqual(received(), '');
  return certificate;
}

describe('the probe of a certificate', () => {
  const elsewhere = authority.issue('relay.example.com');
  const cases: Record<
    string,
    readonly [identity: Identity, network: NetworkOptions, seen: ProbedCertificate]
  > = {
    'that is trusted': [authority.issue('127.0.0.1'), trusted, ours],
    'of an unknown authority': [
      authority.issue('127.0.0.1'),
      {},
      { ...untrusted, problemCode: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' },
    ],
    'that has expired': [
      example.issue('127.0.0.1', '210101000000Z'),
      trusted,
      {
        ...untrusted,
        issuer: 'Example Trust (Example Root)',
        validTo: Date.parse('2021-01-01T00:00:00Z'),
        problemCode: 'CERT_HAS_EXPIRED',
      },
    ],
    'for another host': [elsewhere, trusted, { ...untrusted, problemCode: 'ERR_TLS_CERT_ALTNAME_INVALID' }],
    'for another host, if the setting turns checks off': [
      elsewhere,
      { ...trusted, strictSsl: false },
      {
        ...untrusted,
        problemCode: 'ERR_TLS_CERT_ALTNAME_INVALID',
        isChecked: false,
      },
    ],
  };
  for (const [name, [identity, network, seen]] of Object.entries(cases)) {
    it(`shows one ${name}`, async () => {
      deepStrictEqual(await readFrom(identity, network), seen);
    });
  }

  it('makes names safe to show', async () => {
    const certificate = await readFrom(hostile.issue('127.0.0.1'), {});
    ok(certificate && 'issuer' in certificate);
    const names = `${'y'.repeat(60)}, ${'z'.repeat(60)}, ${'w'.repeat(60)}`;
    strictEqual(certificate.issuer, `${`Bank knaB [31m [key] (${names}`.slice(0, 199)}…`);
  });

  it('reports a server without TLS', async () => {
    const { port, close } = await startListener({
      onConnection: (socket) => socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
    });
    const url = `https://127.0.0.1:${port}`;
    deepStrictEqual((await look(url)).certificate, [
      'connection',
      { systemCode: 'ERR_SSL_WRONG_VERSION_NUMBER', url },
    ]);
    await close();
  });
});
