import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { Operation } from './operations';

/** What a change does to a lane: operations to write over, to take away, and one to add at the end. */
export type LaneChange = { put?: Operation[]; remove?: Operation[]; add?: Omit<Operation, 'number'> };

/** Where operations lie: in IndexedDB, or in memory where the device keeps nothing. */
export interface Shelf {
  all(userId: string): Promise<Operation[]>;
  lane(userId: string, lane: string): Promise<Operation[]>;
  /** One transaction: all of the change is on the disk when it answers, or none. Answers the added operation. */
  change(
    userId: string,
    lane: string,
    decide: (operations: Operation[]) => LaneChange,
  ): Promise<Operation | undefined>;
}

interface Schema extends DBSchema {
  operations: { key: number; value: Operation; indexes: { lane: [userId: string, lane: string] } };
}

export const OUTBOX_DATABASE = 'daywall-outbox';
/** Raise it with an upgrade step below and a fixture of the version before in the tests. */
export const OUTBOX_VERSION = 1;

/** The device's own store. Throws when the device has none. */
export async function openDeviceShelf(): Promise<Shelf> {
  const open = () =>
    openDB<Schema>(OUTBOX_DATABASE, OUTBOX_VERSION, {
      upgrade(database, from) {
        if (from < 1) {
          const operations = database.createObjectStore('operations', {
            keyPath: 'number',
            autoIncrement: true,
          });
          operations.createIndex('lane', ['userId', 'lane']);
        }
      },
      // A newer version of the app in another tab upgrades the store; this one opens it anew when it next needs it.
      blocking: () => close(),
      terminated: () => close(),
    });
  let database: Promise<IDBPDatabase<Schema>> | undefined = open();
  const close = () => {
    void database?.then(opened => opened.close()).catch(() => undefined);
    database = undefined;
  };
  const opened = () => (database ??= open());
  await database;
  return {
    async all(userId) {
      const range = IDBKeyRange.bound([userId], [userId, []]);
      const operations = await (await opened()).getAllFromIndex('operations', 'lane', range);
      return operations.sort((a, b) => a.number - b.number);
    },
    lane: async (userId, lane) => (await opened()).getAllFromIndex('operations', 'lane', [userId, lane]),
    async change(userId, lane, decide) {
      const transaction = (await opened()).transaction('operations', 'readwrite', { durability: 'strict' });
      const { store } = transaction;
      const { put = [], remove = [], add } = decide(await store.index('lane').getAll([userId, lane]));
      const adding = add && store.add(add as Operation);
      await Promise.all([
        ...put.map(one => store.put(one)),
        ...remove.map(one => store.delete(one.number)),
        adding,
        transaction.done,
      ]);
      return add && { ...add, number: (await adding)! };
    },
  };
}

/** Behind every number that a device gives, so that what lies in memory comes after what the device has. */
const FIRST_IN_MEMORY = 2 ** 40;

/** Works like the device's, on this array, until the tab is closed. */
export function openMemoryShelf(operations: Operation[] = []): Shelf {
  let number = FIRST_IN_MEMORY;
  const laneOf = (userId: string, lane: string) =>
    operations.filter(one => one.userId === userId && one.lane === lane);
  return {
    all: async userId => operations.filter(one => one.userId === userId),
    lane: async (userId, lane) => laneOf(userId, lane),
    async change(userId, lane, decide) {
      const { put = [], remove = [], add } = decide(laneOf(userId, lane));
      for (const changed of put) {
        operations[operations.findIndex(one => one.number === changed.number)] = changed;
      }
      for (const gone of remove) {
        const at = operations.findIndex(one => one.number === gone.number);
        operations.splice(at, 1);
      }
      if (!add) return undefined;
      const added = { ...add, number: number++ };
      operations.push(added);
      return added;
    },
  };
}

/**
 * The device's shelf, and memory for the lanes that the device fails to change (full, broken): such a lane goes on in
 * memory with all that it had, and the device keeps its own copy as long as that may still be needed after a reload.
 * `onFailure` is told once.
 */
export function openShelf(onFailure: () => void): Shelf {
  const device = openDeviceShelf();
  device.catch(() => undefined); // told where it is used
  const inMemory: Operation[] = [];
  const memory = openMemoryShelf(inMemory);
  const moved = new Set<string>();
  const keyOf = (userId: string, lane: string) => JSON.stringify([userId, lane]);
  let hasFailed = false;
  const fail = () => {
    if (!hasFailed) onFailure();
    hasFailed = true;
  };
  const fromDevice = async (read: (shelf: Shelf) => Promise<Operation[]>) => {
    try {
      return await read(await device);
    } catch {
      fail();
      return [];
    }
  };

  const lane = (userId: string, name: string) =>
    moved.has(keyOf(userId, name))
      ? memory.lane(userId, name)
      : fromDevice(shelf => shelf.lane(userId, name));
  const move = async (userId: string, name: string) => {
    const there = await lane(userId, name);
    if (moved.has(keyOf(userId, name))) return;
    moved.add(keyOf(userId, name));
    inMemory.push(...there);
  };
  /** The device's copies of what is done with; when it can't even forget, they are sent again after a reload. */
  const forget = async (userId: string, name: string, gone: readonly Operation[]) => {
    const numbers = new Set(gone.map(one => one.number));
    const shelf = await device;
    await shelf.change(userId, name, there => ({ remove: there.filter(one => numbers.has(one.number)) }));
  };

  return {
    lane,
    async all(userId) {
      const there = await fromDevice(shelf => shelf.all(userId));
      const here = await memory.all(userId);
      return [...there.filter(one => !moved.has(keyOf(userId, one.lane))), ...here];
    },
    async change(userId, name, decide) {
      if (!moved.has(keyOf(userId, name))) {
        try {
          return await (await device).change(userId, name, decide);
        } catch {
          fail();
          await move(userId, name);
        }
      }
      let gone: readonly Operation[] = [];
      const added = await memory.change(userId, name, operations => {
        const change = decide(operations);
        gone = change.remove ?? [];
        return change;
      });
      if (gone.length > 0) await forget(userId, name, gone).catch(() => undefined);
      return added;
    },
  };
}
