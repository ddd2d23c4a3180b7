import type { IncomingMessage } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { urlHost, type Config } from '../settings/config';

/** The host names of this server, and the origins that may use it. */
interface Hosts {
  /** The requested host if it is allowed, else null: another site may have rebound its name to this address. */
  validHost(request: IncomingMessage): string | null;
  /** The origin as the browser sees it, for a valid host. */
  originOf(request: IncomingMessage, host: string): string;
  /** True without an `Origin` (not a page of another site), and for the own or an allowed origin. */
  isAllowedOrigin(origin: string | undefined, own: string): boolean;
}

export function createHosts(config: Config): Hosts {
  const { publicUrl, trustedProxies } = config;
  const loopback = ['localhost', '127.0.0.1', '[::1]'];
  // A site's name can be rebound to this address, but an IP address or the machine's own name cannot.
  const bound = isIP(config.host) ? [urlHost(config.host)] : [];
  const anyPort = new Set([...config.allowedHosts, ...(publicUrl ? [publicUrl.host] : [])]);
  const ownPort = [...loopback, ...bound, ...(isOpen(config) ? machineNames() : [])];

  function isAllowed(host: string, { localAddress, localPort }: Socket): boolean {
    const { name, port: asked } = split(host);
    if (anyPort.has(host) || anyPort.has(name)) return true;
    return (
      asked === localPort && (ownPort.includes(name) || (isOpen(config) && name === plain(localAddress)))
    );
  }

  return {
    validHost(request) {
      const host = askedHost(request).toLowerCase();
      return isAllowed(host, request.socket) ? host : null;
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

/** RFC 9112, 3.2.2: a request target that is a whole URL names the host; the `Host` header is then ignored. */
function askedHost({ url = '', headers }: IncomingMessage): string {
  return /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(url)?.[1] ?? headers.host ?? '';
}

/** True when the server listens on every address of the machine. */
function isOpen({ host }: Config): boolean {
  return host === '0.0.0.0' || host === '::';
}

function machineNames(): string[] {
  const name = hostname().toLowerCase();
  return name.includes('.') ? [name] : [name, `${name}.local`];
}

/**
 * The hosts of a server that listens on every address, besides the loopback names, to show to the operator: the
 * machine's addresses and names with the port, and the allowed hosts. Empty for a server on one address.
 */
export function openHosts(config: Config, port: number): string[] {
  if (!isOpen(config)) return [];
  const interfaces = Object.values(networkInterfaces()).flatMap(list => list ?? []);
  const addresses = interfaces
    .filter(({ family, scopeid }) => family === 'IPv4' || (config.host === '::' && !scopeid))
    .map(({ address }) => urlHost(address));
  return [...[...addresses, ...machineNames()].map(name => `${name}:${port}`), ...config.allowedHosts];
}

/** An address as written in a URL; a server on `::` sees IPv4 addresses as `::ffff:…`. */
function plain(address = ''): string {
  return urlHost(address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, ''));
}

function split(host: string): { name: string; port: number } {
  const [, name = '', port = '80'] = /^(.*?)(?::(\d+))?$/.exec(host) ?? [];
  return { name, port: Number(port) };
}
