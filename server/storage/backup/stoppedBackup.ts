import { dirname } from 'node:path';
import type { Copied } from '../records/backupFile';
import { withCheckedCopy } from '../check';
import { Disk } from '../disk';
import { StoreError } from '../../lib/errors';
import { findStore, storeIn } from '../folder';
import { SealedDisk } from '../sealedDisk';

/**
 * Runs work on the content of a data folder without a running server. It does not write to the folder, so that it
 * works on a full disk: the store is copied next to `file`. Throws a `StoreError` when it is damaged or in use.
 */
export async function withStoppedStore<T>(
  folder: string,
  file: string,
  act: (store: Copied) => Promise<T>,
): Promise<T> {
  if ((await findStore(folder)) === 'nothing') throw new StoreError(`There are no data in ${folder}.`);
  await Disk.refuseLocked(storeIn(folder));
  process.umask(0o077);
  return withCheckedCopy(folder, dirname(file), (disk, ledger) => {
    if (!ledger) throw new StoreError(`There are no data in ${folder}.`);
    const sealed = new SealedDisk(disk, folder, ledger);
    return act({ id: ledger.current.id, snapshot: () => sealed.snapshot() });
  }).catch(async (error: unknown) => {
    // If the files change during the check they look damaged; then a server has just been started.
    await Disk.refuseLocked(storeIn(folder));
    throw error;
  });
}
