import { once } from 'node:events';
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

/** A fault of a request: the browser sees a broken or slow connection. */
export type HttpFault =
  /** The request never arrives. */
  | { type: 'refuse' }
  /** The request arrives and takes effect, and its answer is cut off. */
  | { type: 'dropAnswer' }
  /** The answer is delayed by so many milliseconds. */
  | { type: 'delayAnswer'; milliseconds: number }
  /** The answer is 503. */
  | { type: 'busy' };

/** The network between one device and the server. */
export interface FaultProxy {
  readonly port: number;
  connectTo(port: number): void;
  /** Applies a fault to the next matching requests, in the order of the calls. */
  plant(fault: HttpFault, matches: RegExp, times?: number): void;
  /** Closes every WebSocket. */
  cutSockets(): void;
  /** Refuses everything from now on, or nothing any more. */
  setOffline(isOffline: boolean): void;
  /** Closes every WebSocket, and lets nothing through until the result is called. */
  hold(): () => void;
  /** The next message over each WebSocket takes effect; its answer is lost and the connection closed. */
  loseSocketAnswers(): void;
  /** Removes planted faults that have not happened. */
  mend(): void;
  close(): Promise<void>;
}

/** Characters of a request's body that go into the log. */
const LOGGED = 300;

/** Cuts an answer off behind its head: without one, the browser would send a POST again by itself (docs/limits.md). */
function cutOff(outgoing: ServerResponse) {
  if (outgoing.headersSent) return void outgoing.destroy();
  outgoing.writeHead(200, { 'Content-Length': 1000 });
  outgoing.flushHeaders();
  outgoing.socket?.end();
}

/** `log` receives each write, and each fault with its request. */
export async function openFaultProxy(log: (what: string) => void): Promise<FaultProxy> {
  let target = 0;
  const planted: { fault: HttpFault; matches: RegExp; times: number }[] = [];
  const sockets = new Set<{ browser: Socket; server: Socket }>();
  let open = Promise.resolve();
  let isCutOff = false;
  const cutSockets = () => sockets.forEach(({ browser }) => browser.destroy());

  const faultFor = ({ method, url }: IncomingMessage): HttpFault | undefined => {
    const found = planted.find(({ matches }) => matches.test(`${method} ${url!.split('?')[0]!}`));
    if (found && --found.times === 0) planted.splice(planted.indexOf(found), 1);
    if (found) log(`${found.fault.type} ${method} ${url!.split('?')[0]!}`);
    return found?.fault;
  };

  const proxy = createServer(async (incoming, outgoing) => {
    await open;
    if (isCutOff) incoming.socket.destroy();
    if (incoming.destroyed) return; // its page has gone meanwhile
    const fault = faultFor(incoming);
    if (fault?.type === 'refuse') return void incoming.socket.destroy();
    if (fault?.type === 'busy') return void outgoing.writeHead(503).end('busy');
    const { method, url, headers } = incoming;
    const onward = ask({ host: '127.0.0.1', port: target, method, path: url, headers });
    onward.on('error', () => cutOff(outgoing));
    let body = '';
    incoming.on('data', chunk => (body += body.length < LOGGED ? String(chunk) : ''));
    onward.on('response', answer => {
      if (method !== 'GET' && method !== 'OPTIONS')
        log(`${answer.statusCode} ${method} ${url!.split('?')[0]!} ${body.slice(0, LOGGED)}`);
      void passOn(answer, outgoing, fault);
    });
    incoming.pipe(onward);
  });

  async function passOn(answer: IncomingMessage, outgoing: ServerResponse, fault?: HttpFault) {
    answer.on('error', () => outgoing.destroy());
    if (!fault) {
      outgoing.writeHead(answer.statusCode!, answer.rawHeaders);
      answer.pipe(outgoing);
      return;
    }
    const chunks = (await answer.toArray().catch(() => [])) as Buffer[];
    if (fault.type === 'dropAnswer') return cutOff(outgoing);
    if (fault.type === 'delayAnswer') await new Promise(done => setTimeout(done, fault.milliseconds));
    outgoing.writeHead(answer.statusCode!, answer.rawHeaders);
    outgoing.end(Buffer.concat(chunks));
  }

  proxy.on('upgrade', async (incoming, browser: Socket, head: Buffer) => {
    browser.on('error', () => undefined); // 'close' follows
    await open;
    if (isCutOff) browser.destroy();
    if (browser.destroyed) return;
    const server = connect(target, '127.0.0.1');
    const pair = { browser, server };
    sockets.add(pair);
    for (const [socket, other] of [
      [browser, server],
      [server, browser],
    ] as const) {
      socket.on('error', () => undefined); // 'close' follows
      socket.on('close', () => {
        sockets.delete(pair);
        other.destroy();
      });
    }
    const lines = [`${incoming.method} ${incoming.url} HTTP/1.1`];
    for (let at = 0; at < incoming.rawHeaders.length; at += 2)
      lines.push(`${incoming.rawHeaders[at]}: ${incoming.rawHeaders[at + 1]}`);
    server.write(`${lines.join('\r\n')}\r\n\r\n`);
    server.write(head);
    browser.pipe(server);
    server.pipe(browser);
  });

  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    port: (proxy.address() as AddressInfo).port,
    connectTo: port => void (target = port),
    plant: (fault, matches, times = 1) => void planted.push({ fault, matches, times }),
    cutSockets,
    setOffline(isOffline) {
      isCutOff = isOffline;
      if (!isOffline) return;
      cutSockets();
      proxy.closeAllConnections();
    },
    hold() {
      let release = () => undefined as void;
      open = new Promise(done => (release = done));
      cutSockets();
      return release;
    },
    loseSocketAnswers() {
      for (const { browser, server } of sockets) {
        server.unpipe(browser);
        browser.once('data', () => server.once('data', () => browser.destroy()));
        server.resume();
      }
    },
    mend: () => void planted.splice(0),
    async close() {
      sockets.forEach(({ browser }) => browser.destroy());
      proxy.close();
      proxy.closeAllConnections();
      await once(proxy, 'close');
    },
  };
}
