import type { StoreChange } from '../lib/types';
import { Disk } from './disk';
import { StoreError } from './errors';
import { storeIn } from './folder';
import { FORMAT_KEY, partOf } from './records/keys';
import { LastCommitFile } from './lastCommit';
import { SealedDisk } from './sealedDisk';
import { SEALED } from './records/format';

/** Characters of records that are written together: one may be a text of millions. */
const CHARACTERS_AT_ONCE = 1_000_000;

/** Later changes, in their order, and what all records are and add up to after them. */
export type Replay = {
  pairs(): AsyncIterable<readonly [string, string | null]>;
  records: number;
  sum: number;
};

/**
 * Makes a data folder of records, as texts of the given format, in a folder that has no store yet. It is whole when the
 * promise resolves. Returns how many there are. Throws `StoreError` when a replay does not lead to where it should.
 */
export async function writeStore(
  folder: string,
  format: number,
  records: AsyncIterable<readonly [string, string]>,
  replay?: Replay,
): Promise<number> {
  const disk = await Disk.open(storeIn(folder), { create: true });
  try {
    // Version 1 has the texts of version 2, and no checksums.
    const sealed = await SealedDisk.begin(disk, folder, Math.max(format, SEALED));
    await writeAll(sealed, records);
    if (replay) await writeAll(sealed, replay.pairs());
    const { head } = sealed;
    if (replay && (head.records !== replay.records || head.sum !== replay.sum))
      throw new StoreError('The commits behind the copy do not add up to what they were.');
    const lastCommit = await LastCommitFile.open(folder, sealed.head);
    await lastCommit.close(sealed.head);
    return sealed.head.records;
  } finally {
    await disk.close();
  }
}

async function writeAll(
  sealed: SealedDisk,
  pairs: AsyncIterable<readonly [string, string | null]>,
): Promise<void> {
  let batch: StoreChange[] = [];
  let characters = 0;
  const write = async (held: string) => {
    await sealed.write(batch);
    for (const { key } of batch) if (partOf(key) !== held) sealed.release(partOf(key));
    [batch, characters] = [[], 0];
  };
  let last = '';
  for await (const [key, value] of pairs) {
    if (key === FORMAT_KEY) continue;
    batch.push({ key, value });
    characters += key.length + (value?.length ?? 0);
    last = partOf(key);
    // The next records are of the last one's part: released, all of it would be read for them.
    if (characters >= CHARACTERS_AT_ONCE) await write(last);
  }
  await write('');
  sealed.release(last);
}
