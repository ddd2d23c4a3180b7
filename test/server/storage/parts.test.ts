/** A start reads no user's data; damage to one user's data is detected when it is read, and affects nobody else. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClassicLevel } from 'classic-level';
import { withCheckedCopy } from '../../../server/storage/check';
import { checksumOf, sealed } from '../../../server/storage/records/checksum';
import { openStore, StoreError } from '../../../server/storage/store';
import { startDatabaseServer } from '../../support/server/databaseServer';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'daywall-parts-'));
  const store = await openStore(folder);
  for (const name of ['ann', 'bob'])
    for (const value of ['1', '2'])
      await store.section('db:main').commit([
        { key: `/${name}/tasks/a`, value: `{"taskId":${value}}` },
        { key: `/${name}/tasks/b`, value: `{"taskId":${value}}` },
      ]);
  await store.section('accounts').commit([{ key: 'ann', value: '{}' }]);
  await store.close();
});
afterEach(() => rm(folder, { recursive: true }));

/** Changes the store without the server's knowledge. */
async function change(act: (level: ClassicLevel) => Promise<void>): Promise<void> {
  const level = new ClassicLevel(join(folder, 'store'));
  await act(level);
  await level.close();
}

const taskKey = 'db:main\0/ann/tasks/a';
const older = '{"taskId":1}';
const damages: [string, (level: ClassicLevel) => Promise<void>][] = [
  ['altered', level => level.put(taskKey, `00000000${older}`)],
  ['missing', level => level.del(taskKey)],
  ['back at an earlier value', level => level.put(taskKey, sealed(older, checksumOf(taskKey, older)))],
];

test.each(damages)(
  'a record that is %s is noticed when it is asked for, and by a check of all',
  async (_, act) => {
    await change(act);
    await expect(withCheckedCopy(folder, folder, async () => null)).rejects.toThrow(StoreError);
    const server = await startDatabaseServer({ folder });
    const refused = await fetch(`${server.url}/ann/tasks.json`);
    expect([refused.status, await refused.json()]).toEqual([
      503,
      { error: 'The data of this account are damaged.' },
    ]);
    const write = await fetch(`${server.url}/ann/tasks/c.json`, { method: 'PUT', body: '1' });
    expect(write.status).toBe(503);
    const other = await fetch(`${server.url}/bob/tasks/a/taskId.json`);
    expect([other.status, await other.json()]).toEqual([200, 2]);
    expect(server.complaints[0]).toMatch(/^the data of an account can not be read: .*"account":"ann"/);
    await server.close({ keep: true });
  },
);

test.each(damages)(
  'an account of which a record is %s can be removed, and the store is whole again',
  async (_, act) => {
    await change(act);
    const server = await startDatabaseServer({ folder });
    await expect(server.databases.exportOf('ann')).rejects.toThrow('The data of this account are damaged.');
    const before = server.store.journal.newest;
    await server.databases.remove('ann');
    expect(server.databases.storedBy('ann')).toBe(0);
    // A follower's copy has other records, so it must start from the beginning.
    expect(server.store.journal.after(before)).toBeNull();
    const url = `${server.url}/ann/tasks/c.json`;
    expect((await fetch(url, { method: 'PUT', body: '1' })).status).toBe(200);
    expect(await (await fetch(`${server.url}/.json`)).json()).toEqual({
      ann: { tasks: { c: 1 } },
      bob: { tasks: { a: { taskId: 2 }, b: { taskId: 2 } } },
    });
    await server.close({ keep: true });
    await withCheckedCopy(folder, folder, async () => null);
  },
);

test.each<[string, (level: ClassicLevel) => Promise<void>]>([
  ['the count of a part', level => level.del('\0part:db:main\0/ann')],
  ['the account of a user', level => level.put('accounts\0ann', '00000000{}')],
  ['the head of the store', level => level.put('\0head', 'x')],
])('a start refuses a store in which %s is damaged', async (_, act) => {
  await change(act);
  await expect(openStore(folder)).rejects.toThrow(/are damaged/);
});

test('a start reads none of what users store', async () => {
  await change(async level => {
    for await (const key of level.keys()) if (key.startsWith('db:')) await level.put(key, 'unreadable');
  });
  await (await openStore(folder)).close();
});
