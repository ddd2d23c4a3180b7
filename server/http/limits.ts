import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory';
import type { Config } from '../settings/config';

/** Bytes of an identity request: many times a token and a long password. */
export const longestIdentityBody = 64 * 1024;
/** Bytes of any other request's body, above the database's own, smaller limit. */
export const longestBody = 16 * 1024 * 1024;

/** Limits of `http.createServer` for slow clients and large headers, which it answers with 408 and 431. */
export const serverOptions = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 30_000,
};

/** Resolves to null while an address is within its rate, else to the seconds to wait. */
export function createRequestRate({
  requestsPerMinute,
}: Config): (address: string) => Promise<number | null> {
  const limiter = new RateLimiterMemory({ points: requestsPerMinute, duration: 60 });
  return address =>
    limiter.consume(address).then(
      () => null,
      (refusal: { msBeforeNext: number }) => Math.ceil(refusal.msBeforeNext / 1000),
    );
}

const refusal =
  'HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\nRetry-After: 10\r\n\r\n';

/** Limits the number of connections: in total and, when they come directly from clients, per address. */
export function limitConnections(server: Server, config: Config): void {
  const perAddress = config.trustedProxies > 0 ? Infinity : config.maxConnectionsPerAddress;
  const counts = new Map<string, number>();
  let total = 0;
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const count = (counts.get(address) ?? 0) + 1;
    total++;
    counts.set(address, count);
    socket.once('close', () => {
      total--;
      const left = counts.get(address)! - 1;
      if (left === 0) counts.delete(address);
      else counts.set(address, left);
    });
    if (total > config.maxConnections || count > perAddress) socket.end(refusal, () => socket.destroy());
  });
}
