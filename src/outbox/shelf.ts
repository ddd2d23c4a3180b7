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
      await Promise.all([...put.map(one => store.put(one)), ...remove.map(one => store.delete(one.number))]);
      const number = add && (await store.add(add as Operation));
      await transaction.done;
      return add && { ...add, number: number! };
    },
  };
}

/** Works like the device's, until the tab is closed. */
export function openMemoryShelf(operations: Operation[] = []): Shelf {
  let number = operations.reduce((highest, one) => Math.max(highest, one.number), 0);
  const laneOf = (userId: string, lane: string) =>
    operations.filter(one => one.userId === userId && one.lane === lane);
  return {
    all: async userId => operations.filter(one => one.userId === userId),
    lane: async (userId, lane) => laneOf(userId, lane),
    async change(userId, lane, decide) {
      const { put = [], remove = [], add } = decide(laneOf(userId, lane));
      const numbers = new Set(remove.map(one => one.number));
      operations = operations
        .filter(one => !numbers.has(one.number))
        .map(one => put.find(({ number: changed }) => changed === one.number) ?? one);
      if (!add) return undefined;
      const added = { ...add, number: ++number };
      operations.push(added);
      return added;
    },
  };
}

/** The device's shelf, and memory from the moment on that the device fails; `onFailure` is told once. */
export function openShelf(onFailure: () => void): Shelf {
  let memory: Shelf | undefined;
  const device = openDeviceShelf();
  device.catch(() => undefined);
  let known: Operation[] = [];
  const attempt = async <Answer>(work: (shelf: Shelf) => Promise<Answer>): Promise<Answer> => {
    if (memory) return work(memory);
    try {
      return await work(await device);
    } catch {
      if (!memory) {
        memory = openMemoryShelf(known);
        onFailure();
      }
      return work(memory);
    }
  };
  return {
    async all(userId) {
      known = await attempt(shelf => shelf.all(userId));
      return known;
    },
    lane: (userId, lane) => attempt(shelf => shelf.lane(userId, lane)),
    change: (userId, lane, decide) => attempt(shelf => shelf.change(userId, lane, decide)),
  };
}
