/** Requests for all data of accounts that are nearly full, all at once or by readers that stop. */
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { signUp, type SignedIn } from '../../support/clients/identity';
import { RawClient } from '../../support/clients/rawClient';
import type { Target } from './attacks';

/** The number of texts of an account, a million characters each, and the number in one write. */
const [TEXTS, TOGETHER] = [19, 7];

/** Fills accounts; a restart later removes their data from memory. */
async function fullAccounts(target: Target, name: string, count: number): Promise<SignedIn[]> {
  const { server } = target;
  const accounts: SignedIn[] = [];
  for (let index = 0; index < count; index += 1) {
    const account = await signUp(server.url, `${name}${index}-${Date.now()}@example.com`);
    accounts.push(account);
    for (let from = 0; from < TEXTS; from += TOGETHER) {
      const names = Array.from({ length: Math.min(TOGETHER, TEXTS - from) }, (_, at) => `t${from + at}`);
      const body = JSON.stringify(Object.fromEntries(names.map(key => [key, 'x'.repeat(999_000)])));
      const answer = await fetch(urlOf(target, account, `ext/big/n${from}`), { method: 'PUT', body });
      if (!answer.ok) throw new Error(`an account could not be filled: ${answer.status}`);
    }
  }
  return accounts;
}

const urlOf = ({ server }: Target, { localId, idToken }: SignedIn, path = '') =>
  `${server.url}/${localId}${path && '/'}${path}.json?auth=${idToken}`;

type Way = (target: Target, account: SignedIn) => Promise<unknown>;

const read = async (target: Target, account: SignedIn, path: string, headers: Record<string, string> = {}) =>
  (await (await fetch(urlOf(target, account, path), { headers })).text()).length;

async function authenticated(target: Target, { idToken }: SignedIn) {
  const socket = await RawClient.open(`127.0.0.1:${target.server.port}`, 'ns=daywall');
  target.open.push(socket);
  await Promise.race([socket.ask('auth', { cred: idToken }), socket.closed()]);
  return socket;
}

/** Listens to all data of an account; the message is longer than a client accepts. */
async function listenToAll(target: Target, account: SignedIn): Promise<void> {
  const socket = await authenticated(target, account);
  let characters = 0;
  socket.socket.removeAllListeners('message');
  const isRead = new Promise<void>(done =>
    socket.socket.on('message', data => {
      characters += String(data as Buffer).length;
      if (characters > TEXTS * 999_000) done();
    }),
  );
  void socket.ask('q', { p: `/${account.localId}`, h: '' });
  await Promise.race([isRead, socket.closed()]);
}

async function listenToLittle(target: Target, account: SignedIn): Promise<void> {
  const socket = await authenticated(target, account);
  await Promise.race([socket.ask('q', { p: `/${account.localId}/ext/small`, h: '' }), socket.closed()]);
}

/** Reads the first event and disconnects. */
async function follow(target: Target, account: SignedIn): Promise<void> {
  const answer = await fetch(urlOf(target, account), { headers: { Accept: 'text/event-stream' } });
  let bytes = 0;
  for await (const chunk of answer.body!) {
    bytes += (chunk as Uint8Array).length;
    if (bytes > TEXTS * 999_000) return;
  }
}

const WAYS: Way[] = [
  (target, account) => read(target, account, 'ext/small'),
  (target, account) => read(target, account, '', { 'x-firebase-etag': 'true' }),
  (target, account) => fetch(urlOf(target, account, 'ext/small/one'), { method: 'PUT', body: '1' }),
  (target, account) =>
    fetch(urlOf(target, account), { method: 'PUT', body: '1', headers: { 'if-match': 'x' } }).then(answer =>
      answer.text(),
    ),
  listenToLittle,
  listenToAll,
  follow,
];

export async function massReads(target: Target, count: number): Promise<void> {
  const accounts = await fullAccounts(target, 'c', count);
  for (const way of WAYS) {
    await target.server.restart();
    await Promise.allSettled(accounts.map(account => way(target, account)));
    for (const socket of target.open.splice(0)) await socket.close();
    // Throws if the server has ended, because it is not started again.
    await fetch(`${target.server.url}/healthz`);
  }
  await remove(target, accounts);
}

/** Readers that take the first bytes of an answer and stop. */
export async function stoppedReaders(target: Target, count: number): Promise<void> {
  const accounts = await fullAccounts(target, 's', count);
  await target.server.restart();
  const { port } = target.server;
  for (const { localId, idToken } of accounts) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    target.open.push({ close: () => socket.destroy() });
    socket.write(`GET /${localId}.json?auth=${idToken} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
    await Promise.race([
      new Promise(done => socket.once('readable', done).once('close', done)),
      sleep(5_000),
    ]);
    socket.read(100);
    socket.pause();
    await sleep(300);
  }
  await fetch(`${target.server.url}/healthz`);
  for (const socket of target.open.splice(0)) await socket.close();
  await remove(target, accounts);
}

async function remove(target: Target, accounts: readonly SignedIn[]): Promise<void> {
  for (const account of accounts) await fetch(urlOf(target, account), { method: 'DELETE' });
}
