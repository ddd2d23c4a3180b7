import type { DBSchema, IDBPDatabase } from 'idb';
import type { Json, Records } from '../services/database';
import { BESIDE_LISTS } from '../services/databasePaths';
import type { CachedList, CacheService, HistoryEntry } from '../services/device';
import { openDeviceDatabase } from '../lib/deviceDatabase';
import { observed } from '../lib/observed';
import { readSettings, writeSettings } from './settingsCopy';

interface CacheRows extends DBSchema {
  /** The list as it was last written whole, in pieces of JSON text, which load much faster than one row per record. */
  pieces: { key: [userId: string, list: CachedList, piece: number]; value: string };
  /** The changes since then, one row per record (null: removed), so that a write costs only what changed. */
  history: { key: [userId: string, id: string]; value: HistoryEntry };
  changes: { key: [userId: string, list: CachedList, fireId: string]; value: { record: Json } };
}

const RECORDS_PER_ROW = 1000;
/** The number of stored changes above which the list is written whole again. */
const MAX_STORED_CHANGES = 500;
const LISTS: CachedList[] = ['tasks', 'notes', ...BESIDE_LISTS];

const isSame = (a: Json | undefined, b: Json) => JSON.stringify(a) === JSON.stringify(b);

/** Runs a database request. Resolves with null when it fails: then there is no copy. */
type OrNothing = <Answer>(
  work: (opened: IDBPDatabase<CacheRows>) => Promise<Answer>,
) => Promise<Answer | null>;

/** The stored copy of a list: the last whole write with the later changes applied. */
function openListCopies(orNothing: OrNothing) {
  const writeWhole = (userId: string, list: CachedList, records: Records) =>
    orNothing(async opened => {
      const transaction = observed(opened.transaction(['pieces', 'changes'], 'readwrite'));
      const pieces = transaction.objectStore('pieces');
      const writePieces = async () => {
        await pieces.delete(allOf(userId, list));
        await transaction.objectStore('changes').delete(allOf(userId, list));
        const entries = Object.entries(records);
        for (let at = 0; at === 0 || at < entries.length; at += RECORDS_PER_ROW) {
          const piece = JSON.stringify(Object.fromEntries(entries.slice(at, at + RECORDS_PER_ROW)));
          await pieces.put(piece, [userId, list, at / RECORDS_PER_ROW]);
        }
      };
      await Promise.all([writePieces(), transaction.done]);
    });

  const change = (userId: string, list: CachedList, records: Records) =>
    orNothing(async opened => {
      const { store, done } = observed(opened.transaction('changes', 'readwrite'));
      const puts = Object.entries(records).map(([fireId, record]) =>
        store.put({ record }, [userId, list, fireId]),
      );
      await Promise.all([...puts, done]);
    });

  const read = (userId: string, list: CachedList) =>
    orNothing(async opened => {
      const transaction = observed(opened.transaction(['pieces', 'changes']));
      const changes = transaction.objectStore('changes');
      const [pieces, keys, changed] = await Promise.all([
        transaction.objectStore('pieces').getAll(allOf(userId, list)),
        changes.getAllKeys(allOf(userId, list)),
        changes.getAll(allOf(userId, list)),
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

  /** Writes the difference to the copy, or the whole list when the difference is large. */
  const write = async (userId: string, list: CachedList, records: Records) => {
    const kept = await read(userId, list);
    const differences: Records = {};
    for (const fireId in kept?.records) if (!(fireId in records)) differences[fireId] = null;
    for (const [fireId, record] of Object.entries(records)) {
      if (!kept || !isSame(kept.records[fireId], record)) differences[fireId] = record;
    }
    const count = Object.keys(differences).length;
    if (!kept || kept.changes + count > MAX_STORED_CHANGES) await writeWhole(userId, list, records);
    else if (count > 0) await change(userId, list, differences);
  };
  return { read, change, write };
}

/**
 * The device's copy of the server's data. Reads and writes may fail and the copy may be lost at any time; the app then
 * only waits longer.
 */
export function createCache(database = openDeviceDatabase()): CacheService {
  let isSilent = false;
  const orNothing: OrNothing = async work => {
    if (isSilent) return null;
    try {
      return await database.use(work);
    } catch (failure) {
      isSilent = (failure as Error).name === 'TimeoutError'; // nobody waits for it again
      return null;
    }
  };
  const lists = openListCopies(orNothing);

  /** Writes run one after the other, so that none of them stores a list after `clear`. */
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };

  return {
    read: async (userId, list) => (await lists.read(userId, list))?.records ?? null,
    readSettings,
    writeSettings,
    write: (userId, list, records) => inTurn(() => lists.write(userId, list, records)),
    change: (userId, list, records) => inTurn(async () => void (await lists.change(userId, list, records))),
    async readHistory(userId) {
      const entries = await orNothing(opened => opened.getAll('history', historyOf(userId)));
      return (entries ?? []).sort((a, b) => a.number - b.number);
    },
    changeHistory: (userId, changed, removed) =>
      inTurn(
        async () =>
          void (await orNothing(async opened => {
            const { store, done } = observed(opened.transaction('history', 'readwrite'));
            const puts = changed.map(entry => store.put(entry, [userId, entry.id]));
            await Promise.all([...puts, ...removed.map(id => store.delete([userId, id])), done]);
          })),
      ),
    clear(userId) {
      writeSettings(userId, null);
      return inTurn(async () => void (await orNothing(opened => clearCopies(opened, userId))));
    },
  };
}

const allOf = (userId: string, list: CachedList) => IDBKeyRange.bound([userId, list], [userId, list, []]);
const historyOf = (userId: string) => IDBKeyRange.bound([userId], [userId, []]);

async function clearCopies(opened: IDBPDatabase<CacheRows>, userId: string) {
  const transaction = opened.transaction(['pieces', 'changes', 'history'], 'readwrite');
  // Awaits every promise, because a transaction that the browser aborts rejects them all.
  await Promise.all([
    transaction.objectStore('history').delete(historyOf(userId)),
    ...LISTS.flatMap(list => [
      transaction.objectStore('pieces').delete(allOf(userId, list)),
      transaction.objectStore('changes').delete(allOf(userId, list)),
    ]),
    transaction.done,
  ]);
}
