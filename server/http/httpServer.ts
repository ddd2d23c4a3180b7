import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { isIP } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { WebSocketServer } from 'ws';
import { SOCKET_OPTIONS } from '../database/instances/databases';
import { createHosts } from './hosts';
import { isIdentityPath } from '../auth/edge';
import { loggedPath } from '../feeds/addresses';
import type { Clock } from '../lib/types';
import { kindOf } from '../operator/measures';
import { createRequestRate, limitConnections, serverOptions } from './limits';
import { createRoutes, type Parts, type Visit } from './routes';
import { contentSecurityPolicy, fixedHeaders, strictTransport } from './hosting';

type Checked = { host: string; origin: string; address: string };
type Refusal = { status: number; retryAfter?: number };

/**
 * The HTTP server: each request is checked here, then passed to the routes or to the database's socket. Answers have
 * the `Date` of the clock that the rules use, from which the app learns it.
 */
export function createHttpServer(parts: Parts, clock: Clock = Date.now): Server {
  const { config, databases, log, measures } = parts;
  const server = createServer(serverOptions);
  const hosts = createHosts(config);
  const waitFor = createRequestRate(config);
  const sockets = new WebSocketServer(SOCKET_OPTIONS);
  const routes = createRoutes(parts);

  /** The common checks of requests and sockets: host, origin, rate. */
  async function check(request: IncomingMessage): Promise<Checked | Refusal> {
    if (isAmbiguous(request)) return { status: 400 };
    const host = hosts.validHost(request);
    if (host === null) return { status: 421 };
    const origin = hosts.originOf(request, host);
    if (!hosts.isAllowedOrigin(request.headers.origin, origin)) return { status: 403 };
    const address = clientAddress(request, config.trustedProxies);
    const wait = await waitFor(address);
    return wait === null ? { host, origin, address } : { status: 429, retryAfter: wait };
  }

  async function onRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    followRequest(request, response);
    response.setHeader('Date', new Date(clock()).toUTCString());
    const checked = await check(request);
    if ('status' in checked) return refuse(response, checked);
    setSecurityHeaders(response, checked.origin);
    const { origin } = request.headers;
    if (origin !== undefined && origin !== checked.origin) setCorsHeaders(response, origin);
    if (request.method === 'OPTIONS' && request.headers['access-control-request-method']) {
      return answerPreflight(response, request.headers['access-control-request-headers']);
    }
    const listener = getRequestListener((web, env) => routes.fetch(web, { ...env, ...checked } as Visit));
    await listener(request, response);
  }

  async function onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const checked = pathOf(request) === '/.ws' ? await check(request) : { status: 404 };
    const path = pathOf(request);
    measures?.request(kindOf(path, isIdentityPath), 'status' in checked ? checked.status : 101);
    if ('status' in checked) return refuseUpgrade(socket, checked);
    sockets.handleUpgrade(request, socket, head, accepted =>
      databases.acceptSocket(accepted, request, checked.host),
    );
  }

  /** Logs one line per request, without query and body, because these contain tokens and user data. */
  function followRequest(request: IncomingMessage, response: ServerResponse): void {
    const start = performance.now();
    response.once('close', () => {
      const ms = Math.round(performance.now() - start);
      const [path, status] = [pathOf(request), response.statusCode];
      measures?.request(kindOf(path, isIdentityPath), response.headersSent ? status : 'none');
      log.debug({ method: request.method, path: loggedPath(path), status, ms }, 'request');
    });
  }

  /** Closes a connection after an error that only concerns its client. */
  function fail(error: unknown, broken: { destroy(): void }): void {
    log.error({ err: error }, 'a connection failed');
    broken.destroy();
  }

  server.on('request', (request, response) => {
    // An unhandled error of a stream would end the process; this one only concerns the client's connection.
    request.on('error', () => undefined);
    response.on('error', () => response.destroy());
    onRequest(request, response).catch(error => fail(error, response));
  });
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    onUpgrade(request, socket, head).catch(error => fail(error, socket));
  });
  limitConnections(server, config);
  return server;
}

/** RFC 9112, 3.2: with two `Host` lines a proxy and this server could use different ones; likewise with `Origin`. */
function isAmbiguous({ headersDistinct: { host, origin } }: IncomingMessage): boolean {
  return [host, origin].some(lines => lines !== undefined && lines.length > 1);
}

const pathOf = (request: IncomingMessage) => (request.url ?? '').split('?', 1)[0]!;

function refuse(response: ServerResponse, { status, retryAfter }: Refusal): void {
  if (retryAfter !== undefined) response.setHeader('Retry-After', retryAfter);
  response.writeHead(status, { 'Content-Type': 'text/plain', 'X-Content-Type-Options': 'nosniff' });
  response.end(STATUS_CODES[status]);
}

function refuseUpgrade(socket: Duplex, { status, retryAfter }: Refusal): void {
  const retry = retryAfter === undefined ? '' : `Retry-After: ${retryAfter}\r\n`;
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n`;
  socket.end(`${head}${retry}\r\n`, () => socket.destroy());
}

/**
 * The client's address for counting: an IPv4 address, or the /64 network that one IPv6 customer has. Forwarded
 * addresses count only up to the number of trusted proxies; those further left are the client's own claim.
 */
function clientAddress(request: IncomingMessage, trustedProxies: number): string {
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

/** Sockets are listed besides 'self', because older browsers do not count `ws:` as the same origin. */
function setSecurityHeaders(response: ServerResponse, origin: string): void {
  response.setHeader('Content-Security-Policy', contentSecurityPolicy(origin.replace(/^http/, 'ws')));
  const headers = { ...fixedHeaders, ...(origin.startsWith('https:') ? strictTransport : {}) };
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

/** Lets a page of an allowed other origin read the answer (CORS). */
function setCorsHeaders(response: ServerResponse, origin: string): void {
  response.setHeader('Access-Control-Allow-Origin', origin);
  response.setHeader('Access-Control-Expose-Headers', 'ETag');
  response.setHeader('Vary', 'Origin');
}

function answerPreflight(response: ServerResponse, askedHeaders: string | undefined): void {
  response.setHeader('Access-Control-Allow-Methods', 'GET, PUT, POST, PATCH, DELETE');
  if (askedHeaders) response.setHeader('Access-Control-Allow-Headers', askedHeaders);
  response.setHeader('Access-Control-Max-Age', '3600');
  response.writeHead(204).end();
}
