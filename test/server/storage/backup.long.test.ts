/** Backups are complete and of one instant, and a restore either completes or changes nothing. */
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backup } from '../../../server/storage/records/backupFile';
import { withStoppedStore } from '../../../server/storage/backup/stoppedBackup';
import { SealedDisk } from '../../../server/storage/sealedDisk';
import type { Batch } from '../../../server/lib/types';
import { Disk } from '../../../server/storage/disk';
import { restore } from '../../../server/storage/backup/restore';
import { openStore, StoreError, type LocalStore } from '../../../server/storage/store';
import { storeFiles } from '../../support/server/damagedFolder';

let folder: string;
let store: LocalStore | undefined;
const inFolder = (name: string) => join(folder, name);
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'daywall-backup-'));
  store = await openStore(inFolder('data'));
  const changes = Array.from({ length: 2_500 }, (_, index) => ({
    key: `k${index}`,
    value: `"é😀\\n\u2028\u2029${index}"`,
  }));
  await store.section('db:main').commit(changes);
});
afterEach(async () => {
  await store?.close();
  await rm(folder, { recursive: true });
});

const contentOf = async (data: string) => {
  const opened = await openStore(data);
  const pairs = [];
  for await (const pair of opened.snapshot()) pairs.push(pair);
  await opened.close();
  return pairs;
};

test('what is read for a backup is of one instant, whatever is written meanwhile', async () => {
  const section = store!.section('db:main');
  const seen: string[] = [];
  for await (const [key] of store!.snapshot()) {
    if (seen.length === 0)
      await section.commit([
        { key: 'z', value: 'later' },
        { key: 'k999', value: null },
      ]);
    seen.push(key);
  }
  expect(seen).toContain('db:main\0k999');
  expect(seen).not.toContain('db:main\0z');
});

test('a restored folder holds what the store held', async () => {
  const held = [];
  for await (const pair of store!.snapshot()) held.push(pair);
  expect(await backup(store!, inFolder('file'))).toMatchObject({ pairs: 2_500 });
  expect((await stat(inFolder('file'))).mode & 0o777).toBe(0o600);
  await restore(inFolder('file'), inFolder('new'));
  expect(await contentOf(inFolder('new'))).toEqual(held);
  expect((await stat(inFolder('new'))).mode & 0o777).toBe(0o700);
});

test('what a killed backup left is replaced, and its mode is not kept', async () => {
  await writeFile(inFolder('file.unfinished'), 'left');
  await chmod(inFolder('file.unfinished'), 0o644);
  await backup(store!, inFolder('file'));
  expect((await stat(inFolder('file'))).mode & 0o777).toBe(0o600);
});

const MB = 1_000_000;
const KEY = (index: number) =>
  `db:main\0/u${Math.floor(index / 20)}/tasks/t${String(index).padStart(2, '0')}`;

test('large texts go to the file a few at a time', async () => {
  let [read, most] = [0, 0];
  const large = {
    id: 'x',
    async *snapshot() {
      for (let index = 0; index < 30; index += 1) {
        yield [KEY(index), JSON.stringify('x'.repeat(MB))] as const;
        read += MB;
        most = Math.max(most, read - (await stat(inFolder('file.unfinished'))).size);
      }
    },
  };
  await backup(large, inFolder('file'));
  expect(most).toBeLessThan(3 * MB);
});

test('large texts are restored a few at a time, and no part is read again for more', async () => {
  const texts = Array.from({ length: 30 }, (_, index) => ({
    key: KEY(index).slice('db:main\0'.length),
    value: JSON.stringify('x'.repeat(MB)),
  }));
  await store!.section('db:main').commit(texts);
  await backup(store!, inFolder('file'));
  const write = jest.spyOn(SealedDisk.prototype, 'write');
  const pages = jest.spyOn(Disk.prototype, 'pages');
  await restore(inFolder('file'), inFolder('new'));
  const sizes = write.mock.calls.map(([changes]) =>
    (changes as Batch).reduce((sum, { key, value }) => sum + key.length + (value?.length ?? 0), 0),
  );
  expect(Math.max(...sizes)).toBeLessThan(3 * MB);
  expect(pages.mock.calls.filter(([prefix]) => prefix !== '')).toEqual([]);
  jest.restoreAllMocks();
});

test('a backup never takes the place of a file that exists', async () => {
  await writeFile(inFolder('file'), 'precious');
  await expect(backup(store!, inFolder('file'))).rejects.toThrow(StoreError);
  expect(await readFile(inFolder('file'), 'utf8')).toBe('precious');
});

test.each<[string, (text: string) => string]>([
  ['a changed letter', text => text.replace('k77', 'k78')],
  ['a missing end', text => text.slice(0, -80)],
  ['a missing line', text => text.replace(/^.*k1234.*\n/m, '')],
  ['another kind of file', () => '{"hello":1}\n'],
  ['nothing', () => ''],
  ['another version', text => text.replace('"version":1', '"version":2')],
])('%s is found before anything is touched', async (_, spoil) => {
  await backup(store!, inFolder('file'));
  await writeFile(inFolder('file'), spoil(await readFile(inFolder('file'), 'utf8')));
  await expect(restore(inFolder('file'), inFolder('new'))).rejects.toThrow(StoreError);
  expect((await readdir(folder)).sort()).toEqual(['data', 'file']);
});

test('a folder that holds anything, or a file that is not there, is refused', async () => {
  await backup(store!, inFolder('file'));
  await mkdir(inFolder('full/x'), { recursive: true });
  await expect(restore(inFolder('file'), inFolder('full'))).rejects.toThrow('is not empty');
  await expect(restore(inFolder('none'), inFolder('new'))).rejects.toThrow(/can't be read/);
});

test('a damaged folder of a stopped server gives no backup, and nothing is left', async () => {
  await store!.close();
  store = undefined;
  const [name] = await storeFiles(inFolder('data'), /\.log$/);
  await truncate(join(inFolder('data'), 'store', name!), 20_000);
  const file = inFolder('file');
  const made = withStoppedStore(inFolder('data'), file, stopped => backup(stopped, file));
  await expect(made).rejects.toThrow('commits are missing');
  expect(await readdir(folder)).toEqual(['data']);
});
