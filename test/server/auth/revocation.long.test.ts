/** A revoked session's tokens and pending requests have no effect. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { askControl } from '../../../server/storage/control';
import { runScript } from '../../support/server/command';
import { call, signIn, signUp, type SignedIn } from '../../support/clients/identity';
import { RawClient } from '../../support/clients/rawClient';
import { startServer, type TestServer } from '../../support/server/server';
import { until } from '../../support/until';

let server: TestServer;
let owner: SignedIn;
let email: string;
let people = 0;

beforeAll(async () => (server = await startServer()));
afterAll(() => server.stop());
beforeEach(async () => {
  email = `user${(people += 1)}@example.com`;
  owner = await signUp(server.url, email);
  const note = { noteTitle: 'Milk', noteDescription: 'Two bottles' };
  const url = `${server.url}/${owner.localId}/notes.json?auth=${owner.idToken}`;
  expect((await fetch(url, { method: 'PUT', body: JSON.stringify({ n: note }) })).status).toBe(200);
});

const titlePath = () => `${owner.localId}/notes/n/noteTitle`;

/** The note's title as the owner reads it after a new sign-in with this password. */
async function title(password = 'secret1'): Promise<unknown> {
  const { idToken } = await signIn(server.url, email, password);
  return (await fetch(`${server.url}/${titlePath()}.json?auth=${idToken}`)).json();
}

/** Opens a connection with the owner's token that leaves a write for its disconnect. */
async function stolenSession(): Promise<RawClient> {
  const client = await RawClient.open(`127.0.0.1:${server.port}`, 'ns=daywall');
  await client.ask('auth', { cred: owner.idToken });
  expect((await client.ask('o', { p: `/${titlePath()}`, d: 'wiped' })).s).toBe('ok');
  expect((await client.ask('om', { p: `/${owner.localId}/notes`, d: { n: null } })).s).toBe('ok');
  return client;
}

/** Waits until the connection has ended, and for as long as the server needs to handle its end. */
async function ended(client: RawClient): Promise<void> {
  await client.close();
  const next = await RawClient.open(`127.0.0.1:${server.port}`, 'ns=daywall');
  await next.ask('s', {});
  await next.close();
  await new Promise(done => setTimeout(done, 200));
}

const enable = () => askControl(server.dataDir, 'users enable', email);
const newPassword = async () => {
  const { status } = await call(server.url, 'accounts:update', {
    idToken: owner.idToken,
    password: 'secret2',
  });
  expect(status).toBe(200);
};

test('an operation for the disconnect is done when nothing was revoked', async () => {
  await (await stolenSession()).close();
  await until(async () => expect(await title()).toBeNull());
});

test.each<[string, () => Promise<unknown>, string, () => Promise<unknown>]>([
  ['a new password', newPassword, 'secret2', async () => undefined],
  ['sign-out', () => askControl(server.dataDir, 'users sign-out', email), 'secret1', async () => undefined],
  ['disabling', () => askControl(server.dataDir, 'users disable', email), 'secret1', enable],
])('%s drops what a session asked for at its disconnect', async (_, revoke, password, after) => {
  const client = await stolenSession();
  await revoke();
  await ended(client);
  await after();
  expect(await title(password)).toBe('Milk');
});

test('deleting the account drops it too', async () => {
  const client = await stolenSession();
  await askControl(server.dataDir, 'users delete', email);
  await ended(client);
  await server.restart();
  const backup = `${server.dataDir}-${people}.backup`;
  await askControl(server.dataDir, 'backup', { file: backup });
  const { readFile, rm } = await import('node:fs/promises');
  expect(await readFile(backup, 'utf8')).toContain('Milk');
  await rm(backup);
});

test('a connection that has signed out since, or is somebody else by now, loses it too', async () => {
  const client = await stolenSession();
  const other = await signUp(server.url, `other${people}@example.com`);
  await client.ask('auth', { cred: other.idToken });
  expect((await client.ask('o', { p: `/${other.localId}/ext/settings/theme`, d: 'dark' })).s).toBe('ok');
  await askControl(server.dataDir, 'users sign-out', email);
  await ended(client);
  expect(await title()).toBe('Milk');
  const seen = await fetch(`${server.url}/${other.localId}/ext/settings/theme.json?auth=${other.idToken}`);
  expect(await seen.json()).toBe('dark');
});

test('what a killed process left is not done for an account signed out since', async () => {
  const client = await stolenSession();
  await server.kill9();
  const { code } = await runScript('scripts/users.ts', {
    args: ['sign-out', email],
    env: { DATA_DIR: server.dataDir },
  });
  expect(code).toBe(0);
  await server.restart();
  await client.close();
  expect(await title()).toBe('Milk');
});

test('a body that arrives after the revocation is not written', async () => {
  const body = JSON.stringify('wiped');
  const socket = connect(server.port, '127.0.0.1');
  socket.write(
    `PUT /${titlePath()}.json?auth=${owner.idToken} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n` +
      `Connection: close\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 3)}`,
  );
  await new Promise(done => setTimeout(done, 300));
  await askControl(server.dataDir, 'users sign-out', email);
  socket.write(body.slice(3));
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(String(answer)).toMatch(/^HTTP\/1.1 401 /);
  expect(await title()).toBe('Milk');
});

test('a token that only ran out leaves what its session asked for at the disconnect', async () => {
  const client = await stolenSession();
  await server.advance(3_700_000);
  await client.close();
  await until(async () => expect(await title()).toBeNull());
});
