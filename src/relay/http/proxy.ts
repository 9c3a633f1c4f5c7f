import { isIP } from 'node:net';
import { RelayError } from '../errors/relayError.ts';
import { createBlockList, isListed, isLoopbackHost, withoutBrackets } from './hosts.ts';

/** How the network is reached, in terms of the editor's settings. Without any: directly. */
export interface NetworkOptions {
  /** `http.proxy`; wins over the environment's variables. May hold `user:password@`. */
  readonly proxyUrl?: string | undefined;
  /** `http.noProxy`; if it has entries, the environment's NO_PROXY is ignored. */
  readonly noProxy?: readonly string[] | undefined;
  /** `http.proxyAuthorization`, a whole header value; wins over what the proxy's URL holds. Sent to proxies only. */
  readonly proxyAuthorization?: string | undefined;
  /** `http.proxySupport`; only `off` matters here: no proxy is used, wherever it comes from. */
  readonly proxySupport?: 'off' | 'on' | 'fallback' | 'override' | undefined;
  /** `http.proxyStrictSSL`; false accepts any certificate, of proxies and relays alike. */
  readonly strictSsl?: boolean | undefined;
  /** `http.systemCertificates`; false leaves out the certificates that the operating system trusts. */
  readonly useSystemCertificates?: boolean | undefined;
  /** Certificates (PEM) of authorities that are trusted in addition to all others. */
  readonly extraCertificates?: readonly string[] | undefined;
  /** The variables that configure proxies: HTTPS_PROXY and its relatives, NO_PROXY. None by default. */
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
  /** The editor's own `fetch`, which knows PAC files, SOCKS and more: used if our own connections fail. */
  readonly editorFetch?: typeof fetch | undefined;
}

/** A proxy that speaks HTTP, plain or over TLS. */
export interface HttpProxy {
  /** Without credentials: what errors and logs may show. */
  readonly origin: string;
  /** Without brackets. */
  readonly hostname: string;
  readonly port: number;
  /** Value of the Proxy-Authorization header. */
  readonly authorization?: string;
}

/** How a URL is reached. `unsupported`: through a kind of proxy that is left to the editor. */
export type Route =
  | { readonly via: 'direct'; readonly proxy?: undefined }
  | { readonly via: 'proxy'; readonly proxy: HttpProxy }
  | UnsupportedRoute;

interface UnsupportedRoute {
  readonly via: 'unsupported';
  readonly proxy?: undefined;
  /** Without credentials; 'unreadable' if the URL can't be parsed. */
  readonly origin: string;
}

const direct: Route = { via: 'direct' };

/** The environment's variables for proxies, by precedence. */
const proxyVariables = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY'];

/**
 * The route that the editor itself would choose: this machine directly, then what `http.noProxy` (or else NO_PROXY)
 * excepts, then `http.proxy`, then the environment's variables. One list of variables applies to both http and https,
 * lowercase names first.
 */
export function chooseRoute(url: URL, network: NetworkOptions): Route {
  if (network.proxySupport === 'off' || isLoopbackHost(url.hostname)) return direct;
  const environment = network.environment ?? {};
  const noProxy = network.noProxy?.length
    ? network.noProxy
    : (environment['no_proxy'] || environment['NO_PROXY'] || '').split(/[\s,]+/);
  if (noProxy.some((entry) => isExcepted(url, entry.trim().toLowerCase()))) return direct;
  const inherited = proxyVariables.map((name) => environment[name]).find(Boolean);
  const typed = network.proxyUrl?.trim() || inherited?.trim();
  return typed ? readProxy(typed, network.proxyAuthorization) : direct;
}

/** The error for a route whose kind of proxy is not supported here. */
export function errorOfUnsupported(route: UnsupportedRoute, url: string): RelayError {
  return new RelayError('connection', { systemCode: 'ERR_PROXY_UNSUPPORTED', proxy: route.origin, url });
}

function readProxy(typed: string, authorization: string | undefined): Route {
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `http://${typed}`);
  // Nothing of an unreadable URL may be shown: it may contain a password.
  // A password with `#`, `/` or `?` in it ends the host too early: the part before it would pass for the host.
  const isCutShort = typed.includes('@') && !url?.username && !url?.password;
  if (!url?.hostname || isCutShort) return { via: 'unsupported', origin: 'unreadable' };
  const origin = `${url.protocol}//${url.host}`;
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return { via: 'unsupported', origin };
  const header = authorization?.trim() || basicAuthorization(url);
  return {
    via: 'proxy',
    proxy: {
      origin,
      hostname: withoutBrackets(url.hostname),
      port: portOf(url),
      // A line break would let a setting add more headers; proxies don't understand other unusual characters.
      ...(header && /^[\x20-\x7e]+$/.test(header) && { authorization: header }),
    },
  };
}

function basicAuthorization(url: URL): string | undefined {
  if (!url.username && !url.password) return undefined;
  const credentials = [url.username, url.password].map(decodeText).join(':');
  return `Basic ${Buffer.from(credentials).toString('base64')}`;
}

/** A password with a bare percent sign is taken literally. */
function decodeText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** One entry: `*`, a host (and all below it), `.suffix`, `*.suffix`, `host:port`, an address, or `address/bits`. */
function isExcepted(url: URL, entry: string): boolean {
  if (entry === '') return false;
  if (entry === '*') return true;
  const hostname = withoutBrackets(url.hostname).replace(/\.$/, '');
  if (/^[\da-f.:]+\/\d{1,3}$/.test(entry)) return isInNetwork(hostname, entry);
  // An IPv6 address without brackets has no port.
  const isBareAddress = isIP(entry) === 6;
  const [, host = '', port] = isBareAddress ? [entry, entry] : (/^(.*?)(?::(\d+))?$/.exec(entry) ?? []);
  if (port !== undefined && Number(port) !== portOf(url)) return false;
  const domain = withoutBrackets(host).replace(/^\*?\.|\.$/g, '');
  if (isIP(hostname)) return hostname === canonicalAddress(domain);
  return domain !== '' && (hostname === domain || hostname.endsWith(`.${domain}`));
}

function isInNetwork(hostname: string, network: string): boolean {
  try {
    return isListed(createBlockList([network]), hostname);
  } catch {
    return false;
  }
}

/** As the URL of that address would have it: `0:0::1` is `::1`. */
function canonicalAddress(address: string): string {
  return isIP(address) === 6
    ? withoutBrackets(URL.parse(`http://[${address}]`)?.hostname ?? address)
    : address;
}

export function portOf(url: URL): number {
  return Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
}
