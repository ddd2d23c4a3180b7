/** Requests that ask for more than a server can give. Each attack leaves its connections open until `end` is called. */
import { connect, type Socket } from 'node:net';
import type { Json } from '../../../server/lib/types';
import { signUp, type SignedIn } from '../../support/clients/identity';
import { RawClient } from '../../support/clients/rawClient';
import type { TestServer } from '../../support/server/server';
import { massReads, stoppedReaders } from './coldAttacks';
import { badEndpoints } from './pushAttacks';

export type Attack = {
  name: string;
  /** Resolves when all requests are sent and, as far as they get an answer, answered. */
  run(target: Target): Promise<unknown>;
};

/** The server, an account on it, and the connections to close at the end. */
export type Target = { server: TestServer; mallory: SignedIn; open: { close(): unknown }[] };

const MB = 1_000_000;
const repeat = <T>(count: number, make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

/** The attacks; `size` 1 is the full size. */
export function attacksOf(size: number): Attack[] {
  const times = (count: number) => Math.ceil(count * size);
  return [
    {
      name: `${times(150)} sockets with half a frame of 15 MB`,
      run: target => repeat(times(150), () => halfFrame(target)),
    },
    {
      name: `${times(150)} sockets with half a message of 7 MB`,
      run: target => repeat(times(150), () => halfMessage(target)),
    },
    {
      name: `${times(6)} accounts at once with 60,000 records under keys of 1,000 characters`,
      run: target => longKeysAtOnce(target, times(6)),
    },
    {
      name: `${times(400)} sockets with 2,000 small writes at once`,
      run: target => manyWrites(target, times(400), 2_000),
    },
    {
      name: `${times(200)} updates of 49,000 keys at once`,
      run: target => manyUpdates(target, times(200)),
    },
    { name: `${times(34)} writes of 7 MB by as many accounts`, run: target => byMany(target, times(34)) },
    {
      name: `${times(1_000)} writes of 60 KB for the end of a connection`,
      run: target => disconnects(target, times(1_000)),
    },
    {
      name: `${times(16)} accounts of 19 MB that are read from the disk at once, seven ways`,
      run: target => massReads(target, times(16)),
    },
    {
      name: `${times(24)} accounts of 19 MB, each read by one who stops reading`,
      run: target => stoppedReaders(target, times(24)),
    },
    {
      name: `${times(40)} accounts with 20 devices whose endpoints hang, flood or point inside`,
      run: target => badEndpoints(target, times(40)),
    },
  ];
}

const hostOf = ({ server }: Target) => `127.0.0.1:${server.port}`;

async function socketOf(target: Target, account: SignedIn | null = target.mallory): Promise<RawClient> {
  const socket = await RawClient.open(hostOf(target), 'ns=daywall');
  // Every request waits for its answer or for the end of the connection.
  socket.socket.setMaxListeners(0);
  target.open.push(socket);
  if (account) await ask(socket, 'auth', { cred: account.idToken });
  return socket;
}

/** Resolves with the answer or when the connection has ended. */
const ask = (socket: RawClient, action: string, body: Json) =>
  Promise.race([socket.ask(action, body), socket.closed()]);

/** Sends the head of a WebSocket frame of 15 MB, and 14 MB of it. */
async function halfFrame(target: Target): Promise<void> {
  const socket = await upgraded(target);
  const head = Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  head.writeBigUInt64BE(15_000_000n, 2);
  socket.write(head);
  for (let sent = 0; sent < 14 && !socket.destroyed; sent += 1) await flushed(socket, Buffer.alloc(MB, 'x'));
}

function upgraded(target: Target): Promise<Socket> {
  const socket = connect(target.server.port, '127.0.0.1');
  target.open.push({ close: () => socket.destroy() });
  socket.on('error', () => socket.destroy());
  socket.write(
    `GET /.ws?v=5&ns=daywall HTTP/1.1\r\nHost: ${hostOf(target)}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  );
  return new Promise(done => socket.once('data', () => done(socket)));
}

/** Resolves when the bytes are sent or the connection has ended. */
const flushed = (socket: Socket, bytes: Buffer) => new Promise<unknown>(done => socket.write(bytes, done));

/** Sends all frames of a message but the last. */
async function halfMessage(target: Target): Promise<void> {
  const { socket } = await socketOf(target, null);
  socket.send('450');
  const frame = 'x'.repeat(16_384);
  for (let sent = 0; sent < 440 && socket.readyState === socket.OPEN; sent += 1)
    await new Promise<unknown>(done => socket.send(frame, done));
}

const write = async ({ server }: Target, method: string, path: string, body: string, token?: string) => {
  const auth = token === undefined ? '' : `?auth=${token}`;
  // A connection that closes before everything is sent counts as a refusal.
  const answer = await fetch(`${server.url}${path}.json${auth}`, { method, body }).catch(() => null);
  await answer?.text().catch(() => '');
  return answer?.status ?? 0;
};

/** Writes seven texts of a million characters, which the app's rules allow, under a new key each time. */
async function bigWrites(target: Target, count: number, accounts: SignedIn[]): Promise<void> {
  await repeat(count, async index => {
    const texts = Object.fromEntries(
      Array.from({ length: 7 }, (_, part) => [`t${part}`, 'x'.repeat(MB - 1)]),
    );
    const { localId, idToken } = accounts[index % accounts.length]!;
    await write(target, 'PUT', `/${localId}/ext/big/n${index}`, JSON.stringify(texts), idToken);
  });
}

async function byMany(target: Target, count: number): Promise<void> {
  const join = (index: number) => signUp(target.server.url, `m${index}-${Date.now()}@example.com`);
  // The first attempt may reuse a connection that the server has closed after a refusal.
  const accounts = await repeat(count, index => join(index).catch(() => join(index)));
  await bigWrites(target, count, accounts);
}

async function disconnects(target: Target, count: number): Promise<void> {
  const socket = await socketOf(target);
  const text = 'x'.repeat(60_000);
  await repeat(count, index =>
    ask(socket, 'o', { p: `/${target.mallory.localId}/ext/end/n${index}`, d: text }),
  );
}

const keys = (count: number) =>
  `{${Array.from({ length: count }, (_, index) => `"${index.toString(36)}":1`).join(',')}}`;

const accountsFor = (target: Target, name: string, count: number) =>
  repeat(count, index => signUp(target.server.url, `${name}${index}-${Date.now()}@example.com`));

/** A path as deep as the app's rules allow. */
const DEEP = `ext/${['a', 'b', 'c', 'd'].map(key => key.repeat(250)).join('/')}`;

/** Writes small values under long keys, each a record of its own, by all accounts at once, and deletes them. */
async function longKeysAtOnce(target: Target, count: number): Promise<void> {
  const accounts = await accountsFor(target, 'o', count);
  for (let round = 0; round < 2; round += 1) {
    await Promise.all(
      accounts.flatMap(({ localId, idToken }) =>
        ['x', 'y', 'z'].map(part =>
          write(target, 'PUT', `/${localId}/${DEEP}/${part}`, keys(20_000), idToken),
        ),
      ),
    );
    await Promise.all(
      accounts.map(({ localId, idToken }) => write(target, 'DELETE', `/${localId}`, '', idToken)),
    );
  }
}

async function manyWrites(target: Target, count: number, each: number): Promise<void> {
  const { localId } = target.mallory;
  const sockets = await repeat(count, () => socketOf(target));
  await Promise.all(
    sockets.map(async (socket, index) => {
      const asked = Array.from({ length: each }, (_, number) =>
        socket.ask('p', { p: `/${localId}/ext/many/n${index}/k${number % 50}`, d: number }),
      );
      await Promise.race([Promise.all(asked), socket.closed()]);
    }),
  );
}

/** Writes by four accounts, whose writes do not wait for each other. */
async function manyUpdates(target: Target, count: number): Promise<void> {
  const accounts = await accountsFor(target, 'u', 4);
  const body = keys(49_000);
  await repeat(count, index => {
    const { localId, idToken } = accounts[index % 4]!;
    return write(target, 'PATCH', `/${localId}/ext/wide/all`, body, idToken);
  });
  for (const { localId, idToken } of accounts) await write(target, 'DELETE', `/${localId}`, '', idToken);
}
