import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { RelayError } from '../errors/relayError.ts';

// Servers on this machine print the unspecified addresses (0.0.0.0 and ::) as where they listen.
const loopback = lazy(() => createBlockList(['127.0.0.0/8', '0.0.0.0/32', '::/127']));

/** Networks that never hold a relay's files: this machine, company networks, and the metadata services of clouds. */
const privateNetworks = lazy(() =>
  createBlockList([
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '224.0.0.0/3',
    '::/127',
    // IPv4 addresses inside IPv6 ones: translated (NAT64) and tunneled (6to4).
    '64:ff9b::/96',
    '2002::/16',
    'fc00::/7',
    'fe80::/10',
    'fec0::/10',
    'ff00::/8',
  ]),
);

/** Host names of the clouds' metadata services, which hold secrets. */
const metadataNames = /^(metadata(\.google\.internal|\.goog)?|instance-data(\.ec2\.internal)?)\.?$/i;

/** Whether a URL's host is this machine, by its name or as a literal address. */
export function isLoopbackHost(hostname: string): boolean {
  return isLocalName(hostname) || isListed(loopback(), hostname);
}

/** Whether a URL's host, as written, is in a network that is not public. Names are not resolved. */
export function isPrivateHost(hostname: string): boolean {
  return isLocalName(hostname) || isListed(privateNetworks(), hostname) || metadataNames.test(hostname);
}

/** An address without the brackets that URLs put around IPv6. */
export function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

export function createBlockList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), familyOf(address));
  }
  return list;
}

export function isListed(list: BlockList, hostname: string): boolean {
  const address = withoutBrackets(hostname);
  return isIP(address) !== 0 && list.check(address, familyOf(address));
}

/** Created on first use: this module loads when the extension starts, and creating the lists takes time. */
function lazy<Value>(create: () => Value): () => Value {
  let value: Value | undefined;
  return () => (value ??= create());
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

function isLocalName(hostname: string): boolean {
  return /^(.+\.)?localhost\.?$/i.test(hostname);
}

/** Proxies that act as a network interface resolve every name to one of these, and look up the real address later. */
const standIns = lazy(() => createBlockList(['198.18.0.0/15']));

/** In an IPv6-only network, every IPv4 address is reached through one of these, which ends with it. */
const translated = /^64:ff9b::(?:([\da-f]{1,4}):)?([\da-f]{1,4})$/i;

function isPrivate(resolved: string): boolean {
  // An IPv6 address may name a network interface after a percent sign.
  const address = resolved.replace(/%.*/, '');
  const [, high = '0', low] = translated.exec(address) ?? [];
  if (low === undefined) return isPrivateHost(address) && !isListed(standIns(), address);
  const bytes = [high, low].flatMap((part) => [
    Number.parseInt(part, 16) >> 8,
    Number.parseInt(part, 16) & 255,
  ]);
  return isPrivateHost(bytes.join('.'));
}

/** Resolves a name as usual, and fails with `invalidResponse` if it leads into a private network. */
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
