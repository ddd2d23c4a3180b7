/** A start on damaged data reports the damage and ends; `--repair` saves the readable data into a second folder. */
import { readdir, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { repair } from '../../../server/storage/damage/repair';
import { readLastCommit } from '../../../server/storage/lastCommit';
import { openStore } from '../../../server/storage/store';
import { runScript } from '../../support/server/command';
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
import { startServer } from '../../support/server/server';
import { until } from '../../support/until';

const folders: string[] = [];
const whole = { log: '', tables: '' };
let content: Pairs;
beforeAll(async () => {
  whole.log = await filledFolder('log');
  whole.tables = await filledFolder('tables');
  content = await pairsOf(whole.tables);
});
afterEach(() => removeAll(folders));
afterAll(() => removeAll([whole.log, whole.tables]));

async function copy(where: 'log' | 'tables'): Promise<string> {
  const folder = await copyOf(whole[where]);
  folders.push(folder, `${folder}-saved`);
  return folder;
}

async function repaired(folder: string) {
  const before = await bytesOf(folder);
  const repaired = await repair(folder, `${folder}-saved`);
  expect(await bytesOf(folder)).toEqual(before);
  const saved = await pairsOf(`${folder}-saved`);
  expect(saved).toHaveLength(repaired.saved);
  return { ...repaired, pairs: saved };
}

test.each([
  ['log', /\.log$/],
  ['tables', /\.ldb$/],
] as const)('of data in the %s, everything but the damaged part is saved', async (where, pattern) => {
  for (const part of [0.1, 0.5, 0.8]) {
    const folder = await copy(where);
    const [name] = await storeFiles(folder, pattern);
    const file = join(folder, 'store', name!);
    await flipBit(file, Math.floor((await stat(file)).size * part));
    const { pairs, damaged } = await repaired(folder);
    expect(damaged).toBeGreaterThan(0);
    const known = new Set([...content, ['/ann/tasks/7', '{"taskName":"Task 7"}'] as const].map(String));
    expect(pairs.map(String).filter(pair => !known.has(pair) && !pair.startsWith('/ann/tasks/8,'))).toEqual(
      [],
    );
    expect(pairs.length).toBeGreaterThan(where === 'log' ? 5 : -1);
  }
});

test.each([
  ['CURRENT', 'tables', /^CURRENT$/],
  ['the manifest', 'tables', /^MANIFEST/],
  ['CURRENT, beside a log', 'log', /^CURRENT$/],
] as const)('all is saved when what is lost is %s', async (_, where, pattern) => {
  const folder = await copy(where);
  for (const name of await storeFiles(folder, pattern)) await rm(join(folder, 'store', name));
  const result = await repaired(folder);
  expect(result.pairs).toEqual(content);
  expect(result).toMatchObject({ damaged: 0, expected: 199, saved: 199 });
});

test('all is saved when what is lost is the file beside the store', async () => {
  const folder = await copy('log');
  await truncate(join(folder, 'last-commit'), 0);
  await expect(openStore(folder)).rejects.toThrow('the file last-commit is altered');
  await rm(join(folder, 'last-commit'));
  await expect(openStore(folder)).rejects.toThrow('the file last-commit is missing');
  expect((await repaired(folder)).pairs).toEqual(content);
});

test('a second folder that is there already, and one with nothing to save, are refused', async () => {
  const folder = await copy('log');
  await expect(repair(folder, whole.tables)).rejects.toThrow('is there already; nothing was saved');
  await expect(repair(join(folder, 'store'), `${folder}-saved`)).rejects.toThrow('There is no store in');
});

test('the server says it in a line with code 1, saves on request, and starts on that', async () => {
  const server = await startServer({ rules: { rules: { '.read': true, '.write': true } } });
  const recorded = async () => (await readLastCommit(server.dataDir))!.sequence;
  const before30 = await recorded();
  for (let index = 0; index < 30; index += 1)
    await fetch(`${server.url}/list/k${index}.json`, { method: 'PUT', body: `{"taskName":"Task ${index}"}` });
  // The file beside the store records a commit a moment later.
  await until(async () => expect(await recorded()).toBeGreaterThanOrEqual(before30 + 30));
  await server.kill9();
  const [log] = (await storeFiles(server.dataDir, /\.log$/)).slice(-1);
  const file = join(server.dataDir, 'store', log!);
  await flipBit(file, (await stat(file)).size - 800);
  const before = await bytesOf(server.dataDir);

  const run = (...args: string[]) =>
    runScript('scripts/server.mjs', { args, env: { DATA_DIR: server.dataDir, PORT: '0' } });
  const refused = await run();
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toMatch(
    /^The data in \S+ are damaged \(the last \d+ commits are missing\); nothing was changed: .*--repair".\n$/,
  );
  expect(await bytesOf(server.dataDir)).toEqual(before);

  const saved = await run('--repair');
  expect(saved).toMatchObject({ code: 0, stderr: '' });
  const [, target] = /into (\S+), past 1 damaged place;/.exec(saved.stdout)!;
  expect(await bytesOf(server.dataDir)).toEqual(before);
  const names = await readdir(target!);
  expect(names.sort()).toEqual(['last-commit', 'store']);
  const again = await startServer({ env: { DATA_DIR: target! }, rules: { rules: { '.read': true } } });
  const list = (await (await fetch(`${again.url}/list.json`)).json()) as Record<string, unknown>;
  expect(Object.keys(list).length).toBeGreaterThan(20);
  expect(list['k3']).toEqual({ taskName: 'Task 3' });
  await again.stop();
  await server.stop();
});
