import type { StoreChange } from '../lib/types';
import { Disk } from './disk';
import { StoreError } from '../lib/errors';
import { storeIn } from './folder';
import { partOf } from './records/keys';
import { LastCommitFile } from './lastCommit';
import { SealedDisk } from './sealedDisk';

/** The number of characters of records written together; a single one may have millions. */
const CHARACTERS_AT_ONCE = 1_000_000;

/** Later changes in order, and the resulting ledger's sums. */
export type Replay = {
  pairs(): AsyncIterable<readonly [string, string | null]>;
  records: number;
  sum: number;
};

/**
 * Creates a data folder from records in a folder without a store. It is complete when the promise resolves. Returns the number of records. Throws a `StoreError` when a replay does not lead to the expected
 * state.
 */
export async function writeStore(
  folder: string,
  records: AsyncIterable<readonly [string, string]>,
  replay?: Replay,
): Promise<number> {
  const disk = await Disk.open(storeIn(folder), { create: true });
  try {
    const sealed = await SealedDisk.begin(disk, folder);
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
    batch.push({ key, value });
    characters += key.length + (value?.length ?? 0);
    last = partOf(key);
    // The next records may belong to the same part: after a release all of it would be read again.
    if (characters >= CHARACTERS_AT_ONCE) await write(last);
  }
  await write('');
  sealed.release(last);
}
