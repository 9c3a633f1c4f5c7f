import { errorAboutReply, type ReplyHead } from '../errors/errorReply.ts';
import { isPrivateHost } from './hosts.ts';

/** Whether a reply redirects the request with its method unchanged. */
export function isRedirect({ status }: { readonly status: number }, isFile: boolean): boolean {
  // 303 turns any request into a GET: a file's request is one anyway, other requests must not become one.
  return [301, 302, 307, 308].includes(status) || (isFile && status === 303);
}

const mostRedirects = 3;

/** What decides where a redirect may lead. */
interface RedirectRules {
  readonly isFile: boolean;
  /** URL of the relay's origin. */
  readonly relay: URL;
  /** Number of redirects before this one. */
  readonly redirects: number;
}

/**
 * Where a redirect leads. A request stays on the relay's origin, since method, body and key go with it; a file may be
 * at any public address, but never goes from https back to http. Throws `wrongAddress` for a request, and
 * `invalidResponse` for a file, if it leads elsewhere or is one too many.
 */
export function redirectTarget(head: ReplyHead, from: URL, { isFile, relay, redirects }: RedirectRules): URL {
  const location = redirects < mostRedirects ? head.headers['location'] : undefined;
  const target = location ? URL.parse(location, from.href) : null;
  const kind = isFile ? 'invalidResponse' : 'wrongAddress';
  if (!target) throw errorAboutReply(head, kind);
  const isDowngrade = from.protocol === 'https:' && target.protocol !== 'https:';
  const isAllowed = isFile ? !isDowngrade && isFileUrl(target, relay) : target.origin === relay.origin;
  if (!isAllowed) throw errorAboutReply(head, kind, { redirectOrigin: head.redact(target.origin) });
  return target;
}

/**
 * Whether a file may be fetched from a URL that the relay names: http or https, and not a host that only this machine
 * or its network can reach, unless it is the relay's own. What names resolve to is checked on connecting.
 */
export function isFileUrl(url: URL, relay: URL): boolean {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return false;
  // File URLs have no credentials; text before an `@` may pose as the host.
  if (url.username || url.password) return false;
  return url.hostname === relay.hostname || !isPrivateHost(url.hostname);
}
