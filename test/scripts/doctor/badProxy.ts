import { readFileSync } from 'node:fs';
import {
  createServer,
  request,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestListener,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';

/** A proxy that works well, or lacks some duties of a proxy. */
export interface Proxy {
  origin: string;
  /** The port that requests are passed on to. */
  target: number;
  forwardedFor: 'append' | 'pass' | 'remove';
  host: string | null;
  upgrades: boolean;
  /** Milliseconds by which its clock is ahead. */
  clock: number;
  close(): Promise<void>;
}

const read = (name: string) => readFileSync(join(__dirname, name));

/** Listens on a free port of localhost, with TLS if `tls` is set. */
export async function openProxy(tls = false): Promise<Proxy> {
  const proxy = { forwardedFor: 'append', host: null, upgrades: true, clock: 0, target: 0 } as Proxy;
  const open = new Set<Socket>();
  const pass: RequestListener = (incoming, response) => {
    const onward = request({
      port: proxy.target,
      path: incoming.url,
      method: incoming.method,
      headers: headersFor(incoming),
    });
    onward.on('response', answer => {
      const date = new Date(Date.now() + proxy.clock).toUTCString();
      response.writeHead(answer.statusCode!, { ...answer.headers, date });
      answer.pipe(response);
    });
    onward.on('error', () => response.writeHead(502).end());
    incoming.pipe(onward);
  };
  const headersFor = ({ headers, socket }: IncomingMessage): OutgoingHttpHeaders => {
    const { 'x-forwarded-for': claimed, ...rest } = headers;
    const chain = proxy.forwardedFor === 'append' ? [claimed, socket.remoteAddress] : [claimed];
    return {
      ...rest,
      host: proxy.host ?? headers.host,
      ...(proxy.forwardedFor !== 'remove' && { 'x-forwarded-for': chain.filter(Boolean).join(', ') }),
    };
  };
  const server = tls
    ? createTlsServer({ key: read('localhost.key.pem'), cert: read('localhost.pem') }, pass)
    : createServer(pass);
  server.on('connection', (socket: Socket) => open.add(socket));
  server.on('upgrade', (incoming, socket, head) => {
    if (!proxy.upgrades) return void socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
    const onward = connect(proxy.target, '127.0.0.1', () => {
      const lines = Object.entries(headersFor(incoming)).map(
        ([name, value]) => `${name}: ${String(value)}\r\n`,
      );
      onward.write(`GET ${incoming.url} HTTP/1.1\r\n${lines.join('')}\r\n`);
      onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
  });
  await once(server.listen(0, 'localhost'), 'listening');
  const { port } = server.address() as AddressInfo;
  return Object.assign(proxy, {
    origin: `${tls ? 'https' : 'http'}://localhost:${port}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      open.forEach(socket => socket.destroy());
      await closed;
    },
  });
}
