import { errorAboutReply, type ReplyHead } from '../errors/errorReply.ts';
import { isPrivateHost } from './hosts.ts';

/** Whether a reply redirects the request with its method unchanged. */
export function isRedirect({ status }: { readonly status: number }, isFile: boolean): boolean {
  // 303 means GET, whatever was asked: what a file's request is anyway, and others must not become.
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
 * Whether a relay's word is enough to get a file from there: an address of the web, and none that only this machine
 * or its network can reach, unless the relay is on that very host. What names resolve to is seen on connecting.
 */
export function isFileUrl(url: URL, relay: URL): boolean {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return false;
  // Nobody keeps files so; what looks like a host there is somebody's disguise.
  if (url.username || url.password) return false;
  return url.hostname === relay.hostname || !isPrivateHost(url.hostname);
}

function targetOf(head: ReplyHead, from: URL): URL | null {
  const location = head.headers['location'];
  return location ? URL.parse(location, from.href) : null;
}
