import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createUserWithEmailAndPassword, reload, updateProfile } from 'firebase/auth';
import pino from 'pino';
import { createVerifier } from '../../../server/auth/identity';
import { createResetCode } from '../../../server/auth/resets';
import { openAuth, type AuthState } from '../../../server/auth/state';
import { readConfig } from '../../../server/settings/config';
import { openDatabases } from '../../../server/database/instances/databases';
import { createFeeds } from '../../../server/feeds/addresses';
import { createHttpServer } from '../../../server/http/httpServer';
import { createFiles } from '../../../server/http/files';
import { openRules } from '../../../server/rules/reload';
import { openStore } from '../../../server/storage/store';
import { openClient } from '../../support/clients/authClient';
import { call, signUp } from '../../support/clients/identity';

const clock = Date.now;
const random = randomBytes;
const log = pino({ level: 'silent' });

let folder: string;
let server: Server;
let url: string;
let auth: AuthState;
let fault: Error | null = null;
let close: () => Promise<void>;

// The real parts on a real disk with planted faults.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'daywall-'));
  const config = readConfig({ PORT: '0' });
  const store = await openStore(folder, { fault: () => fault });
  auth = await openAuth(store, config, clock, random, log);
  const rules = openRules(config.rulesFile, log);
  const tokens = createVerifier(auth);
  const parts = {
    store,
    names: config.instances,
    rules: () => rules.current(),
    tokens,
    clock,
    random,
    shareOf: () => config.accountQuota,
    mostStored: config.databaseQuota,
    log,
  };
  const databases = await openDatabases(parts);
  const feeds = createFeeds(auth, databases, clock);
  server = createHttpServer({ config, auth, databases, feeds, files: createFiles(null), log }).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  close = async () => {
    server.closeAllConnections();
    server.close();
    await databases.close();
    await store.close();
  };
});
afterAll(async () => {
  await close();
  await rm(folder, { recursive: true });
});
afterEach(() => (fault = null));

const full = () => Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });

it('answers plain text, not JSON, when the disk refuses, and makes no account', async () => {
  fault = full();
  const body = JSON.stringify({ email: 'ann@example.com', password: 'secret1' });
  const answer = await fetch(`${url}/v1/accounts:signUp?key=k`, { method: 'POST', body });
  expect(answer.status).toBe(503);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
  expect(await answer.text()).toBe('Service unavailable');
  fault = null;
  await expect(signUp(url, 'ann@example.com')).resolves.toBeDefined();
});

it('keeps the user signed in through such a fault', async () => {
  const client = await openClient(url);
  const { user } = await createUserWithEmailAndPassword(client.auth, 'bob@example.com', 'secret1');
  fault = full();
  await expect(updateProfile(user, { displayName: 'Bob' })).rejects.toMatchObject({
    code: 'auth/network-request-failed',
  });
  expect(client.auth.currentUser).toBe(user);
  fault = null;
  await reload(user);
  expect(user.displayName).toBeNull();
  await client.close();
});

it('lets the account change again once the disk is well', async () => {
  const { idToken } = await signUp(url, 'eve@example.com');
  fault = full();
  const change = () => call(url, 'accounts:update', { idToken, displayName: 'Eve' });
  await expect(change()).rejects.toThrow();
  fault = null;
  expect((await change()).status).toBe(200);
});

it('calls no link bad because the disk refuses', async () => {
  const { localId } = await signUp(url, 'kim@example.com');
  const oobCode = await createResetCode(auth, localId);
  const body = new URLSearchParams({ mode: 'resetPassword', oobCode, newPassword: 'secret2' });
  const submit = () => fetch(`${url}/__/auth/action`, { method: 'POST', body });
  fault = full();
  expect((await submit()).status).toBe(503);
  fault = null;
  expect((await submit()).status).toBe(200);
});
