import { once } from 'node:events';
import { createServer, request as ask, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { WebSocket, WebSocketServer, type RawData } from 'ws';

/** A network's fault with WebSockets: `swallow` never answers the upgrade, `mute` answers it but forwards nothing. */
export type SocketFault = 'refuse' | 'swallow' | 'mute';

/** A proxy between a client and the database, such as a company's, or the front end of the hosted service. */
export interface DatabaseProxy {
  /** `127.0.0.1:PORT` */
  readonly host: string;
  readonly url: string;
  /** Upgrades that were asked for, as the host and query of their address. */
  readonly upgrades: { host: string; query: Record<string, string> }[];
  /** REST calls that were passed on, as `METHOD /path`. */
  readonly calls: string[];
  /** Bytes that went to the client: in answers to calls, and over WebSockets. */
  readonly bytes: { rest: number; socket: number };
  connectTo(port: number): void;
  /** Sets the fault, and closes open sockets; undefined removes it. */
  breakSockets(fault: SocketFault | undefined): void;
  /** Changes the handshake's `h` (where to connect the next time) and `ts` (the server's time, in milliseconds). */
  changeHandshake(change: { h?: string; ts?: (ts: number) => number }): void;
  /** Redirects clients to this host instead of a handshake; undefined does not. */
  resetTo(host: string | undefined): void;
  cutSockets(): void;
  close(): Promise<void>;
}

type Handshake = { t: string; d: { t: string; d: { h: string; ts: number } } };

export async function openDatabaseProxy(): Promise<DatabaseProxy> {
  let target = 0;
  let fault: SocketFault | undefined;
  let reset: string | undefined;
  let handshake: { h?: string; ts?: (ts: number) => number } = {};
  const upgrades: DatabaseProxy['upgrades'] = [];
  const calls: string[] = [];
  const bytes = { rest: 0, socket: 0 };
  const sockets = new Set<Socket>();
  const upgraded = new WebSocketServer({ noServer: true });

  const proxy = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    calls.push(`${method} ${url!.split('?')[0]!}`);
    const onward = ask({ host: '127.0.0.1', port: target, method, path: url, headers });
    onward.on('error', () => incoming.socket.destroy());
    outgoing.on('close', () => onward.destroy());
    onward.on('response', answer => {
      answer.on('error', () => outgoing.destroy());
      outgoing.writeHead(answer.statusCode!, answer.rawHeaders);
      answer.on('data', (chunk: Buffer) => (bytes.rest += chunk.length));
      answer.pipe(outgoing);
    });
    incoming.pipe(onward);
  });

  const changed = (data: string) => {
    // A long message consists of several parts, which are not JSON; the handshake is short.
    if (!data.startsWith('{"t":"c"')) return data;
    const message = JSON.parse(data) as Handshake;
    if (message.t !== 'c' || message.d.t !== 'h') return data;
    if (reset !== undefined) return JSON.stringify({ t: 'c', d: { t: 'r', d: reset } });
    const { d } = message.d;
    Object.assign(d, { h: handshake.h ?? d.h, ts: handshake.ts?.(d.ts) ?? d.ts });
    return JSON.stringify(message);
  };
  const passOn = (client: WebSocket, { url, headers }: IncomingMessage) => {
    const server = new WebSocket(`ws://127.0.0.1:${target}${url}`, {
      headers: { host: headers.host!, ...(headers.origin && { origin: headers.origin }) },
    });
    const waiting: RawData[] = [];
    client.on('message', data =>
      server.readyState === WebSocket.OPEN ? server.send(`${data}`) : waiting.push(data),
    );
    server.on('open', () => waiting.forEach(data => server.send(`${data}`)));
    server.on('message', (data: Buffer) => {
      bytes.socket += data.length;
      client.send(changed(data.toString()));
    });
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      socket.on('error', () => undefined); // 'close' follows
      socket.on('close', () => other.terminate());
    }
  };
  proxy.on('upgrade', (incoming, socket: Socket, head: Buffer) => {
    const url = new URL(incoming.url!, 'http://localhost');
    upgrades.push({ host: incoming.headers.host!, query: Object.fromEntries(url.searchParams) });
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    if (fault === 'refuse') return socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n');
    if (fault === 'swallow') return;
    upgraded.handleUpgrade(incoming, socket, head, client => {
      if (fault !== 'mute') passOn(client, incoming);
    });
  });

  const cutSockets = () => sockets.forEach(socket => socket.destroy());
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return {
    host,
    url: `http://${host}`,
    upgrades,
    calls,
    bytes,
    connectTo: port => void (target = port),
    breakSockets(next) {
      fault = next;
      cutSockets();
    },
    changeHandshake: change => void (handshake = change),
    resetTo: next => void (reset = next),
    cutSockets,
    async close() {
      cutSockets();
      upgraded.close();
      proxy.close();
      proxy.closeAllConnections();
      await once(proxy, 'close');
    },
  };
}
