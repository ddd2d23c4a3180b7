import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Account } from '../../../server/auth/accounts/accountRecord';
import { openAccounts, type Accounts } from '../../../server/auth/accounts/accounts';
import { openStore } from '../../../server/storage/store';
import type { Store } from '../../../server/lib/types';

let folder: string;
let store: Store;
let accounts: Accounts;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'daywall-'));
  store = await openStore(folder);
  accounts = await openAccounts(store.section('accounts'));
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

const account = (uid: string, email: string): Account => ({
  uid,
  email,
  emailVerified: false,
  passwordHash: 'scrypt$32768$8$1$AA$AA',
  disabled: false,
  createdAt: 0,
  lastLoginAt: 0,
  passwordUpdatedAt: 0,
  validSince: 0,
  sessions: [{ hash: `session of ${uid}`, authTime: 0 }],
});
const taken = expect.objectContaining({ code: 'EMAIL_EXISTS' });
const gone = expect.objectContaining({ code: 'USER_NOT_FOUND' });

it('gives an e-mail to one of two that are being written at the same time', async () => {
  const first = accounts.create(account('a', 'one@example.com'));
  await expect(accounts.create(account('b', 'one@example.com'))).rejects.toEqual(taken);
  await first;
  await accounts.create(account('c', 'other@example.com'));
  const move = (uid: string) => accounts.change(uid, each => ({ ...each, email: 'new@example.com' }));
  const moves = await Promise.allSettled([move('a'), move('c')]);
  expect(moves.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect(accounts.byEmail('new@example.com')?.uid).toBe('a');
  expect(accounts.byEmail('one@example.com')).toBeUndefined();
  expect(accounts.byEmail('other@example.com')?.uid).toBe('c');
});

it('loses none of many changes of one account at once', async () => {
  await accounts.create(account('a', 'one@example.com'));
  const add = (hash: string) =>
    accounts.change('a', each => ({ ...each, sessions: [...each.sessions, { hash, authTime: 1 }] }));
  await Promise.all(['1', '2', '3'].map(add));
  expect(accounts.get('a')?.sessions.map(({ hash }) => hash)).toEqual(['session of a', '1', '2', '3']);
  expect(accounts.bySession('3')?.uid).toBe('a');
});

it('shows a change only when it is on disk', async () => {
  const created = accounts.create(account('a', 'one@example.com'));
  expect(accounts.get('a')).toBeUndefined();
  await created;
  expect(accounts.get('a')).toBeDefined();
  expect(await store.section('accounts').get('a')).toContain('one@example.com');
});

it('writes where there is nothing to change, to take as long', async () => {
  const commit = jest.fn(store.section('accounts').commit);
  await (await openAccounts({ ...store.section('accounts'), commit })).changeNothing();
  expect(commit.mock.calls).toEqual([[[expect.anything()]]]);
  expect(accounts.all()).toEqual([]);
});

it('goes on after an edit that refuses', async () => {
  await accounts.create(account('a', 'one@example.com'));
  const refused = accounts.change('a', () => {
    throw new Error('no');
  });
  const after = accounts.change('a', each => ({ ...each, displayName: 'Ann' }));
  await expect(refused).rejects.toThrow('no');
  await expect(after).resolves.toMatchObject({ displayName: 'Ann' });
});

it('forgets everything about a removed account, also on disk', async () => {
  await accounts.create(account('a', 'one@example.com'));
  const removed = accounts.remove('a');
  await expect(accounts.change('a', each => each)).rejects.toEqual(gone);
  await removed;
  const again = await openAccounts(store.section('accounts'));
  for (const each of [accounts, again]) {
    expect(
      each.get('a') ?? each.byEmail('one@example.com') ?? each.bySession('session of a'),
    ).toBeUndefined();
  }
});

it('reads back after a restart what it wrote, by every index', async () => {
  const written = {
    ...account('__proto__', 'one@example.com'),
    reset: { requestedAt: 1, hash: 'h', expiresAt: 2 },
  };
  await accounts.create(written);
  const again = await openAccounts(store.section('accounts'));
  for (const found of [
    again.get('__proto__'),
    again.byEmail('one@example.com'),
    again.bySession('session of __proto__'),
    again.byCode('h'),
  ]) {
    expect(found).toEqual(written);
  }
});
