import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { INVITES, openInvites, type Invites } from '../../../server/auth/accounts/invites';
import { checkContent } from '../../../server/content';
import { openStore, StoreError, type LocalStore } from '../../../server/storage/store';

let folder: string;
let store: LocalStore;
let fault: Error | null;
let now: number;
const open = () => openInvites(store.section(INVITES), () => now, randomBytes);
beforeEach(async () => {
  [now, fault] = [1_773_100_800_000, null];
  folder = await mkdtemp(join(tmpdir(), 'daywall-invites-'));
  store = await openStore(folder, { fault: () => fault });
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});
const gone = expect.objectContaining({ code: 'INVALID_OOB_CODE' });
const taken = (invites: Invites, code: string) => invites.take(code).then(() => true);

it('are used up on the disk, given back, and end after seven days', async () => {
  const invites = await open();
  const code = await invites.create();
  const giveBack = await invites.take(code);
  await expect((await open()).take(code)).rejects.toEqual(gone);
  await giveBack();
  expect((await open()).isGood(code)).toBe(true);
  now += 7 * 86_400_000 - 1;
  expect(invites.isGood(code)).toBe(true);
  now += 1;
  expect([invites.isGood(code), invites.all()]).toEqual([false, []]);
  await expect(invites.take(code)).rejects.toEqual(gone);
  await invites.create();
  expect((await open()).all()).toHaveLength(1);
  for await (const page of store.section(INVITES).pages()) expect(page).toHaveLength(1);
});

it('are kept without their codes, and one is taken by one of many', async () => {
  const invites = await open();
  const code = await invites.create();
  for await (const page of store.section(INVITES).pages()) expect(JSON.stringify(page)).not.toContain(code);
  const tries = await Promise.allSettled(Array.from({ length: 5 }, () => taken(invites, code)));
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

it('are not used up when the disk refuses', async () => {
  const invites = await open();
  const code = await invites.create();
  fault = new Error('full');
  await expect(invites.take(code)).rejects.toMatchObject({ status: 503 });
  fault = null;
  await expect(taken(invites, code)).resolves.toBe(true);
});

it.each(['x', '5', '{}', '{"createdAt":1}', '{"createdAt":"1","expiresAt":2}'])(
  'refuses a restored record of %s',
  async value => {
    await store.section(INVITES).commit([{ key: 'hash', value }]);
    await expect(checkContent(store)).rejects.toThrow(StoreError);
  },
);
