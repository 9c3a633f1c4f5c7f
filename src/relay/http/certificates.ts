import * as tls from 'node:tls';
import type { Logger } from '../logger.ts';
import type { NetworkOptions } from './proxy.ts';

/** What every TLS connection of one client is opened with. */
export interface TrustOptions {
  readonly secureContext: tls.SecureContext;
  readonly rejectUnauthorized: boolean;
}

/**
 * Whom connections trust: Node's own list, with NODE_EXTRA_CA_CERTS and command line, what the operating system
 * trusts, and what is configured here. Read when the first connection needs it, since reading and parsing the
 * system's store takes time that nobody should pay before anything is asked for.
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

/** Nothing where only Node's own list counts, which Node has at hand and need not parse again. */
function readCertificates({ useSystemCertificates, extraCertificates = [] }: NetworkOptions) {
  const system = useSystemCertificates === false ? [] : readNodeCertificates('system');
  if (system.length === 0 && extraCertificates.length === 0) return undefined;
  const others = readNodeCertificates('default');
  return [...new Set([...others, ...system, ...extraCertificates].map((pem) => pem.trim()))];
}

function readNodeCertificates(store: 'default' | 'system'): readonly string[] {
  // Since Node 22.15; the oldest editor that we run in has it, an editor's fork may not.
  if (typeof tls.getCACertificates === 'function') return tls.getCACertificates(store);
  return store === 'default' ? tls.rootCertificates : [];
}
