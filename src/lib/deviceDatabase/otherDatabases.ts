import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { Mover } from './deviceDatabase';
import { within } from './within';

/** Milliseconds to wait for a deletion, which another tab can block. */
const TIMEOUT_MS = 500;

/** Opens a database in its current version. Rejects when it does not exist, without creating it. */
const openExisting = <Schema extends DBSchema>(name: string) =>
  openDB<Schema>(name, undefined, { upgrade: createNothing, blocking: closeIt });

/** Aborts an upgrade that would create a database. */
export function createNothing(
  _database: unknown,
  _from: unknown,
  _to: unknown,
  made: { abort(): void; done: Promise<void> },
) {
  made.done.catch(() => undefined);
  made.abort();
}

function closeIt(_version: number, _blocked: number | null, event: IDBVersionChangeEvent) {
  (event.target as IDBDatabase).close();
}

/**
 * Deletes a database if it is empty. The check runs in an upgrade, during which no tab can write: tabs that use it
 * close it, and recreate it when they next need it.
 */
async function deleteIfEmpty(name: string) {
  const { version } = await openExisting(name).then(opened => (opened.close(), opened));
  const emptied = await openDB(name, version + 1, {
    async upgrade(database, _from, _to, transaction) {
      transaction.done.catch(() => undefined);
      for (const store of [...database.objectStoreNames]) {
        if ((await transaction.objectStore(store).count()) > 0) return transaction.abort();
      }
      for (const store of [...database.objectStoreNames]) database.deleteObjectStore(store);
      indexedDB.deleteDatabase(name); // queued next, before other tabs can open it
    },
    blocking: closeIt,
  });
  emptied.close();
}

/** `move` copies the part's content of `from`, then removes what was copied. */
export const createMover =
  <Schema extends DBSchema>(
    move: (from: IDBPDatabase<Schema>, to: IDBPDatabase<Schema>) => Promise<void>,
  ): Mover =>
  async (name, to) => {
    const from = await openExisting<Schema>(name).catch(() => null);
    if (!from) return;
    await move(from, to as unknown as IDBPDatabase<Schema>).finally(() => from.close());
    // All connections must be closed: parts move one after the other.
    await within(TIMEOUT_MS, deleteIfEmpty(name)).catch(() => undefined);
  };
