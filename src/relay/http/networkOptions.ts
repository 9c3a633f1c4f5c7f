/** How the network is reached from here, in the words of the editor's settings. Nothing given means directly. */
export interface NetworkOptions {
  /** `http.proxy`; wins over the environment's variables. May hold `user:password@`. */
  readonly proxyUrl?: string | undefined;
  /** `http.noProxy`; where it has entries the environment's NO_PROXY does not count. */
  readonly noProxy?: readonly string[] | undefined;
  /** `http.proxyAuthorization`, a whole header value; wins over what the proxy's URL holds. Sent to proxies only. */
  readonly proxyAuthorization?: string | undefined;
  /** `http.proxySupport`; only `off` matters here: no proxy is used, wherever it comes from. */
  readonly proxySupport?: 'off' | 'on' | 'fallback' | 'override' | undefined;
  /** `http.proxyStrictSSL`; false accepts any certificate, of proxies and relays alike. */
  readonly strictSsl?: boolean | undefined;
  /** `http.systemCertificates`; false leaves out the certificates that the operating system trusts. */
  readonly useSystemCertificates?: boolean | undefined;
  /** Certificates (PEM) of authorities that are trusted beside all others. */
  readonly extraCertificates?: readonly string[] | undefined;
  /** The variables that proxies are read from: HTTPS_PROXY and its relatives, NO_PROXY. None by default. */
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
  /** The editor's own `fetch`, which knows PAC files, SOCKS and more: taken where our own way can't connect. */
  readonly editorFetch?: typeof fetch | undefined;
}
