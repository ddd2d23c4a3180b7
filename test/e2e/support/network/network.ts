import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** The connection between a browser and the server, below HTTP and WebSocket, controlled by a test. */
export interface Network {
  readonly port: number;
  /** Sets the server's port. */
  connectTo(port: number): void;
  /** Closes every connection and refuses new ones until `mend`. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

export async function openNetwork(): Promise<Network> {
  const sockets = new Set<Socket>();
  let isCut = false;
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
    if (isCut) return browser.destroy();
    const server = connect(target, '127.0.0.1');
    keep(browser, server);
    keep(server, browser);
    browser.pipe(server);
    server.pipe(browser);
  });
  const endAll = () => sockets.forEach(socket => socket.destroy());
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');

  return {
    port: (proxy.address() as AddressInfo).port,
    connectTo: port => void (target = port),
    cut() {
      isCut = true;
      endAll();
    },
    mend: () => void (isCut = false),
    async close() {
      endAll();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}
