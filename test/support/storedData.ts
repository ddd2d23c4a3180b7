import { exportData } from '../../server/database/dataFiles';
import { openStore } from '../../server/storage/store';

export type StoredData = Record<string, Record<string, unknown>>;

/** What each database of a server that does not run holds: users' data by their ids, whatever the rules show to whom. */
export async function storedData<Name extends string>(
  dataDir: string,
  names: readonly Name[],
): Promise<Record<Name, StoredData>> {
  const store = await openStore(dataDir);
  try {
    const entries = names.map(async name => {
      const text = await exportData(store.section(`db:${name}`));
      return [name, (JSON.parse(text) ?? {}) as StoredData] as const;
    });
    return Object.fromEntries(await Promise.all(entries)) as Record<Name, StoredData>;
  } finally {
    await store.close();
  }
}
