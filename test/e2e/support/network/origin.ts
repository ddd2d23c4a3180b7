import path from 'node:path';
import { startServer, type TestServer } from '../../../support/server/server';
import { openNetwork, type Network } from './network';

/** A real server with the built app and its own data folder, behind a network that a test can break. */
export interface Origin {
  /** The address for the browser, which leads through the network. */
  readonly url: string;
  readonly server: TestServer;
  readonly network: Network;
  close(): Promise<void>;
}

const built = path.resolve(__dirname, '../../../../dist');

export async function openOrigin(env: Record<string, string> = {}, dist = built): Promise<Origin> {
  const network = await openNetwork();
  const host = `127.0.0.1:${network.port}`;
  const server = await startServer({ dist, env: { ALLOWED_HOSTS: host, ...env } });
  network.connectTo(server.port);
  return {
    url: `http://${host}`,
    server,
    network,
    async close() {
      await network.close();
      await server.stop();
    },
  };
}
