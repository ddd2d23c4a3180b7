import { readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { FOLLOWED_FILE } from '../folder';

/** By a store's id, the folders that followers have written into. */
type Followed = Record<string, string[]>;

async function read(dataDir: string): Promise<Followed> {
  try {
    return JSON.parse(await readFile(join(dataDir, FOLLOWED_FILE), 'utf8')) as Followed;
  } catch {
    return {};
  }
}

/** True when a follower has written a store into the folder, as far as the data folder knows. */
export async function wasFollowed(dataDir: string, store: string, folder: string): Promise<boolean> {
  return (await read(dataDir))[store]?.includes(resolve(folder)) ?? false;
}

/** Notes beside the data that a store is written into the folder, so that an empty one in its place is known as such. */
export async function noteFollowed(dataDir: string, store: string, folder: string): Promise<void> {
  if (await wasFollowed(dataDir, store, folder)) return;
  const followed = await read(dataDir);
  followed[store] = [...(followed[store] ?? []), resolve(folder)];
  const file = join(dataDir, FOLLOWED_FILE);
  await writeFile(`${file}.next`, JSON.stringify(followed), { mode: 0o600 });
  await rename(`${file}.next`, file);
}
