import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/**
 * The client's address for counting: an IPv4 address, or the /64 network that one IPv6 customer has. Forwarded
 * addresses count only up to the number of trusted proxies; those further left are the client's own claim.
 */
export function clientAddress(request: IncomingMessage, trustedProxies: number): string {
  const forwarded = String(request.headers['x-forwarded-for'] ?? '').split(',');
  const claimed = trustedProxies > 0 ? forwarded.at(-trustedProxies)?.trim() : undefined;
  const address = claimed && isIP(claimed) ? claimed : (request.socket.remoteAddress ?? '');
  return networkOf(address);
}

function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (isIP(address) !== 6) return address;
  const [head = '', tail = ''] = address.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`;
}
