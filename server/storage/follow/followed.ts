import { readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { FOLLOWED_FILE } from '../folder';

/** The target folders of followers, by store id. */
type Followed = Record<string, string[]>;

async function read(dataDir: string): Promise<Followed> {
  try {
    return JSON.parse(await readFile(join(dataDir, FOLLOWED_FILE), 'utf8')) as Followed;
  } catch {
    return {};
  }
}

/** True when a follower has stored this store in the folder, according to the data folder. */
export async function wasFollowed(dataDir: string, store: string, folder: string): Promise<boolean> {
  return (await read(dataDir))[store]?.includes(resolve(folder)) ?? false;
}

/** Records, in the data folder, that the store is stored in a target folder, so that an empty folder in its place is noticed. */
export async function noteFollowed(dataDir: string, store: string, folder: string): Promise<void> {
  if (await wasFollowed(dataDir, store, folder)) return;
  const followed = await read(dataDir);
  followed[store] = [...(followed[store] ?? []), resolve(folder)];
  const file = join(dataDir, FOLLOWED_FILE);
  await writeFile(`${file}.next`, JSON.stringify(followed), { mode: 0o600 });
  await rename(`${file}.next`, file);
}
