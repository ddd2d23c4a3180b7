import { pairsOf } from '../lib/pairs';
import { backUpBefore, lastProgram } from './beforeUpgrade';
import type { Checked } from './check';
import type { Disk } from './disk';
import { SEALED, type Upgrade } from './records/format';
import { FORMAT_KEY } from './records/keys';
import { Ledger } from './records/ledger';
import { SealedDisk } from './sealedDisk';

/**
 * Upgrades an open store to this program's format, one durable step at a time. Before the first step, and before the
 * first start of another version of the `program`, a backup is stored in the data folder.
 */
export async function upgraded(
  disk: Disk,
  folder: string,
  { version, ledger }: Checked,
  upgrades: readonly Upgrade[],
  program?: string,
): Promise<SealedDisk> {
  const newest = upgrades.length + 1;
  if (version === 0) return SealedDisk.begin(disk, folder, newest);
  const sealed = new SealedDisk(disk, folder, ledger ?? Ledger.empty(SEALED));
  const isSameProgram = program === undefined || (await lastProgram(folder)) === program;
  if (version === newest && isSameProgram) return sealed;
  const snapshot = () => (ledger ? sealed.snapshot() : pairsOf(disk.pages('')));
  const before = version === newest ? { program: program! } : { format: newest };
  await backUpBefore(before, { id: ledger?.current.id, version, snapshot }, folder);
  for (let from = version; from < newest; from += 1) {
    const pairs = () => (from < SEALED ? pairsOf(disk.pages('')) : pairsOf(sealed.pages('')));
    const changes = [...((await upgrades[from - 1]?.(pairs())) ?? [])];
    await sealed.write(from < SEALED ? [...(await recordsOf(disk)), ...changes] : changes, from + 1);
  }
  return sealed;
}

/** All records of a store without checksums. */
async function recordsOf(disk: Disk) {
  const records = [];
  for await (const [key, value] of pairsOf(disk.pages('')))
    if (key !== FORMAT_KEY) records.push({ key, value });
  return records;
}
