import type { DBSchema, IDBPDatabase } from 'idb';
import { openDeviceDatabase } from '../../lib/deviceDatabase';
import type { FormDraft } from '../../services/device';

/** A form's draft in one tab. `savedAt` is an ISO instant, `tab` the id of the tab in which it was typed. */
export type DraftRecord = FormDraft & DraftKey & { savedAt: string };
export type DraftKey = { userId: string; form: string; tab: string };
/** With `savedAt`: removed only if it was not written again since. */
type Removal = DraftKey & { savedAt?: string };

export interface DraftRows extends DBSchema {
  drafts: { key: [userId: string, form: string, tab: string]; value: DraftRecord };
}

type Opened = IDBPDatabase<DraftRows>;

/**
 * The stored drafts: one strictly durable transaction for each change, repeated when hiding the page aborted it. All
 * methods reject when the device's storage fails.
 */
export interface DraftStore {
  /** All drafts of a user, of every tab, newest first. */
  all(userId: string): Promise<DraftRecord[]>;
  /** Atomic. If the database is already open, the change has been requested when this returns. */
  change(put: readonly DraftRecord[], remove?: readonly Removal[]): Promise<void>;
  clear(userId: string): Promise<void>;
}

const keyOf = ({ userId, form, tab }: DraftKey): [string, string, string] => [userId, form, tab];
const allOf = (userId: string) => IDBKeyRange.bound([userId], [userId, []]);

/** The drafts in the device's database. */
export function openDraftStore(database = openDeviceDatabase()): DraftStore {
  const write = async (opened: Opened, put: readonly DraftRecord[], remove: readonly Removal[]) => {
    const transaction = opened.transaction('drafts', 'readwrite', { durability: 'strict' });
    const { store } = transaction;
    const removeIfSame = async (key: DraftKey, savedAt: string) => {
      if ((await store.get(keyOf(key)))?.savedAt === savedAt) await store.delete(keyOf(key));
    };
    const changes: Promise<unknown>[] = put.map(record => store.put(record));
    for (const { savedAt, ...key } of remove)
      changes.push(savedAt === undefined ? store.delete(keyOf(key)) : removeIfSame(key, savedAt));
    await Promise.all([...changes, transaction.done]);
  };
  return {
    async all(userId) {
      const records = await database.use((opened: Opened) => opened.getAll('drafts', allOf(userId)));
      return records.sort((a, b) => (a.savedAt < b.savedAt ? 1 : -1));
    },
    change: (put, remove = []) => database.use((opened: Opened) => write(opened, put, remove)),
    clear: userId => database.use((opened: Opened) => clearDrafts(opened, userId)),
  };
}

async function clearDrafts(opened: Opened, userId: string) {
  const transaction = opened.transaction('drafts', 'readwrite', { durability: 'strict' });
  await Promise.all([transaction.store.delete(allOf(userId)), transaction.done]);
}
