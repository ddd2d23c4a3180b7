import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { urlHost, type Config } from '../config';

/** Which names this server answers to, and which pages may talk to it. */
export interface Hosts {
  /** The `Host` header when it is one of ours, else null: a page elsewhere may have rebound its name to us. */
  validHost(request: IncomingMessage): string | null;
  /** The origin that the browser sees, for a valid host. */
  originOf(request: IncomingMessage, host: string): string;
  /** No `Origin` at all (not a page of another site), our own, or one that the operator named. */
  isAllowedOrigin(origin: string | undefined, own: string): boolean;
}

export function createHosts(config: Config, port: () => number): Hosts {
  const { publicUrl, trustedProxies } = config;
  const loopback = ['localhost', '127.0.0.1', '[::1]'];
  // An address cannot be rebound, so the one that the operator bound is safe to answer to.
  const bound = isIP(config.host) ? [urlHost(config.host)] : [];
  const anyPort = new Set([...config.allowedHosts, ...(publicUrl ? [publicUrl.host] : [])]);
  const ownPort = [...loopback, ...bound];

  function isAllowed(host: string): boolean {
    const { name, port: asked } = split(host);
    return anyPort.has(host) || anyPort.has(name) || (ownPort.includes(name) && asked === port());
  }

  return {
    validHost(request) {
      const host = request.headers.host?.toLowerCase() ?? '';
      return isAllowed(host) ? host : null;
    },
    originOf(request, host) {
      if (host === publicUrl?.host) return publicUrl.origin;
      const forwarded = trustedProxies > 0 ? String(request.headers['x-forwarded-proto'] ?? '') : '';
      return `${forwarded === 'https' ? 'https' : 'http'}://${host}`;
    },
    isAllowedOrigin: (origin, own) =>
      origin === undefined || origin === own || config.allowedOrigins.includes(origin),
  };
}

function split(host: string): { name: string; port: number } {
  const [, name = '', port = '80'] = /^(.*?)(?::(\d+))?$/.exec(host) ?? [];
  return { name, port: Number(port) };
}
