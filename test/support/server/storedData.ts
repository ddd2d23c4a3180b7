import { exportData } from '../../../server/database/dataFiles';
import { openStore } from '../../../server/storage/store';
import type { Section } from '../../../server/lib/types';

export type StoredData = Record<string, Record<string, unknown>>;

/** All of a database as JSON text. */
export async function exportText(section: Section): Promise<string> {
  let text = '';
  for await (const piece of exportData(section)) text += piece;
  return text;
}

/** The content of each database of a stopped server: users' data by id, regardless of the rules. */
export async function storedData<Name extends string>(
  dataDir: string,
  names: readonly Name[],
): Promise<Record<Name, StoredData>> {
  const store = await openStore(dataDir);
  try {
    const entries = names.map(async name => {
      const text = await exportText(store.section(`db:${name}`));
      return [name, (JSON.parse(text) ?? {}) as StoredData] as const;
    });
    return Object.fromEntries(await Promise.all(entries)) as Record<Name, StoredData>;
  } finally {
    await store.close();
  }
}
