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
  /** The same with its key, for a server whose certificate is self-signed. */
  readonly own: Identity;
  /** A server's certificate for a host name or an IPv4 address; by default valid until the end of 2049. */
  issue(host: string, until?: string): Identity;
}

type Names = readonly (readonly [field: 'CN' | 'O', text: string])[];

export function createAuthority(names: Names = [['CN', 'Authority of a test']]): CertificateAuthority {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const createCertificate = (subject: Names, key: KeyObject, extension: Buffer, until = '491231235959Z') => {
    const algorithm = sequence(objectId('2a8648ce3d040302'));
    const body = sequence(
      tagged(0xa0, tagged(0x02, Buffer.from([2]))),
      tagged(0x02, Buffer.concat([Buffer.from([1]), randomBytes(15)])),
      algorithm,
      nameOf(names),
      sequence(tagged(0x17, Buffer.from('200101000000Z')), tagged(0x17, Buffer.from(until))),
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
  const cert = createCertificate(names, publicKey, mayIssue);
  return {
    cert,
    own: { cert, key: toKeyPem(privateKey) },
    issue(host, until) {
      const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const alternative = isIP(host)
        ? tagged(0x87, Buffer.from(host.split('.').map(Number)))
        : tagged(0x82, Buffer.from(host));
      const forHost = sequence(objectId('551d11'), tagged(0x04, sequence(alternative)));
      return {
        cert: createCertificate([['CN', host]], pair.publicKey, forHost, until),
        key: toKeyPem(pair.privateKey),
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

function nameOf(names: Names): Buffer {
  const fields = names.map(([field, text]) =>
    tagged(0x31, sequence(objectId(field === 'O' ? '55040a' : '550403'), tagged(0x0c, Buffer.from(text)))),
  );
  return sequence(...fields);
}

function toKeyPem(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}

function toPem(der: Buffer): string {
  return `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replace(/.{1,64}/g, '$&\n')}-----END CERTIFICATE-----\n`;
}
