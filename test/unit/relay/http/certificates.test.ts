import { deepStrictEqual, rejects, strictEqual } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates } from 'node:tls';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { failsWith } from '../clientCalls.ts';
import { reply, startServer } from '../misbehavingServer.ts';
import { createAuthority } from './certificateAuthority.ts';
import { startSecureServer } from './secureServer.ts';
import { createLines, exchange, get, readText, transportFor } from './transportParts.ts';

const authority = createAuthority();
const trusted = { extraCertificates: [authority.cert] };

const startSecure = (host: string) => startSecureServer(authority.issue(host));
const isAboutTrust = (line: string) => /ertificate/.test(line);

describe('certificates', () => {
  it('of a given authority are trusted', async () => {
    await using server = await startSecure('127.0.0.1');
    strictEqual(await exchange(server.origin, get, { network: trusted }), 'ok');
    deepStrictEqual(
      server.requests.map(({ url, servername, protocol }) => [url, servername, protocol]),
      [['/v1/models', false, 'http/1.1']],
    );
  });

  it('are not exchanged again when a TLS session is resumed', async () => {
    await using server = await startSecureServer(authority.issue('127.0.0.1'), (response) => {
      response.setHeader('connection', 'close');
      response.end('ok');
    });
    await using transport = transportFor(server.origin, { network: trusted });
    for (let count = 0; count < 3; count += 1) await readText(await transport.send(get));
    deepStrictEqual(
      server.requests.map(({ isResumed }) => isResumed),
      [false, true, true],
    );
  });

  for (const useSystemCertificates of [true, false]) {
    it(`of others are not trusted, system certificates ${useSystemCertificates ? 'on' : 'off'}`, async () => {
      await using server = await startSecure('127.0.0.1');
      const { logger, lines } = createLines();
      const details = { systemCode: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' };
      await rejects(
        exchange(server.origin, get, { network: { useSystemCertificates }, logger }),
        failsWith('connection', details),
      );
      deepStrictEqual(server.requests, []);
      const hasSystem = useSystemCertificates && getCACertificates('system').length > 0;
      strictEqual(
        lines.some((line) => line.includes('built-in certificates')),
        !hasSystem,
      );
    });
  }

  it('for another host are not trusted, whoever issued them', async () => {
    await using server = await startSecure('relay.example.com');
    const details = { systemCode: 'ERR_TLS_CERT_ALTNAME_INVALID' };
    await rejects(exchange(server.origin, get, { network: trusted }), failsWith('connection', details));
    deepStrictEqual(server.requests, []);
  });

  it('are not checked if VS Code’s setting turns that off, and the log warns once', async () => {
    await using server = await startSecure('relay.example.com');
    const { logger, lines } = createLines();
    await using transport = transportFor(server.origin, { network: { strictSsl: false }, logger });
    // Two at a time, so that two connections are opened.
    const replies = await Promise.all([transport.send(get), transport.send(get)]);
    deepStrictEqual(await Promise.all(replies.map(readText)), ['ok', 'ok']);
    deepStrictEqual(
      lines.filter((line) => line.startsWith('warn')),
      ['warn Certificates are not verified because http.proxyStrictSSL is off'],
    );
  });

  it('that can’t be read are skipped', async () => {
    await using server = await startSecure('127.0.0.1');
    const extraCertificates = ['', 'nothing', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'];
    const network = { extraCertificates: [...extraCertificates, authority.cert] };
    strictEqual(await exchange(server.origin, get, { network }), 'ok');
  });

  it('are read once, for the first TLS connection', async () => {
    await using open = await startServer((call) => reply(call, 200, 'ok'));
    await using server = await startSecure('127.0.0.1');
    const { logger, lines } = createLines();
    strictEqual(await exchange(open.origin, get, { logger, network: trusted }), 'ok');
    deepStrictEqual(lines.filter(isAboutTrust), []);
    await using transport = transportFor(server.origin, { logger, network: trusted });
    await Promise.all((await Promise.all([transport.send(get), transport.send(get)])).map(readText));
    strictEqual(lines.filter(isAboutTrust).length, 1);
  });

  it('in NODE_EXTRA_CA_CERTS are trusted', async function () {
    // Node reads the variable when it starts, so this needs a separate process.
    this.timeout(30_000);
    const folder = mkdtempSync(join(tmpdir(), 'model-relay-'));
    const file = join(folder, 'authority.pem');
    writeFileSync(file, authority.cert);
    const client = pathToFileURL(join(import.meta.dirname, '../../../../src/relay/client.ts')).href;
    await using server = await startSecure('127.0.0.1');
    const script = `
        const { createRelayClient } = await import(${JSON.stringify(client)});
        const relay = createRelayClient({
          baseUrl: ${JSON.stringify(server.origin)},
          apiKey: 'sk-0aB1cD2eF3gH4iJ5',
          network: { useSystemCertificates: process.argv.includes('system') },
        });
        console.log(await relay.listModels().catch((error) => error.kind));
        await relay.close();`;
    const run = (...words: string[]) =>
      promisify(execFile)(
        process.execPath,
        ['--no-warnings', '--input-type=module', '-e', script, ...words],
        {
          env: { ...process.env, NODE_EXTRA_CA_CERTS: file },
        },
      );
    // 'ok' is not a model list, which the client finds out after the handshake.
    for (const words of [[], ['system']]) strictEqual((await run(...words)).stdout, 'invalidResponse\n');
    strictEqual(server.requests.length, 4);

    rmSync(folder, { recursive: true });
  });
});
