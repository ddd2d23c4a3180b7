/** A data folder with test data, and the ways in which a disk or an operator may damage a copy of it. */
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClassicLevel } from 'classic-level';
import { openStore } from '../../../server/storage/store';

export type Pairs = (readonly [string, string])[];

/** The content of one section of the store, after a full check. Throws the error of opening it. */
export async function pairsOf(folder: string): Promise<Pairs> {
  const store = await openStore(folder, { depth: 'all' });
  try {
    const pairs = [];
    for await (const page of store.section('db:main').pages()) pairs.push(...page);
    return pairs;
  } finally {
    await store.close();
  }
}

/** Writes 200 records, each a commit of its own, then overwrites and removes some; `tables` moves them out of the log. */
export async function filledFolder(where: 'log' | 'tables'): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'daywall-damage-'));
  const store = await openStore(folder);
  const section = store.section('db:main');
  for (let index = 0; index < 200; index += 1)
    await section.commit([{ key: `/ann/tasks/${index}`, value: `{"taskName":"Task ${index}"}` }]);
  await section.commit([{ key: '/ann/tasks/7', value: '{"taskName":"Task seven, edited"}' }]);
  await section.commit([{ key: '/ann/tasks/8', value: null }]);
  await store.close();
  if (where === 'tables') await pairsOf(folder);
  return folder;
}

/** A copy of a folder, which `t.after` removes. */
export async function copyOf(folder: string): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'daywall-copy-'));
  await cp(folder, copy, { recursive: true });
  return copy;
}

/** The names of the store's files that match. */
export async function storeFiles(folder: string, pattern: RegExp): Promise<string[]> {
  return (await readdir(join(folder, 'store'))).filter(name => pattern.test(name)).sort();
}

/** Flips one bit of a file. */
export async function flipBit(file: string, at: number): Promise<void> {
  const bytes = await readFile(file);
  bytes[at] = bytes[at]! ^ (1 << (at % 8));
  await writeFile(file, bytes);
}

/** Alters a record of an account's data, in the data folder of a stopped server. */
export async function damageAccount(folder: string, uid: string): Promise<void> {
  const level = new ClassicLevel(join(folder, 'store'));
  const prefix = `db:daywall\0/${uid}/`;
  for (const key of await level.keys({ gte: prefix, limit: 1 }).all()) await level.put(key, '00000000{}');
  await level.close();
}

/** All files of the store by name, except those that LevelDB writes at every start (LOCK, LOG). */
export async function bytesOf(folder: string): Promise<Record<string, string>> {
  const names = await storeFiles(folder, /^(?!LO)/);
  const bytes = await Promise.all(names.map(name => readFile(join(folder, 'store', name), 'base64')));
  return Object.fromEntries(names.map((name, index) => [name, bytes[index]!]));
}

export const removeAll = (folders: string[]) =>
  Promise.all(folders.splice(0).map(folder => rm(folder, { recursive: true, force: true })));
