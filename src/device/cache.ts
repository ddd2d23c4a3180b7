import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { Json, Records } from '../services/database';
import { BESIDE_LISTS } from '../lib/databasePaths';
import type { CachedList, CacheService, HistoryEntry, HistoryStep } from '../services/device';
import { againWhenShown } from '../lib/openTransactions';
import { isTimeout, within } from '../lib/within';
import { forgetFirstRows, readFirstRows, writeFirstRows } from './firstRows';
import { readSettings, writeSettings } from './settingsCopy';

interface Schema extends DBSchema {
  /** The list as it was last written whole, in pieces of JSON text: far quicker to read than a row a record. */
  pieces: { key: [userId: string, list: CachedList, piece: number]; value: string };
  /** What changed since, a row a record (null: removed), so that keeping a change costs what changed. */
  history: { key: [userId: string, id: string]; value: HistoryEntry };
  changes: { key: [userId: string, list: CachedList, fireId: string]; value: { record: Json } };
}

const PIECE = 1000;
/** With more changes than this on top, the list is written whole again. */
const MANY = 500;
const VERSION = 2;
/** A storage that has not answered after so many milliseconds is asked no more: the server is. */
const PATIENCE = 5000;
const LISTS: CachedList[] = ['tasks', 'notes', ...BESIDE_LISTS];

/** Steps that an earlier version stored name their item by `lane`. */
const inTodaysWords = (entry: HistoryEntry): HistoryEntry => ({
  ...entry,
  steps: (entry.steps as (HistoryStep & { lane?: string })[]).map(({ lane, ...step }) => ({
    ...step,
    itemKey: step.itemKey ?? lane,
  })),
});

const isSame = (a: Json | undefined, b: Json) => JSON.stringify(a) === JSON.stringify(b);

/** The device's copy of what the server last said. It may fail or be lost at any time: that costs a wait, nothing else. */
export function createCache(): CacheService {
  let database: Promise<IDBPDatabase<Schema>> | undefined;
  const open = () =>
    (database ??= openDB<Schema>('daywall-cache', VERSION, {
      upgrade(created) {
        // What an older version kept is read again from the server.
        for (const name of [...created.objectStoreNames]) created.deleteObjectStore(name);
        created.createObjectStore('pieces');
        created.createObjectStore('changes');
        created.createObjectStore('history');
      },
      blocking: () => close(),
      terminated: () => close(),
    }));
  const close = () => {
    void database?.then(opened => opened.close()).catch(() => undefined);
    database = undefined;
  };
  const all = (userId: string, list: CachedList) => IDBKeyRange.bound([userId, list], [userId, list, []]);
  const of = (userId: string) => IDBKeyRange.bound([userId], [userId, []]);
  let isSilent = false;
  const orNothing = async <Answer>(work: (opened: IDBPDatabase<Schema>) => Promise<Answer>) => {
    if (isSilent) return null;
    try {
      const working = againWhenShown(async () => work(await open()));
      return await within(PATIENCE, working);
    } catch (failure) {
      isSilent = isTimeout(failure);
      database = undefined;
      return null;
    }
  };

  const writeWhole = (userId: string, list: CachedList, records: Records) =>
    orNothing(async opened => {
      const transaction = opened.transaction(['pieces', 'changes'], 'readwrite');
      const pieces = transaction.objectStore('pieces');
      await pieces.delete(all(userId, list));
      await transaction.objectStore('changes').delete(all(userId, list));
      const entries = Object.entries(records);
      for (let at = 0; at === 0 || at < entries.length; at += PIECE) {
        const piece = JSON.stringify(Object.fromEntries(entries.slice(at, at + PIECE)));
        await pieces.put(piece, [userId, list, at / PIECE]);
      }
      await transaction.done;
    });

  const change = (userId: string, list: CachedList, records: Records) =>
    orNothing(async opened => {
      const transaction = opened.transaction('changes', 'readwrite');
      for (const [fireId, record] of Object.entries(records)) {
        void transaction.store.put({ record }, [userId, list, fireId]);
      }
      await transaction.done;
    });

  const read = (userId: string, list: CachedList) =>
    orNothing(async opened => {
      const transaction = opened.transaction(['pieces', 'changes']);
      const changes = transaction.objectStore('changes');
      const [pieces, keys, changed] = await Promise.all([
        transaction.objectStore('pieces').getAll(all(userId, list)),
        changes.getAllKeys(all(userId, list)),
        changes.getAll(all(userId, list)),
      ]);
      if (pieces.length === 0) return null;
      const records: Records = Object.assign({}, ...pieces.map(piece => JSON.parse(piece) as Records));
      keys.forEach(([, , fireId], at) => {
        const { record } = changed[at]!;
        if (record === null) delete records[fireId];
        else records[fireId] = record;
      });
      return { records, changes: keys.length };
    });

  /** One after the other: a list that is still being written must not come to lie there after `clear`. */
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };

  return {
    read: async (userId, list) => (await read(userId, list))?.records ?? null,
    readFirst: readFirstRows,
    writeFirst: writeFirstRows,
    readSettings,
    writeSettings,
    /** Writes what differs from the copy; the whole list when that is much. */
    write: (userId, list, records) =>
      inTurn(async () => {
        const kept = await read(userId, list);
        const differences: Records = {};
        for (const fireId in kept?.records) if (!(fireId in records)) differences[fireId] = null;
        for (const [fireId, record] of Object.entries(records)) {
          if (!kept || !isSame(kept.records[fireId], record)) differences[fireId] = record;
        }
        const count = Object.keys(differences).length;
        if (!kept || kept.changes + count > MANY) await writeWhole(userId, list, records);
        else if (count > 0) await change(userId, list, differences);
      }),
    change: (userId, list, records) => inTurn(async () => void (await change(userId, list, records))),
    async readHistory(userId) {
      const entries = await orNothing(opened => opened.getAll('history', of(userId)));
      return (entries ?? []).map(inTodaysWords).sort((a, b) => a.number - b.number);
    },
    changeHistory: (userId, changed, removed) =>
      inTurn(
        async () =>
          void (await orNothing(async opened => {
            const transaction = opened.transaction('history', 'readwrite');
            for (const entry of changed) void transaction.store.put(entry, [userId, entry.id]);
            for (const id of removed) void transaction.store.delete([userId, id]);
            await transaction.done;
          })),
      ),
    clear(userId) {
      forgetFirstRows(userId);
      writeSettings(userId, null);
      return inTurn(
        async () =>
          void (await orNothing(async opened => {
            const transaction = opened.transaction(['pieces', 'changes', 'history'], 'readwrite');
            void transaction.objectStore('history').delete(of(userId));
            for (const list of LISTS) {
              void transaction.objectStore('pieces').delete(all(userId, list));
              void transaction.objectStore('changes').delete(all(userId, list));
            }
            await transaction.done;
          })),
      );
    },
  };
}
