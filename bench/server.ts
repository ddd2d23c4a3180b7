import { signUp } from '../test/support/clients/identity';
import { RawClient } from '../test/support/clients/rawClient';
import type { Run } from './page';
import { keyOf, taskBody } from './seed';
import type { Site } from './stage';

const SECONDS = 3;
const CLIENTS = [1, 20, 200];
const ACCOUNTS = 10;

/** Durable writes a second through the whole server, by so many sockets, each with one write on its way. */
export async function serverWrites(site: Site): Promise<Run> {
  const accounts = await Promise.all(
    Array.from({ length: ACCOUNTS }, () => signUp(site.url, `${crypto.randomUUID()}@example.com`)),
  );
  const run: Run = {};
  for (const clients of CLIENTS) {
    const sockets = await Promise.all(
      Array.from({ length: clients }, async (_, client) => {
        const { localId, idToken } = accounts[client % ACCOUNTS]!;
        const socket = await RawClient.open(new URL(site.url).host, 'ns=daywall');
        await socket.ask('auth', { cred: idToken });
        return { socket, path: `/${localId}/tasks/${keyOf(client)}` };
      }),
    );
    const end = performance.now() + SECONDS * 1000;
    let written = 0;
    await Promise.all(
      sockets.map(async ({ socket, path }) => {
        for (; performance.now() < end; written += 1) {
          const { s } = await socket.ask('p', { p: path, d: taskBody(written + 1, '2026-03-10') });
          if (s !== 'ok') throw new Error(s);
          socket.messages.length = 0;
        }
      }),
    );
    await Promise.all(sockets.map(({ socket }) => socket.close()));
    run[`writes a second, ${clients} sockets`] = written / SECONDS;
  }
  return run;
}
