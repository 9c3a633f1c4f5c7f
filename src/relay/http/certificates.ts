import * as tls from 'node:tls';
import type { Logger } from '../logger.ts';
import type { NetworkOptions } from './proxy.ts';

/** TLS options of every connection of a client. */
export interface TrustOptions {
  readonly secureContext: tls.SecureContext;
  readonly rejectUnauthorized: boolean;
}

/**
 * The certificate authorities that connections trust: Node's own list, NODE_EXTRA_CA_CERTS, what the operating system
 * trusts, and what is configured here. Read for the first connection, because reading and parsing the
 * system's store takes time.
 */
export function createTrust(network: NetworkOptions, logger: Logger): () => TrustOptions {
  let trust: TrustOptions | undefined;
  return () => {
    trust ??= readTrust(network, logger);
    return trust;
  };
}

function readTrust(network: NetworkOptions, logger: Logger): TrustOptions {
  const startedAt = performance.now();
  const certificates = readCertificates(network);
  const isStrict = network.strictSsl !== false;
  if (!isStrict) logger.warn('Certificates are not verified because http.proxyStrictSSL is off');
  const secureContext = tls.createSecureContext(certificates && { ca: certificates });
  const count = certificates ? `${certificates.length} certificates` : 'the built-in certificates';
  logger.debug(`Loaded ${count} in ${Math.round(performance.now() - startedAt)} ms`);
  return { secureContext, rejectUnauthorized: isStrict };
}

/** Undefined if only Node's own list counts, which Node need not parse again. */
function readCertificates({ useSystemCertificates, extraCertificates = [] }: NetworkOptions) {
  const system = useSystemCertificates === false ? [] : readNodeCertificates('system');
  if (system.length === 0 && extraCertificates.length === 0) return undefined;
  const others = readNodeCertificates('default');
  return [...new Set([...others, ...system, ...extraCertificates].map((pem) => pem.trim()))];
}

function readNodeCertificates(store: 'default' | 'system'): readonly string[] {
  // Added in Node 22.15: the oldest supported VS Code has it, a fork of VS Code may not.
  if (typeof tls.getCACertificates === 'function') return tls.getCACertificates(store);
  return store === 'default' ? tls.rootCertificates : [];
}
