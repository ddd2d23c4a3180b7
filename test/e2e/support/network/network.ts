import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** The connection between a browser and the server, below HTTP and WebSocket, controlled by a test. */
export interface Network {
  readonly port: number;
  /** Sets the server's port. */
  connectTo(port: number): void;
  /** Closes every connection and refuses new ones until `mend`. */
  cut(): void;
  /**
   * Delivers requests and drops all answers until `mend` or `cut`. After `mend` browsers repeat by themselves a
   * request that got no answer on a reused connection.
   */
  loseAnswers(): void;
  /** Repairs the network; closes the connections that lost data, so that the browser opens new ones. */
  mend(): void;
  close(): Promise<void>;
}

export async function openNetwork(): Promise<Network> {
  const sockets = new Set<Socket>();
  let state: 'open' | 'silent' | 'cut' = 'open';
  let target = 0;

  const keep = (socket: Socket, other: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {}); // 'close' follows, and is handled
    socket.on('close', () => {
      sockets.delete(socket);
      other.destroy();
    });
  };
  const proxy = createServer(browser => {
    if (state === 'cut') return browser.destroy();
    const server = connect(target, '127.0.0.1');
    keep(browser, server);
    keep(server, browser);
    browser.pipe(server);
    server.on('data', chunk => state === 'open' && browser.write(chunk));
    server.on('end', () => browser.end());
  });
  const endAll = () => sockets.forEach(socket => socket.destroy());
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');

  return {
    port: (proxy.address() as AddressInfo).port,
    connectTo: port => void (target = port),
    cut() {
      state = 'cut';
      endAll();
    },
    loseAnswers: () => void (state = 'silent'),
    mend() {
      if (state === 'silent') endAll();
      state = 'open';
    },
    async close() {
      endAll();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}
