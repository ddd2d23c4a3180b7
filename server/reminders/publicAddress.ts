import { promises as dns } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Addresses that are not of the public internet: private, local, shared, documentation, multicast, reserved. */
const inside = new BlockList();
const IPV4 =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3';
/** All but 2000::/3, and of that Teredo, documentation and 6to4, which carry an IPv4 address. */
const IPV6 = '::/3 2001::/23 2001:db8::/32 2002::/16 3fff::/20 4000::/2 8000::/1';
for (const net of IPV4.split(' ')) addNet(net, 'ipv4');
for (const net of IPV6.split(' ')) addNet(net, 'ipv6');

function addNet(net: string, family: 'ipv4' | 'ipv6'): void {
  const [address, bits] = net.split('/');
  inside.addSubnet(address!, Number(bits), family);
}

/** Why nothing is sent to an address. */
export class NotPublic extends Error {
  override name = 'NotPublic';
}

export function isPublic(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && !inside.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

const isLoopback = (address: string) => /^(127\.|::1$)/.test(address);

/** Milliseconds until a name server is asked again, and how often. */
const DNS = { timeout: 3_000, tries: 2 };

/**
 * Resolves names for connections, which then go to the checked address. A name with an address that is not public is
 * refused. It asks name servers itself: the system's resolver would hold threads that the disk needs.
 */
export function createLookup(allowsLoopback: boolean) {
  const resolver = new dns.Resolver(DNS);
  const isAllowed = (address: string) => isPublic(address) || (allowsLoopback && isLoopback(address));

  async function resolve(name: string): Promise<{ address: string; family: number }[]> {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const addresses = answers.flatMap(answer => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length === 0) throw new Error('the name of the push service has no address');
    if (!addresses.every(isAllowed)) throw new NotPublic('not a public address');
    return addresses.map(address => ({ address, family: isIP(address) }));
  }

  const lookup: LookupFunction = (name, { all }, callback) => {
    resolve(name).then(
      found => (all ? callback(null, found) : callback(null, found[0]!.address, found[0]!.family)),
      (error: Error) => callback(error, ''),
    );
  };
  return {
    lookup,
    /** Throws for a host that is an address and not a public one: such a host is never looked up. */
    checkHost(host: string): void {
      const address = host.replace(/^\[(.*)\]$/, '$1');
      if (isIP(address) !== 0 && !isAllowed(address)) throw new NotPublic('not a public address');
    },
  };
}
