import { errorAboutReply, type ReplyHead } from '../errors/errorReply.ts';
import { isPrivateHost } from './hosts.ts';

/** Whether a reply redirects the request with its method unchanged. */
export function isRedirect({ status }: { readonly status: number }, isFile: boolean): boolean {
  // 303 turns any request into a GET: a file's request is one anyway, other requests must not become one.
  return [301, 302, 307, 308].includes(status) || (isFile && status === 303);
}

export const mostRedirects = 3;

/**
 * Where a request's redirect leads, as long as that is the same origin: method, body and key go with it.
 * Throws `wrongAddress` otherwise.
 */
export function requestRedirect(head: ReplyHead, from: URL, origin: string): URL {
  const target = targetOf(head, from);
  if (!target) throw errorAboutReply(head, 'wrongAddress');
  if (target.origin !== origin) {
    throw errorAboutReply(head, 'wrongAddress', { redirectOrigin: head.redact(target.origin) });
  }
  return target;
}

/** Where a file's redirect leads: any public address, and never from https back to http. Throws `invalidResponse`. */
export function fileRedirect(head: ReplyHead, from: URL, relay: URL): URL {
  const target = targetOf(head, from);
  if (!target) throw errorAboutReply(head, 'invalidResponse');
  const isDowngrade = from.protocol === 'https:' && target.protocol !== 'https:';
  if (isDowngrade || !isFileUrl(target, relay)) {
    throw errorAboutReply(head, 'invalidResponse', { redirectOrigin: head.redact(target.origin) });
  }
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

function targetOf(head: ReplyHead, from: URL): URL | null {
  const location = head.headers['location'];
  return location ? URL.parse(location, from.href) : null;
}
