import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { Operation } from './operations';

/** What a change does to a lane: operations to write over, to take away, and one to add at the end. */
export type LaneChange = { put?: Operation[]; remove?: Operation[]; add?: Omit<Operation, 'number'> };

export type Durability = 'strict' | 'relaxed';

/** Where operations lie: in IndexedDB, or in memory where the device keeps nothing. */
export interface Shelf {
  all(userId: string): Promise<Operation[]>;
  lane(userId: string, lane: string): Promise<Operation[]>;
  /**
   * One transaction: all of the change is kept when it answers, or none. Answers the added operation. `strict`, which
   * is the default, is kept through a power cut; `relaxed` through all else, and does not wait for the disk.
   */
  change(
    userId: string,
    lane: string,
    decide: (operations: Operation[]) => LaneChange,
    durability?: Durability,
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
    async change(userId, lane, decide, durability = 'strict') {
      const transaction = (await opened()).transaction('operations', 'readwrite', { durability });
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

/** Operations by lane, in order. */
export type Lanes = Map<string, Operation[]>;
export const keyOf = (userId: string, lane: string) => JSON.stringify([userId, lane]);

/** Works like the device's, until the tab is closed. */
export function openMemoryShelf(lanes: Lanes = new Map()): Shelf {
  let number = FIRST_IN_MEMORY;
  return {
    async all(userId) {
      const operations = [...lanes.values()].flat().filter(one => one.userId === userId);
      return operations.sort((a, b) => a.number - b.number);
    },
    lane: async (userId, lane) => lanes.get(keyOf(userId, lane)) ?? [],
    async change(userId, lane, decide) {
      const operations = lanes.get(keyOf(userId, lane)) ?? [];
      const { put = [], remove = [], add } = decide(operations);
      const isIn = (some: Operation[], { number: one }: Operation) =>
        some.some(other => other.number === one);
      const rest = operations
        .filter(one => !isIn(remove, one))
        .map(one => put.find(changed => changed.number === one.number) ?? one);
      const added = add && { ...add, number: number++ };
      lanes.set(keyOf(userId, lane), added ? [...rest, added] : rest);
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
  const inMemory: Lanes = new Map();
  const memory = openMemoryShelf(inMemory);
  const isMoved = (userId: string, lane: string) => inMemory.has(keyOf(userId, lane));
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
    isMoved(userId, name) ? memory.lane(userId, name) : fromDevice(shelf => shelf.lane(userId, name));
  const move = async (userId: string, name: string) => {
    const there = await lane(userId, name);
    if (!isMoved(userId, name)) inMemory.set(keyOf(userId, name), there);
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
      return [...there.filter(one => !isMoved(userId, one.lane)), ...(await memory.all(userId))];
    },
    async change(userId, name, decide, durability) {
      if (!isMoved(userId, name)) {
        try {
          return await (await device).change(userId, name, decide, durability);
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
