import type { Batch, StoreChange } from '../../lib/types';
import { DamageError, StoreError } from '../../lib/errors';

/**
 * Converts all records from one version to the next, as texts without checksums; the changes and the new version are
 * written atomically.
 */
export type Upgrade = (pairs: AsyncIterable<readonly [string, string]>) => Promise<Batch>;

/**
 * `UPGRADES[0]` converts version 1 to version 2, and so on: append a step when the stored format changes. Version 2
 * adds checksums and a count. Version 3 counts each part separately, so the record of a database's root has no leaves.
 */
export const UPGRADES: readonly Upgrade[] = [async () => [], splitRoots];

const ROOT = /^db:[^\0]+\0\/$/;

async function splitRoots(pairs: Parameters<Upgrade>[0]): Promise<Batch> {
  const changes: StoreChange[] = [];
  for await (const [key, text] of pairs) {
    if (!ROOT.test(key) || !text.startsWith('{')) continue;
    const { '.priority': priority, ...leaves } = JSON.parse(text) as { [key: string]: unknown };
    if ('.value' in leaves) continue;
    for (const [name, leaf] of Object.entries(leaves))
      changes.push({ key: key + name, value: JSON.stringify(leaf) });
    const rest = priority === undefined ? null : JSON.stringify({ '.priority': priority });
    changes.push({ key, value: rest });
  }
  return changes;
}

/** The first version whose records have checksums. */
export const SEALED = 2;

/** The version in a format record; 0 without one. Throws a `StoreError` when it is newer than `newest`. */
export function versionOf(text: string | undefined, newest: number, folder: string): number {
  if (text === undefined) return 0;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new DamageError(folder, 'its format record is altered');
  if (Number(text) <= newest) return Number(text);
  throw new StoreError(
    `The data in ${folder} have format version ${text}, this program knows ${newest}: use a newer program.`,
  );
}
