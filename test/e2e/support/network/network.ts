import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** The wire between a browser and the server, in a test's hands: HTTP and WebSocket alike, as it is below both. */
export interface Network {
  readonly port: number;
  /** Where it leads. */
  connectTo(port: number): void;
  /** Ends every connection and refuses new ones, until `mend`. */
  cut(): void;
  /**
   * Requests arrive and take effect, and no answer comes back, until `mend` or `cut`. After `mend`
   * browsers send once more, by themselves, what got no answer on a connection that had been good before.
   */
  loseAnswers(): void;
  /** As new; connections that lost something end, so that the browser opens others. */
  mend(): void;
  close(): Promise<void>;
}

export async function openNetwork(): Promise<Network> {
  const sockets = new Set<Socket>();
  let state: 'open' | 'silent' | 'cut' = 'open';
  let target = 0;

  const keep = (socket: Socket, other: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {}); // 'close' follows, and that is what counts
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
