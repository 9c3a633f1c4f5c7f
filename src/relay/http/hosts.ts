import { BlockList, isIP } from 'node:net';

// The unspecified addresses are where servers on this machine say that they listen.
const loopback = lazy(() => createBlockList(['127.0.0.0/8', '0.0.0.0/32', '::/127']));

/** Networks that no file of a relay is in: this machine, the company's, and where clouds keep their secrets. */
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
    // IPv4 addresses in the clothes of IPv6: translated (NAT64) and tunnelled (6to4).
    '64:ff9b::/96',
    '2002::/16',
    'fc00::/7',
    'fe80::/10',
    'fec0::/10',
    'ff00::/8',
  ]),
);

/** By which clouds call the address where they keep secrets. */
const metadataNames = /^(metadata(\.google\.internal|\.goog)?|instance-data(\.ec2\.internal)?)\.?$/i;

/** Whether a URL's host is this machine, by its name or as a literal address. */
export function isLoopbackHost(hostname: string): boolean {
  return isLocalName(hostname) || isListed(loopback(), hostname);
}

/** Whether a URL's host is, as it stands, in a network that is not the public one. Names are not resolved. */
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

/** Made when it is first asked for: addresses are read as soon as the extension starts, and lists cost some time. */
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
