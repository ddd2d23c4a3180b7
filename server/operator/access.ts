import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Config } from '../settings/config';

/** Headers by which proxies and tunnels forward their clients' addresses. */
const FORWARDED =
  /^(x-forwarded-.*|x-real-ip|x-client-ip|x-original-.*|forwarded|via|cf-connecting-ip|true-client-ip)$/;
const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
const LOCAL_NAME = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/**
 * Whether only programs on this machine can reach the server: it listens on loopback, and no setting indicates a proxy
 * or a tunnel. Behind one, all requests come from loopback, and a stranger chooses `Host`.
 */
export function isAlone({ host, publicUrl, trustedProxies, allowedHosts, allowedOrigins }: Config): boolean {
  const listens = host === 'localhost' || LOOPBACK.test(host);
  const isReached =
    publicUrl !== null || trustedProxies > 0 || allowedHosts.length > 0 || allowedOrigins.length > 0;
  return listens && !isReached;
}

/** Whether a request comes from this machine, as far as `isAlone` guarantees that: it has passed no proxy. */
export function isLocal(request: IncomingMessage, config: Config): boolean {
  const { headers, socket, httpVersion } = request;
  return (
    isAlone(config) &&
    LOOPBACK.test(socket.remoteAddress ?? '') &&
    LOCAL_NAME.test(headers.host ?? '') &&
    // nginx uses this HTTP version by default.
    httpVersion === '1.1' &&
    !Object.keys(headers).some(name => FORWARDED.test(name))
  );
}

/** Compares secrets in constant time. */
export function isSecretEqual(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

/** Whether a request may read the metrics: from this machine, or with the token. */
export function mayReadMetrics(request: IncomingMessage, config: Config): boolean {
  const [, given] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
  if (given !== undefined) return config.metricsToken !== null && isSecretEqual(given, config.metricsToken);
  return isLocal(request, config);
}
