import type { Batch, Disk } from './disk';
import { StoreError } from './errors';

/** Where the format's version is kept: no section's name is empty, so no section can reach it. */
export const FORMAT_KEY = '\0format';

/** What turns every pair of one version into the next one's; the changes and the new version are written as one. */
export type Upgrade = (pairs: AsyncIterable<readonly [string, string]>) => Promise<Batch>;

/** `UPGRADES[0]` makes version 2 of version 1, and so on: append here when the shape of what is stored changes. */
export const UPGRADES: readonly Upgrade[] = [];

/** Brings a folder to this program's version, one durable step at a time; a new folder is stamped. */
export async function upgradesFrom(disk: Disk, upgrades: readonly Upgrade[]): Promise<void> {
  const current = upgrades.length + 1;
  const found = await disk.get(FORMAT_KEY);
  if (found === undefined) {
    for await (const _ of disk.pairs(''))
      throw new StoreError('The data folder holds something that is not ours.');
    return disk.write([{ key: FORMAT_KEY, value: String(current) }]);
  }
  const version = /^[1-9]\d{0,8}$/.test(found) ? Number(found) : NaN;
  if (!(version <= current))
    throw new StoreError(
      `The data folder has format version ${found.slice(0, 20)}, this program knows ${current}: use a newer program.`,
    );
  for (let from = version; from < current; from += 1) {
    const changes = (await upgrades[from - 1]?.(disk.pairs(''))) ?? [];
    await disk.write([...changes, { key: FORMAT_KEY, value: String(from + 1) }]);
  }
}
