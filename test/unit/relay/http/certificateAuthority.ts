import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';

/** A certificate and its key, in PEM, as a server takes them. */
export interface Identity {
  readonly cert: string;
  readonly key: string;
}

/** An authority made for one test, trusted only by clients that are given its certificate. */
interface CertificateAuthority {
  /** Its own certificate, in PEM. */
  readonly cert: string;
  /** A server's certificate for a host name or an IPv4 address. */
  issue(host: string): Identity;
}

export function createAuthority(): CertificateAuthority {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = 'Authority of a test';
  const createCertificate = (subject: string, key: KeyObject, extension: Buffer) => {
    const algorithm = sequence(objectId('2a8648ce3d040302'));
    const body = sequence(
      tagged(0xa0, tagged(0x02, Buffer.from([2]))),
      tagged(0x02, Buffer.concat([Buffer.from([1]), randomBytes(15)])),
      algorithm,
      nameOf(name),
      sequence(tagged(0x17, Buffer.from('200101000000Z')), tagged(0x17, Buffer.from('491231235959Z'))),
      nameOf(subject),
      key.export({ type: 'spki', format: 'der' }),
      tagged(0xa3, sequence(extension)),
    );
    const signature = sign('sha256', body, { key: privateKey, dsaEncoding: 'der' });
    return toPem(sequence(body, algorithm, tagged(0x03, Buffer.from([0]), signature)));
  };
  const mayIssue = sequence(
    objectId('551d13'),
    tagged(0x01, Buffer.from([0xff])),
    tagged(0x04, sequence(tagged(0x01, Buffer.from([0xff])))),
  );
  return {
    cert: createCertificate(name, publicKey, mayIssue),
    issue(host) {
      const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const alternative = isIP(host)
        ? tagged(0x87, Buffer.from(host.split('.').map(Number)))
        : tagged(0x82, Buffer.from(host));
      const forHost = sequence(objectId('551d11'), tagged(0x04, sequence(alternative)));
      return {
        cert: createCertificate(host, pair.publicKey, forHost),
        key: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      };
    },
  };
}

/** One value of ASN.1, in its distinguished encoding. */
function tagged(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const bytes = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...bytes]), content]);
}

function sequence(...values: readonly Buffer[]): Buffer {
  return tagged(0x30, ...values);
}

function objectId(hex: string): Buffer {
  return tagged(0x06, Buffer.from(hex, 'hex'));
}

function nameOf(text: string): Buffer {
  return sequence(tagged(0x31, sequence(objectId('550403'), tagged(0x0c, Buffer.from(text)))));
}

function toPem(der: Buffer): string {
  return `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replace(/.{1,64}/g, '$&\n')}-----END CERTIFICATE-----\n`;
}
