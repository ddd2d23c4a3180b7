import type { DBSchema, IDBPDatabase } from 'idb';
import { deviceDatabase, type Part } from '../../lib/deviceDatabase/deviceDatabase';
import type { FormDraft } from '../../services/device';

/** A form's draft in one tab. `savedAt` is an ISO instant, `tab` the id of the tab in which it was typed. */
export type DraftRecord = FormDraft & DraftKey & { savedAt: string };
export type DraftKey = { userId: string; form: string; tab: string };
/** With `savedAt`: removed only if it was not written again since. */
type Removal = DraftKey & { savedAt?: string };

export interface DraftRows extends DBSchema {
  drafts: { key: [userId: string, form: string, tab: string]; value: DraftRecord };
}

export const draftPart: Part = {
  before: 'daywall-drafts',
  load: () => import(/* webpackChunkName: "migration" */ './draftMover').then(code => code.moveDrafts),
  clearings: { drafts: clearDrafts },
};

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
  /** Calls back when the first database is in use again after the second one was. */
  onReturn(listener: () => void): void;
}

const keyOf = ({ userId, form, tab }: DraftKey): [string, string, string] => [userId, form, tab];
const allOf = (userId: string) => IDBKeyRange.bound([userId], [userId, []]);

/**
 * The drafts in the device's database. After a switch to another database (the second one, or a cleared one), the
 * drafts that this page wrote are written there first.
 */
export function openDraftStore(device = deviceDatabase()): DraftStore {
  const written = new Map<string, DraftRecord>();
  const nameOf = (key: DraftKey) => JSON.stringify(keyOf(key));
  let home: string | undefined;
  const write = async (
    database: Opened,
    isElsewhere: boolean,
    put: readonly DraftRecord[],
    remove: readonly Removal[],
  ) => {
    const transaction = database.transaction('drafts', 'readwrite', { durability: 'strict' });
    const { store } = transaction;
    const lost = isElsewhere ? [...written.values()] : [];
    for (const record of put) written.set(nameOf(record), record);
    const changes: Promise<unknown>[] = [...lost, ...put].map(record => store.put(record));
    const removeIfSame = async (key: DraftKey, savedAt: string) => {
      if ((await store.get(keyOf(key)))?.savedAt === savedAt) await store.delete(keyOf(key));
    };
    for (const { savedAt: _savedAt, ...key } of remove) written.delete(nameOf(key));
    for (const { savedAt, ...key } of remove)
      changes.push(savedAt === undefined ? store.delete(keyOf(key)) : removeIfSame(key, savedAt));
    // Commit now: if the page ended, an uncommitted transaction would be aborted.
    if (remove.every(({ savedAt }) => savedAt === undefined)) transaction.commit();
    await Promise.all([...changes, transaction.done]);
  };

  const withDatabase = <Answer>(work: (opened: Opened, isElsewhere: boolean) => Promise<Answer>) =>
    device.use(draftPart, (opened: Opened, turn) => {
      const isElsewhere = home !== undefined && home !== turn.home;
      home = turn.home;
      return work(opened, isElsewhere);
    });

  return {
    async all(userId) {
      const records = await withDatabase(async (opened, isElsewhere) => {
        if (isElsewhere) await write(opened, true, [], []);
        return opened.getAll('drafts', allOf(userId));
      });
      return records.sort((a, b) => (a.savedAt < b.savedAt ? 1 : -1));
    },
    change: (put, remove = []) =>
      withDatabase((opened, isElsewhere) => write(opened, isElsewhere, put, remove)),
    async clear(userId) {
      written.clear();
      await device.clear(draftPart, { what: 'drafts', userId }, (opened: Opened) =>
        clearDrafts(opened, userId),
      );
    },
    onReturn: listener => device.follow(trouble => trouble ?? listener()),
  };
}

async function clearDrafts(opened: Opened, userId: string) {
  const transaction = opened.transaction('drafts', 'readwrite', { durability: 'strict' });
  await Promise.all([transaction.store.delete(allOf(userId)), transaction.done]);
}
