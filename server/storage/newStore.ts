import type { StoreChange } from '../types';
import { Disk } from './disk';
import { storeIn } from './folder';
import { FORMAT_KEY, partOf } from './keys';
import { LastCommitFile } from './lastCommit';
import { SealedDisk } from './sealedDisk';
import { SEALED } from './format';

const AT_ONCE = 1_000;

/**
 * Makes a data folder of records, as texts of the given format, in a folder that has no store yet. It is whole when the
 * promise resolves. Returns how many there were.
 */
export async function writeStore(
  folder: string,
  format: number,
  records: AsyncIterable<readonly [string, string]>,
): Promise<number> {
  const disk = await Disk.open(storeIn(folder), { create: true });
  try {
    // Version 1 has the texts of version 2, and no checksums.
    const sealed = await SealedDisk.begin(disk, folder, Math.max(format, SEALED));
    const batch: StoreChange[] = [];
    for await (const [key, value] of records) {
      if (key === FORMAT_KEY) continue;
      batch.push({ key, value });
      if (batch.length >= AT_ONCE) await writeAndRelease(sealed, batch.splice(0));
    }
    await writeAndRelease(sealed, batch);
    const lastCommit = await LastCommitFile.open(folder, sealed.head);
    await lastCommit.close(sealed.head);
    return sealed.head.records;
  } finally {
    await disk.close();
  }
}

async function writeAndRelease(sealed: SealedDisk, batch: StoreChange[]): Promise<void> {
  await sealed.write(batch);
  for (const { key } of batch) sealed.release(partOf(key));
}
