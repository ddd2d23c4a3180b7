import { dirname } from 'node:path';
import { pairsOf } from '../../lib/pairs';
import type { Copied } from './backup';
import { withCheckedCopy } from '../damage/check';
import { Disk } from '../disk';
import { StoreError } from '../errors';
import { findStore, storeIn } from '../folder';
import { UPGRADES } from '../records/format';
import { SealedDisk } from '../sealedDisk';

/**
 * Does something with what a data folder holds on which no server runs. The folder is not written to, so that a full
 * disk is no obstacle: the store is copied next to `file`. Throws `StoreError` when it is damaged or in use.
 */
export async function withStoppedStore<T>(
  folder: string,
  file: string,
  act: (store: Copied) => Promise<T>,
): Promise<T> {
  if ((await findStore(folder)) === 'nothing') throw new StoreError(`There are no data in ${folder}.`);
  await Disk.refuseLocked(storeIn(folder));
  process.umask(0o077);
  return withCheckedCopy(folder, dirname(file), UPGRADES.length + 1, (disk, { version, ledger }) => {
    const sealed = ledger && new SealedDisk(disk, folder, ledger);
    const snapshot = () => (sealed ? sealed.snapshot() : pairsOf(disk.pages('')));
    return act({ id: ledger?.current.id, version, snapshot });
  }).catch(async (error: unknown) => {
    // Files that change under the check look damaged; then a server has just been started.
    await Disk.refuseLocked(storeIn(folder));
    throw error;
  });
}
