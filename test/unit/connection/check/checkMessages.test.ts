import { deepStrictEqual } from 'node:assert/strict';
import {
  describeCertificate,
  describeConnection,
  describeName,
  summarise,
} from '../../../../src/connection/check/checkMessages.ts';
import type { CheckStatus } from '../../../../src/protocol/settingsProtocol.ts';
import type { ProbedCertificate } from '../../../../src/relay/probe/connectionProbe.ts';
import { languages } from '../../translations.ts';
import { today } from './runCheck.ts';

const t = languages.english;

describe('the check’s messages about', () => {
  it('host names', () => {
    const name = { host: 'relay.example.com', of: 'relay', wasLookedUp: true } as const;
    const addresses = ['192.0.2.1', '192.0.2.2', '2001:db8::1', '2001:db8::2'];
    deepStrictEqual(
      [
        describeName({ ...name, addresses: addresses.slice(0, 1) }, t),
        describeName({ ...name, addresses }, t),
        describeName({ ...name, host: '::1', addresses: ['::1'], wasLookedUp: false }, t),
        describeName({ ...name, host: 'proxy.example.com', of: 'proxy', addresses }, t),
      ],
      [
        'relay.example.com resolves to 192.0.2.1.',
        'relay.example.com resolves to 192.0.2.1, 192.0.2.2, 2001:db8::1.',
        '::1 is an IP address. No lookup is needed.',
        'The proxy proxy.example.com resolves the host name.',
      ],
    );
  });

  it('connections', () => {
    const remotePort = 443;
    deepStrictEqual(
      [
        describeConnection({ remoteAddress: '192.0.2.1', remotePort }, t),
        describeConnection({ remoteAddress: '2001:db8::1', remotePort }, t),
        describeConnection({ proxy: 'http://proxy:8080', remoteAddress: '192.0.2.1', remotePort }, t),
      ],
      [
        'Connected directly to 192.0.2.1:443.',
        'Connected directly to [2001:db8::1]:443.',
        'Connected through the proxy http://proxy:8080.',
      ],
    );
  });

  it('certificates, by whether they are verified', () => {
    const certificate: ProbedCertificate = {
      issuer: 'Example Trust (R1)',
      validTo: today,
      isTrusted: true,
      isChecked: true,
      tlsVersion: 'TLSv1.3',
    };
    const formatDate = (ms: number) => new Date(ms).toISOString().slice(0, 10);
    deepStrictEqual(
      [{}, { isChecked: false }, { issuer: '', validTo: 0 }].map((change) => {
        const { status, verdict } = describeCertificate({ ...certificate, ...change }, formatDate, t);
        return `${status}: ${verdict}`;
      }),
      [
        'ok: Issued by Example Trust (R1), valid until 2026-11-21, TLSv1.3.',
        'warning: Issued by Example Trust (R1), valid until 2026-11-21, TLSv1.3. The certificate is not verified because the setting http.proxyStrictSSL is off.',
        'ok: Issued by ?, valid until ?, TLSv1.3.',
      ],
    );
  });

  it('the whole check: an unreadable list is only a warning if the chat responds; a canceled check has no other result', () => {
    const summaryOf = (models: CheckStatus, chat: CheckStatus) => {
      const stages = [
        { id: 'models', label: 'Lists', status: models },
        { id: 'chat', label: 'Chat', status: chat },
      ] as const;
      return summarise(stages, t).status;
    };
    deepStrictEqual(
      [
        summaryOf('ok', 'ok'),
        summaryOf('failed', 'ok'),
        summaryOf('failed', 'failed'),
        summaryOf('failed', 'cancelled'),
      ],
      ['ok', 'warning', 'failed', 'cancelled'],
    );
  });
});
