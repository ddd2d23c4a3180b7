import { join } from 'node:path';
import { backup } from './backup';
import type { Checked } from './check';
import type { Disk } from './disk';
import { SEALED, type Upgrade } from './format';
import { FORMAT_KEY } from './keys';
import { Ledger } from './ledger';
import { SealedDisk } from './sealedDisk';

/**
 * Brings an open store to this program's format, one durable step at a time. What is there before the first step is
 * kept as a backup in the data folder, `before-format-N-….backup`.
 */
export async function upgraded(
  disk: Disk,
  folder: string,
  { version, ledger }: Checked,
  upgrades: readonly Upgrade[],
): Promise<SealedDisk> {
  const newest = upgrades.length + 1;
  if (version === 0) return SealedDisk.begin(disk, folder, newest);
  const sealed = new SealedDisk(disk, folder, ledger ?? Ledger.empty(SEALED));
  if (version === newest) return sealed;
  const file = `before-format-${newest}-${new Date().toISOString().replace(/[:.]/g, '-')}.backup`;
  const snapshot = () => (ledger ? sealed.snapshot() : disk.pairs(''));
  await backup({ version, snapshot }, join(folder, file));
  for (let from = version; from < newest; from += 1) {
    const pairs = () => (from < SEALED ? disk.pairs('') : sealed.pairs(''));
    const changes = [...((await upgrades[from - 1]?.(pairs())) ?? [])];
    await sealed.write(from < SEALED ? [...(await recordsOf(disk)), ...changes] : changes, from + 1);
  }
  return sealed;
}

/** Every record of a store without checksums. */
async function recordsOf(disk: Disk) {
  const records = [];
  for await (const [key, value] of disk.pairs('')) if (key !== FORMAT_KEY) records.push({ key, value });
  return records;
}
