import type { CallOptions } from '../callOptions.ts';

/** Which name was looked up, and what it leads to. */
export interface ProbedName {
  /** The relay's name, or the proxy's, which then looks up the relay's itself. */
  readonly host: string;
  readonly of: 'relay' | 'proxy';
  /** IP addresses, the preferred one first; the literal one where the host is one, so that nothing was looked up. */
  readonly addresses: readonly string[];
  readonly wasLookedUp: boolean;
}

/**
 * How a connection was made. Of plain http through a proxy this tells only that the proxy takes connections: there is
 * no tunnel, and what the proxy makes of requests is seen with the first of them.
 */
export interface ProbedConnection {
  readonly way: 'direct' | 'proxy';
  /** Origin of the proxy, without credentials. */
  readonly proxy?: string;
  /** IP address and port at the other end: the relay's, or the proxy's. */
  readonly remoteAddress: string;
  readonly remotePort: number;
}

/** The certificate that the relay showed. Nothing was sent over the connection. */
export interface ProbedCertificate {
  /** The relay's name, as the certificate has it; foreign text, cleaned and cut to 200 characters. '' without one. */
  readonly subject: string;
  /** Who vouches for it, as 'Organisation (Name)' or what there is of it; cleaned and cut in the same way. */
  readonly issuer: string;
  /** Milliseconds since the epoch; 0 where the certificate's date can't be read. */
  readonly validFrom: number;
  readonly validTo: number;
  /** Whether this machine trusts it, for this host. */
  readonly isTrusted: boolean;
  /** Why not: Node's code, such as 'SELF_SIGNED_CERT_IN_CHAIN'. */
  readonly problemCode?: string;
  /** False where `http.proxyStrictSSL` is off: connections are made whatever the certificate is. */
  readonly isChecked: boolean;
  /** Version of TLS, such as 'TLSv1.3'. */
  readonly tlsVersion: string;
}

/**
 * Looks at the way to the relay piece by piece, as every request goes it: name, connection, certificate. No request is
 * sent and no key. The methods are called in their order, each with the connect time-out for itself; each throws a
 * RelayError of kind `connection`, `timeout` (phase `connect`) or `cancelled`, with the `url`, `proxy`, `proxyStatus`
 * and `systemCode` that a request would have failed with. After `close` all are `cancelled`.
 */
export interface ConnectionProbe {
  lookUpName(call?: CallOptions): Promise<ProbedName>;
  /** The connection stays open for `readCertificate`. */
  connect(call?: CallOptions): Promise<ProbedConnection>;
  /** Takes the certificate whatever it is worth, and closes the connection. Undefined where the base address is plain http. */
  readCertificate(call?: CallOptions): Promise<ProbedCertificate | undefined>;
  /** Whether there is an editor's way at all, for when ours fails. */
  readonly hasEditorWay: boolean;
  /** Gets the base address by the editor's own fetch, without the key: any reply will do. */
  connectByEditor(call?: CallOptions): Promise<void>;
  /** Ends whatever runs; no connection is left. Closing the client does the same. */
  close(): void;
}
