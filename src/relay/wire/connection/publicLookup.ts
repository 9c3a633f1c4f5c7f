import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { RelayError } from '../../relayError.ts';
import { isPrivateHost } from './hosts.ts';

/** Resolves a name as usual, and fails with `invalidResponse` where it leads into a private network. */
export const lookUpPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? [];
    if (error || !first) return callback(error, '', 0);
    // An IPv6 address may name a network interface behind a percent sign.
    if (addresses.some(({ address }) => isPrivateHost(address.replace(/%.*/, ''))))
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
