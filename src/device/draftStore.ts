import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { againWhenShown } from '../lib/openTransactions';
import type { FormDraft } from '../services/device';

/** One form's draft in one tab. `savedAt` is an ISO instant, `tab` the id of the tab that it was typed in. */
export type DraftRecord = FormDraft & DraftKey & { savedAt: string };
export type DraftKey = { userId: string; form: string; tab: string };
/** With `savedAt`: removed only if it was not written again since then. */
type Removal = DraftKey & { savedAt?: string };

interface Schema extends DBSchema {
  drafts: { key: [userId: string, form: string, tab: string]; value: DraftRecord };
}

export const DRAFTS_DATABASE = 'daywall-drafts';
/** Raise it with an upgrade step below. */
const VERSION = 1;

/**
 * Where drafts are kept: one strictly durable transaction for each change, begun again when the page's hiding aborted it.
 * All methods reject when the device fails.
 */
export interface DraftStore {
  /** All drafts of a user, of every tab, newest first. */
  all(userId: string): Promise<DraftRecord[]>;
  /** All of it or nothing. With a database that is open already the change is on its way when this returns. */
  change(put: readonly DraftRecord[], remove?: readonly Removal[]): Promise<void>;
  clear(userId: string): Promise<void>;
}

const keyOf = ({ userId, form, tab }: DraftKey): [string, string, string] => [userId, form, tab];
const allOf = (userId: string) => IDBKeyRange.bound([userId], [userId, []]);

/** The drafts in IndexedDB. The database is opened when it is first needed. */
export function openDraftStore(): DraftStore {
  let opening: Promise<IDBPDatabase<Schema>> | undefined;
  let opened: IDBPDatabase<Schema> | undefined;
  const close = () => {
    opened?.close();
    opened = opening = undefined;
  };
  const open = async () => {
    opening ??= openDB<Schema>(DRAFTS_DATABASE, VERSION, {
      upgrade: database => {
        database.createObjectStore('drafts', { keyPath: ['userId', 'form', 'tab'] });
      },
      blocking: close,
      terminated: close,
    });
    try {
      return (opened = await opening);
    } catch (failure) {
      opening = undefined; // the next one tries again
      throw failure;
    }
  };
  const write = async (
    database: IDBPDatabase<Schema>,
    put: readonly DraftRecord[],
    remove: readonly Removal[],
  ) => {
    const transaction = database.transaction('drafts', 'readwrite', { durability: 'strict' });
    const { store } = transaction;
    const changes: Promise<unknown>[] = put.map(record => store.put(record));
    const removeIfSame = async (key: DraftKey, savedAt: string) => {
      if ((await store.get(keyOf(key)))?.savedAt === savedAt) await store.delete(keyOf(key));
    };
    for (const { savedAt, ...key } of remove)
      changes.push(savedAt === undefined ? store.delete(keyOf(key)) : removeIfSame(key, savedAt));
    // A page that goes now aborts what it has not committed.
    if (remove.every(({ savedAt }) => savedAt === undefined)) transaction.commit();
    await Promise.all([...changes, transaction.done]);
  };

  return {
    async all(userId) {
      const records = await againWhenShown(async () => (await open()).getAll('drafts', allOf(userId)));
      return records.sort((a, b) => (a.savedAt < b.savedAt ? 1 : -1));
    },
    change: (put, remove = []) => againWhenShown(async () => write(opened ?? (await open()), put, remove)),
    async clear(userId) {
      const transaction = (await open()).transaction('drafts', 'readwrite', { durability: 'strict' });
      await Promise.all([transaction.store.delete(allOf(userId)), transaction.done]);
    },
  };
}
