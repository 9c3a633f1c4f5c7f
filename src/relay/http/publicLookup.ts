import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { RelayError } from '../errors/relayError.ts';
import { createBlockList, isListed, isPrivateHost } from './hosts.ts';

/** Proxies that stand in as a network interface resolve every name to one of these, and the real address themselves. */
const standIns = createBlockList(['198.18.0.0/15']);

/** Behind an IPv6 network, every IPv4 address is reached by one of these, with the address in its end. */
const translated = /^64:ff9b::(?:([\da-f]{1,4}):)?([\da-f]{1,4})$/i;

function isPrivate(resolved: string): boolean {
  // An IPv6 address may name a network interface behind a percent sign.
  const address = resolved.replace(/%.*/, '');
  const [, high = '0', low] = translated.exec(address) ?? [];
  if (low === undefined) return isPrivateHost(address) && !isListed(standIns, address);
  const bytes = [high, low].flatMap((part) => [
    Number.parseInt(part, 16) >> 8,
    Number.parseInt(part, 16) & 255,
  ]);
  return isPrivateHost(bytes.join('.'));
}

/** Resolves a name as usual, and fails with `invalidResponse` where it leads into a private network. */
export const lookUpPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? [];
    if (error || !first) return callback(error, '', 0);
    if (addresses.some(({ address }) => isPrivate(address)))
      return callback(new RelayError('invalidResponse'), '', 0);
    if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

/** Whether a name leads into a private network, as far as this machine knows it. */
export function isPrivateByName(hostname: string): Promise<boolean> {
  return new Promise((resolve) => {
    lookUpPublic(hostname, { all: true }, (error) => resolve(error instanceof RelayError));
  });
}
