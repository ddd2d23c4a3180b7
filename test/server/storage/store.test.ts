/** The data folder: what it guarantees to keep, and its refusals. */
import { mkdir, mkdtemp, readdir, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClassicLevel } from 'classic-level';
import { pairsOf } from '../../../server/lib/pairs';
import { backup } from '../../../server/storage/records/backupFile';
import { restore } from '../../../server/storage/backup/restore';
import { openStore, StoreError, type LocalStore } from '../../../server/storage/store';
import { repair } from '../../../server/storage/damage/repair';
import { flipBit } from '../../support/server/damagedFolder';

let folder: string;
let store: LocalStore | undefined;
const open = async (
  ...options: Parameters<typeof openStore> extends [string, ...infer Rest] ? Rest : never
) => (store = await openStore(folder, ...options));
const all = async (section: string, prefix?: string) => {
  const pairs = [];
  for await (const pair of pairsOf(store!.section(section).pages(prefix))) pairs.push(pair);
  return pairs;
};

beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'daywall-store-'))));
afterEach(async () => {
  await store?.close();
  store = undefined;
  await rm(folder, { recursive: true, force: true });
});

test('what was committed is there after the store is opened again', async () => {
  await open();
  await store!.section('a').commit([
    { key: 'x', value: '1' },
    { key: 'y', value: 'é😀' },
  ]);
  await store!.section('a').commit([{ key: 'x', value: null }]);
  await store!.close();
  await open();
  expect(await all('a')).toEqual([['y', 'é😀']]);
  expect(await store!.section('a').get('x')).toBeUndefined();
});

test('while the disk refuses to open the store again, what it holds can be backed up', async () => {
  let fails = false;
  await open({ fault: () => (fails ? new Error('No space left on device') : null) });
  const section = store!.section('a');
  await section.commit([{ key: 'x', value: '1' }]);
  const names = await readdir(join(folder, 'store'));
  const last = Math.max(...names.map(name => Number(/\d{6}/.exec(name)?.[0] ?? 0)));
  const next = Array.from({ length: 20 }, (_, index) => String(last + 1 + index).padStart(6, '0'));
  const obstacles = next.map(number => join(folder, 'store', `MANIFEST-${number}`));
  fails = true;
  await expect(section.commit([{ key: 'x', value: '2' }])).rejects.toThrow('The disk refused');
  fails = false;
  for (const obstacle of obstacles) await mkdir(obstacle);
  for (const value of ['3', '4'])
    await expect(section.commit([{ key: 'x', value }])).rejects.toThrow('The disk refused');
  expect(await section.get('x')).toBe('1');
  const file = `${folder}.backup`;
  await backup(store!, file);
  for (const obstacle of obstacles) await rmdir(obstacle);
  await restore(file, `${folder}-restored`);
  await section.commit([{ key: 'y', value: '5' }]);
  expect(await all('a')).toEqual([
    ['x', '1'],
    ['y', '5'],
  ]);
  expect((await readdir(folder)).filter(name => name.startsWith('.checking'))).toEqual([]);
  await store!.close();
  store = await openStore(`${folder}-restored`);
  expect(await all('a')).toEqual([['x', '1']]);
  await rm(file);
  await rm(`${folder}-restored`, { recursive: true });
});

test('sections do not see each other, and a prefix is a prefix of bytes', async () => {
  await open();
  await store!.section('a').commit(['k', 'k/1', 'k/2', 'l'].map(key => ({ key, value: key })));
  await store!.section('ab').commit([{ key: 'k', value: 'other' }]);
  expect((await all('a', 'k')).map(([key]) => key)).toEqual(['k', 'k/1', 'k/2']);
  expect(await all('ab')).toEqual([['k', 'other']]);
});

test('text that is not whole Unicode, in keys and in values, leaves a store that opens', async () => {
  await open();
  const changes = ['k\ud800', 'k\udbff', 'k\udc00'].map(key => ({ key, value: `"${key}"` }));
  await store!.section('a').commit(changes);
  await store!.section('a').commit([{ key: 'k\ud801', value: '"\udfff"' }]);
  await store!.close();
  await open();
  expect(await all('a')).toEqual([['k\ufffd', '"\ufffd"']]);
});

test('nobody but the owner may read the folder or a file in it', async () => {
  await open();
  await store!.section('a').commit([{ key: 'x', value: '1' }]);
  const modeOf = async (path: string) => (await stat(path)).mode & 0o777;
  expect(await modeOf(folder)).toBe(0o700);
  for (const file of await readdir(join(folder, 'store')))
    expect(await modeOf(join(folder, 'store', file))).toBe(0o600);
});

test('a folder that cannot be made is refused in one sentence', async () => {
  await writeFile(join(folder, 'file'), '');
  await expect(openStore(join(folder, 'file'))).rejects.toThrow(StoreError);
});

test('a failing disk rejects the whole batch, leaves none of it, and works again', async () => {
  let full = false;
  await open({ fault: () => (full ? new Error('No space left on device') : null) });
  const section = store!.section('a');
  await section.commit([{ key: 'x', value: 'old' }]);
  full = true;
  const outcomes = await Promise.allSettled(
    ['x', 'y', 'z'].map(key => section.commit([{ key, value: 'never' }])),
  );
  expect(outcomes.map(outcome => outcome.status === 'rejected' && outcome.reason)).toEqual(
    Array(3).fill(
      expect.objectContaining({
        code: 'unavailable',
        status: 503,
        message: expect.stringContaining('No space'),
      }),
    ),
  );
  expect(await all('a')).toEqual([['x', 'old']]);
  full = false;
  await section.commit([{ key: 'z', value: 'new' }]);
  expect(await all('a')).toEqual([
    ['x', 'old'],
    ['z', 'new'],
  ]);
});

test('a large failed batch that the disk has after all is undone whole', async () => {
  let full = false;
  await open({ fault: () => (full ? new Error('No space left on device') : null) });
  const section = store!.section('a');
  const keys = Array.from({ length: 2_500 }, (_, index) => `k${String(index).padStart(4, '0')}`);
  const batch = (value: string) => keys.map(key => ({ key, value }));
  await section.commit(batch('old'));
  full = true;
  await expect(section.commit(batch('never'))).rejects.toThrow('The disk refused');
  full = false;
  const openAgain = ClassicLevel.prototype.open;
  const opened = jest.spyOn(ClassicLevel.prototype, 'open').mockImplementation(async function (
    this: ClassicLevel,
    options,
  ) {
    await openAgain.call(this, options);
    if (this.location !== join(folder, 'store')) return;
    const stored = await this.keys({ gte: 'a\0k', lt: 'a\0l' }).all();
    expect(stored).toHaveLength(keys.length);
    await this.batch(stored.map(key => ({ type: 'put', key, value: 'never' })));
  });
  await section.commit([{ key: 'z', value: 'new' }]);
  opened.mockRestore();
  expect(await all('a')).toEqual([...keys.map(key => [key, 'old']), ['z', 'new']]);
});

test('where the room for the log goes at the last moment, what is there is read on', async () => {
  let full = false;
  await open({ fault: () => (full ? new Error('No space left on device') : null) });
  const section = store!.section('a');
  await section.commit([{ key: 'x', value: 'old' }]);
  full = true;
  await expect(section.commit([{ key: 'x', value: 'never' }])).rejects.toThrow('The disk refused');
  full = false;
  const openAgain = ClassicLevel.prototype.open;
  let isGone = true;
  const opened = jest.spyOn(ClassicLevel.prototype, 'open').mockImplementation(async function (
    this: ClassicLevel,
    options,
  ) {
    if (isGone && this.location === join(folder, 'store'))
      throw new Error('IO error: No space left on device');
    return openAgain.call(this, options);
  });
  for (let tries = 0; tries < 2; tries += 1) {
    await expect(section.commit([{ key: 'y', value: 'never' }])).rejects.toThrow('No space left');
    expect(await all('a')).toEqual([['x', 'old']]);
  }
  isGone = false;
  await section.commit([{ key: 'y', value: 'new' }]);
  opened.mockRestore();
  expect(await all('a')).toEqual([
    ['x', 'old'],
    ['y', 'new'],
  ]);
  expect((await readdir(folder)).sort()).toEqual(['last-commit', 'store']);
});

test('a folder of another format is refused by a start and a repair, and left as it is', async () => {
  await open();
  await store!.section('a').commit([{ key: 'x', value: '1' }]);
  await store!.close();
  const level = new ClassicLevel(join(folder, 'store'));
  await level.put('\0format', '2');
  const before = await level.iterator().all();
  await level.close();
  const sentence = `The data in ${folder} have format version 2, this program reads 1; nothing was changed.`;
  await expect(open()).rejects.toThrow(sentence);
  await expect(repair(folder, `${folder}-repaired`)).rejects.toThrow(sentence);
  await level.open();
  expect(await level.iterator().all()).toEqual(before);
  await level.close();
  expect((await readdir(folder)).sort()).toEqual(['last-commit', 'store']);
});

test('a store without a head whose log is damaged is not taken for an empty one', async () => {
  const level = new ClassicLevel(join(folder, 'store'));
  await level.put('key', 'text');
  await level.close();
  const [log] = (await readdir(join(folder, 'store'))).filter(name => name.endsWith('.log'));
  await flipBit(join(folder, 'store', log!), 20);
  await expect(open()).rejects.toThrow('the log of the store is damaged');
  expect(await readdir(folder)).toEqual(['store']);
});
