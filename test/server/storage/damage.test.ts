/** Damage of a data folder is detected before the folder is used, reported in one sentence, and not changed. */
import { appendFile, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openStore, StoreError } from '../../../server/storage/store';
import {
  bytesOf,
  copyOf,
  filledFolder,
  flipBit,
  pairsOf,
  removeAll,
  storeFiles,
  type Pairs,
} from '../../support/server/damagedFolder';
import { times } from '../../support/long';

const folders: string[] = [];
const whole = { log: '', tables: '' };
let content: Pairs;
beforeAll(async () => {
  whole.log = await filledFolder('log');
  whole.tables = await filledFolder('tables');
  content = await pairsOf(whole.tables);
  expect(content).toHaveLength(199);
});
afterEach(() => removeAll(folders));
afterAll(() => removeAll([whole.log, whole.tables]));

async function copy(where: 'log' | 'tables'): Promise<string> {
  const folder = await copyOf(whole[where]);
  folders.push(folder);
  return folder;
}

/** Null if the folder opens with all answered writes, else the refusal; any other error fails the test. */
async function refusalOf(folder: string): Promise<string | null> {
  const before = await bytesOf(folder);
  try {
    expect(await pairsOf(folder)).toEqual(content);
    return null;
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    expect(error.message).toMatch(/^[^\n]*\.$/);
    expect(error.message).not.toContain('taskName');
    expect(await bytesOf(folder)).toEqual(before);
    return error.message;
  }
}

describe.each([
  ['log', /^\d+\.log$/, 'log'],
  ['tables', /\.ldb$/, 'table'],
  ['manifest', /^MANIFEST/, 'manifest'],
] as const)('a flipped bit in the %s', (_, pattern, kind) => {
  test('loses no answered write silently, wherever it is', async () => {
    const where = kind === 'log' ? 'log' : 'tables';
    let refused = 0;
    const flips = times(8, 40);
    for (let index = 0; index < flips; index += 1) {
      const folder = await copy(where);
      const [name] = (await storeFiles(folder, pattern)).slice(-1);
      const file = join(folder, 'store', name!);
      const { size } = await stat(file);
      await flipBit(file, Math.floor((size * (index + 0.5)) / flips));
      if ((await refusalOf(folder)) !== null) refused += 1;
      await removeAll(folders);
    }
    expect(refused).toBeGreaterThan(flips / 2);
  });
});

test.each([
  ['CURRENT', 'log', /^CURRENT$/],
  ['CURRENT', 'tables', /^CURRENT$/],
  ['the manifest', 'tables', /^MANIFEST/],
  ['a table', 'tables', /\.ldb$/],
  ['the log', 'log', /\.log$/],
] as const)('a lost file is noticed: %s of data in the %s', async (_, where, pattern) => {
  const folder = await copy(where);
  for (const name of await storeFiles(folder, pattern)) await rm(join(folder, 'store', name));
  expect(await refusalOf(folder)).not.toBeNull();
});

test('a store that is gone, beside what tells that there was one, is noticed', async () => {
  const folder = await copy('log');
  await rm(join(folder, 'store'), { recursive: true });
  await expect(pairsOf(folder)).rejects.toThrow(StoreError);
  await expect(stat(join(folder, 'store'))).rejects.toThrow('ENOENT');
});

test.each([
  ['the log', 'log', /\.log$/],
  ['the manifest', 'tables', /^MANIFEST/],
  ['a table', 'tables', /\.ldb$/],
] as const)('a file that was cut short is noticed: %s', async (_, where, pattern) => {
  for (const left of [0, 0.3, 0.9]) {
    const folder = await copy(where);
    const [name] = (await storeFiles(folder, pattern)).slice(-1);
    const file = join(folder, 'store', name!);
    await truncate(file, Math.floor((await stat(file)).size * left));
    expect(await refusalOf(folder)).not.toBeNull();
  }
});

test('a damaged line of the file beside hides no loss: the other one tells the same', async () => {
  for (const at of [500, 1_010]) {
    const folder = await copy('log');
    await flipBit(join(folder, 'last-commit'), at);
    const [name] = await storeFiles(folder, /\.log$/);
    await truncate(join(folder, 'store', name!), 20_000);
    expect(await refusalOf(folder)).toContain('commits are missing');
  }
});

test('a file beside of which both lines are damaged is named', async () => {
  const folder = await copy('log');
  for (const at of [500, 1_010]) await flipBit(join(folder, 'last-commit'), at);
  expect(await refusalOf(folder)).toContain('the file last-commit is altered');
});

/** The remains of an unanswered write after a power cut: a part of it, its length without its content, zeros. */
test.each<[string, Buffer]>([
  [
    'a part of it',
    Buffer.concat([Buffer.from('deadbeef', 'hex'), Buffer.from([200, 1, 1]), Buffer.alloc(99, 7)]),
  ],
  ['its length, with other bytes in it', Buffer.from(`deadbeef0400017a7a7a7a`, 'hex')],
  ['zeros', Buffer.alloc(5_000)],
])('a torn write at the end of the log that was never answered is no damage: %s', async (_, torn) => {
  const folder = await copy('log');
  const [name] = await storeFiles(folder, /\.log$/);
  await appendFile(join(folder, 'store', name!), torn);
  expect(await refusalOf(folder)).toBeNull();
});

test('a process killed between a commit and its note beside is no damage', async () => {
  const folder = await copy('log');
  const before = await readFile(join(folder, 'last-commit'));
  const store = await openStore(folder);
  await store
    .section('db:main')
    .commit([{ key: '/ann/tasks/7', value: '{"taskName":"Task seven, edited"}' }]);
  await store.close();
  await writeFile(join(folder, 'last-commit'), before);
  expect(await refusalOf(folder)).toBeNull();
});

test('a store of another data folder in the place of this one is noticed', async () => {
  const [ownFolder, otherFolder] = [await copy('log'), await filledFolder('log')];
  folders.push(otherFolder);
  await rm(join(ownFolder, 'store'), { recursive: true });
  await rename(join(otherFolder, 'store'), join(ownFolder, 'store'));
  await expect(pairsOf(ownFolder)).rejects.toThrow(StoreError);
});
