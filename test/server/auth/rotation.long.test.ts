/** A new signing key: tokens of the old key expire as usual, and sessions and open tabs continue. */
import { randomBytes } from 'node:crypto';
import { get, getDatabase, goOffline, onValue, ref, set } from 'firebase/database';
import { createUserWithEmailAndPassword, getIdToken } from 'firebase/auth';
import { SignJWT } from 'jose';
import { EARLIER_RECORD, KEY_RECORD, openTokens, type Tokens } from '../../../server/auth/sessions/tokens';
import type { Account } from '../../../server/auth/accounts/accountRecord';
import { checkContent } from '../../../server/content';
import { openStore, StoreError, type LocalStore } from '../../../server/storage/store';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openClient } from '../../support/clients/authClient';
import { runScript } from '../../support/server/command';
import { startServer } from '../../support/server/server';
import { until } from '../../support/until';

const hour = 3_600_000;
const ann = { uid: 'ann', email: 'ann@example.com', emailVerified: false, validSince: 0 } as Account;

describe('the tokens of a data folder', () => {
  let folder: string;
  let store: LocalStore;
  let tokens: Tokens;
  let now: number;
  const open = () => openTokens(store.section('keys'), 'daywall', () => now, randomBytes);
  beforeEach(async () => {
    now = 1_773_100_800_000;
    folder = await mkdtemp(join(tmpdir(), 'daywall-rotation-'));
    store = await openStore(folder);
    tokens = await open();
  });
  afterEach(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });

  it('are read until they run out, of each key before, also after a start', async () => {
    const issued = [await tokens.issue(ann, 0)];
    for (let times = 0; times < 2; times += 1) {
      await tokens.rotate();
      issued.push(await tokens.issue(ann, 0));
    }
    const read = async (by: Tokens) => (await Promise.all(issued.map(token => by.read(token)))).length;
    expect(await read(tokens)).toBe(3);
    const again = await open();
    expect(await read(again)).toBe(3);
    now += hour;
    for (const by of [again, await open()])
      for (const token of issued)
        await expect(by.read(token)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' });
  });

  it('are none of a key that ran out, which the next rotation drops', async () => {
    for (let times = 0; times < 3; times += 1) {
      await tokens.rotate();
      now += 2 * hour;
    }
    expect(JSON.parse((await store.section('keys').get(EARLIER_RECORD))!)).toHaveLength(1);
  });

  it.each([
    ['during the commit of the new key, a second later', 0],
    ['in the second after a sign-out everywhere', 1],
  ])('are read when they were issued %s', async (_, ahead) => {
    now += 950;
    let issued = '';
    const section = store.section('keys');
    const slow: typeof section = {
      ...section,
      async commit(changes) {
        now += 100;
        const validSince = Math.floor(now / 1000) + ahead;
        issued = await rotating.issue({ ...ann, validSince }, 0);
        now += 3_000;
        await section.commit(changes);
      },
    };
    const rotating = await openTokens(slow, 'daywall', () => now, randomBytes);
    await rotating.rotate();
    expect(await rotating.read(issued)).toMatchObject({ sub: 'ann' });
    now += hour - 4_000;
    expect(await (await open()).read(issued)).toMatchObject({ sub: 'ann' });
  });

  it('are none when who took the key made them afterwards, with a longer life', async () => {
    const taken = Buffer.from((await store.section('keys').get(KEY_RECORD))!, 'base64url');
    await tokens.rotate();
    expect(await store.section('keys').get(KEY_RECORD)).not.toBe(taken.toString('base64url'));
    const seconds = now / 1000;
    const forged = (life: number) =>
      new SignJWT({ auth_time: seconds, sub: 'ann' })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer('https://securetoken.google.com/daywall')
        .setAudience('daywall')
        .setIssuedAt(seconds)
        .setExpirationTime(seconds + life)
        .sign(taken);
    await expect(tokens.read(await forged(3661))).rejects.toMatchObject({ code: 'INVALID_ID_TOKEN' });
  });

  it('go on by the key before when the disk refuses the new one', async () => {
    const refused = await openTokens(
      {
        ...store.section('keys'),
        commit: () => Promise.reject(new Error('full')),
      },
      'daywall',
      () => now,
      randomBytes,
    );
    await expect(refused.rotate()).rejects.toThrow('full');
    expect(await tokens.read(await refused.issue(ann, 0))).toMatchObject({ sub: 'ann' });
  });

  it.each(['x', '5', '[5]', '[{"key":"a","until":1}]'])('refuses a restored record of %s', async value => {
    await store.section('keys').commit([{ key: EARLIER_RECORD, value }]);
    await expect(checkContent(store)).rejects.toThrow(StoreError);
  });
});

it('is made by npm run keys under an open tab, which goes on, also hours later', async () => {
  const server = await startServer();
  const client = await openClient(server.url);
  const { user } = await createUserWithEmailAndPassword(client.auth, 'tab@example.com', 'secret1');
  const database = getDatabase(client.auth.app);
  const place = ref(database, `${user.uid}/ext/settings/firstDayOfWeek`);
  const values: unknown[] = [];
  onValue(place, snapshot => values.push(snapshot.val()));
  await set(place, 1);
  const rotate = (...args: string[]) =>
    runScript('scripts/keys.ts', { args, env: { DATA_DIR: server.dataDir } });
  expect(await rotate('rotate')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^New keys sign/),
  });
  expect(await rotate('turn')).toMatchObject({ code: 1, stderr: 'Usage: npm run keys -- rotate\n' });
  await set(place, 2);
  await server.advance(2 * hour);
  await server.kill9();
  expect((await rotate('rotate')).code).toBe(0);
  await server.restart();
  await getIdToken(user, true);
  await set(place, 3);
  await until(() => expect(values.at(-1)).toBe(3));
  expect((await get(place)).val()).toBe(3);
  goOffline(database);
  await client.close();
  await server.stop();
});
