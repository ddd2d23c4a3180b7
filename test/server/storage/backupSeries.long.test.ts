/** Scheduled backups: which are kept, which are never deleted, and how to restore the last. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backup } from '../../../server/storage/records/backupFile';
import { backupInto } from '../../../server/storage/backup/backupSeries';
import { openStore, type LocalStore } from '../../../server/storage/store';
import { runScript } from '../../support/server/command';
import { flipBit } from '../../support/server/damagedFolder';
import { startServer } from '../../support/server/server';

let folder: string;
let store: LocalStore;
const inFolder = (name: string) => join(folder, name);
const commit = (value: string) => store.section('a').commit([{ key: 'k', value }]);
const files = async () => (await readdir(inFolder('kept'))).sort();
const restoreLast = () =>
  runScript('scripts/restore.ts', {
    args: [inFolder('kept')],
    env: { DATA_DIR: inFolder('new') },
  });
const restoredValue = async () => {
  const opened = await openStore(inFolder('new'));
  const value = await opened.section('a').get('k');
  await opened.close();
  return value;
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'daywall-series-'));
  store = await openStore(inFolder('data'));
  await commit('"first"');
});
afterEach(async () => {
  await store.close().catch(() => undefined);
  await rm(folder, { recursive: true, force: true });
});

test('the last ones are kept, and nothing is removed that is no backup of this store', async () => {
  const other = await openStore(inFolder('other'));
  await backupInto(other, inFolder('kept'), 1);
  await other.close();
  const own = `daywall-${store.id}`;
  for (const name of ['photo.jpg', 'daywall-2026.backup', `${own}-000000-note.backup`, `${own}-000001-x.txt`])
    await writeFile(inFolder(`kept/${name}`), 'precious');
  const before = await files();
  const made = [];
  for (let index = 0; index < 5; index += 1) made.push((await backupInto(store, inFolder('kept'), 3)).file);
  expect(await files()).toEqual([...before, ...made.slice(2).map(file => file.split('/').at(-1))].sort());
  expect(await readFile(inFolder(`kept/${own}-000000-note.backup`), 'utf8')).toBe('precious');
});

test('two stores in one folder are two series, numbered from 1, named by their store', async () => {
  const other = await openStore(inFolder('other'));
  const made = [];
  for (const target of [store, other, store]) made.push((await backupInto(target, inFolder('kept'), 3)).file);
  const series = (id: string, number: string) => expect.stringContaining(`/daywall-${id}-00000${number}-`);
  expect(made).toEqual([series(store.id, '1'), series(other.id, '1'), series(store.id, '2')]);
  await other.close();
});

test('the backup after number 999999 is the newest, whatever the order of the names', async () => {
  const { file } = await backupInto(store, inFolder('kept'), 2);
  await rename(file, file.replace('-000001-', '-999999-'));
  for (let index = 0; index < 2; index += 1) await backupInto(store, inFolder('kept'), 2);
  const numbers = (await files()).map(name => name.split('-')[2]);
  expect(numbers).toEqual(['1000000', '1000001']);
});

test('a clock set back makes the newest backup neither the first to go nor older', async () => {
  const realTimers = { doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'queueMicrotask'] as const };
  const at = (now: string) =>
    jest.useFakeTimers({ doNotFake: [...realTimers.doNotFake], now: new Date(now) });
  try {
    at('2026-06-01');
    await backupInto(store, inFolder('kept'), 2);
    await backupInto(store, inFolder('kept'), 2);
    at('2020-01-01');
    await commit('"newest"');
    const { file, removed } = await backupInto(store, inFolder('kept'), 2);
    expect(removed).toBe(1);
    await utimes(file, new Date('2020-01-01'), new Date('2020-01-01'));
  } finally {
    jest.useRealTimers();
  }
  expect(await files()).toHaveLength(2);
  expect((await restoreLast()).code).toBe(0);
  expect(await restoredValue()).toBe('"newest"');
});

test.each<[string, (file: string) => Promise<unknown>]>([
  ['altered', file => flipBit(file, 150)],
  ['cut short', async file => writeFile(file, (await readFile(file)).subarray(0, -40))],
])('a last backup that was %s is named, and the one before it is taken', async (_, spoil) => {
  await commit(`"${'x'.repeat(500)}"`);
  await backupInto(store, inFolder('kept'), 14);
  await commit('"newer"');
  const { file } = await backupInto(store, inFolder('kept'), 14);
  await spoil(file);
  const { code, stderr } = await restoreLast();
  expect(code).toBe(0);
  expect(stderr).toContain(`The backup ${file} can't be used`);
  expect(await restoredValue()).toBe(`"${'x'.repeat(500)}"`);
});

test('a backup during which the store is closed leaves no file', async () => {
  const records = Array.from({ length: 20_000 }, (_, index) => ({
    key: `n${index}`,
    value: '"n"'.repeat(20),
  }));
  await store.section('a').commit(records);
  const making = backup(store, inFolder('file')).catch((error: Error) => error.name);
  await new Promise(done => setImmediate(done));
  await store.close();
  expect(await making).toBe('StoreError');
  expect(await readdir(folder)).toEqual(['data']);
});

if (process.platform === 'linux' && process.getuid?.() === 0)
  test('a full folder of backups is said, nothing is removed, and no part is left', async () => {
    await backupInto(store, inFolder('kept'), 1);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', inFolder('kept')]);
    try {
      await backupInto(store, inFolder('kept'), 1);
      await commit(`"${'x'.repeat(100_000)}"`);
      const before = await files();
      await expect(backupInto(store, inFolder('kept'), 1)).rejects.toThrow(/can't be written: .*no space/i);
      expect(await files()).toEqual(before);
    } finally {
      execFileSync('umount', [inFolder('kept')]);
    }
  });

test('npm run backup --every asks the running server, and ends with 0 when stopped', async () => {
  const server = await startServer({ rules: { rules: { '.read': true, '.write': true } } });
  await fetch(`${server.url}/a.json`, { method: 'PUT', body: '"kept"' });
  const args = ['--import', 'tsx', 'scripts/backup.ts', '--every', '1s', '--keep', '2', inFolder('kept')];
  const child = spawn(process.execPath, args, { env: { ...process.env, DATA_DIR: server.dataDir } });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  while (output.split('\n').length < 4) await once(child.stdout, 'data');
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect(await files()).toHaveLength(2);
  await server.stop();
});

test.each([
  [['--every', '1y'], '--every must be a time like'],
  [['--every', '1h', '--keep', '0'], '--keep must be a whole number'],
  [['--keep', '3'], 'Usage: npm run backup'],
])('%j is refused in one sentence', async (args, words) => {
  const { code, stderr } = await runScript('scripts/backup.ts', {
    args,
    env: { DATA_DIR: inFolder('data') },
  });
  expect(code).toBe(1);
  expect(stderr).toMatch(new RegExp(`^${words}[^\n]*\n$`));
});
