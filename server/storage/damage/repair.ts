import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { Disk } from '../disk';
import { StoreError } from '../../lib/errors';
import { storeFiles, storeIn } from '../folder';
import { writeStore } from '../newStore';
import { salvage, type Salvaged } from './salvage';
import { openStore } from '../store';

type Repaired = Omit<Salvaged, 'records'> & { saved: number; folder: string };

/**
 * Saves the readable records of a data folder into another, new one, which is created completely or not at all. The
 * original folder is not changed. Throws a `StoreError` when there is nothing to save, or a server is running on it.
 */
export async function repair(folder: string, into: string): Promise<Repaired> {
  if ((await storeFiles(folder, /\.(ldb|sst|log)$/)).length === 0)
    throw new StoreError(`There is no store in ${folder} to save anything of.`);
  await Disk.refuseLocked(storeIn(folder));
  const target = resolve(into);
  if ((await readdir(target).catch(() => null)) !== null)
    throw new StoreError(`The folder ${target} is there already; nothing was saved.`);
  const { records, damaged, expected } = await salvage(folder);
  process.umask(0o077);
  const draft = await makeDraft(target);
  try {
    const saved = await writeStore(draft, pairsOf(records));
    await (await openStore(draft, { depth: 'all' })).close();
    await rename(draft, target);
    return { saved, damaged, expected, folder: target };
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

/** The result of a repair, as text for the operator. */
export function repairWords(folder: string, { saved, damaged, expected, folder: target }: Repaired): string {
  const of = expected === null ? '' : ` of ${expected}`;
  const places = damaged === 1 ? '1 damaged place' : `${damaged} damaged places`;
  return (
    `Saved ${saved}${of} records into ${target}, past ${places}; ${folder} is as it was. ` +
    `Compare it with your last backup, then start with DATA_DIR=${target} or put it in the place of the other.\n`
  );
}

async function makeDraft(target: string): Promise<string> {
  try {
    await mkdir(dirname(target), { recursive: true });
    return await mkdtemp(join(dirname(target), `.${basename(target)}-saving-`));
  } catch (error) {
    throw new StoreError(`${target} can't be written: ${(error as Error).message}; name another folder.`);
  }
}

async function* pairsOf(records: Map<string, string>): AsyncGenerator<readonly [string, string]> {
  yield* [...records].sort(([a], [b]) => (a < b ? -1 : 1));
}
