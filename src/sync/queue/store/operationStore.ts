import {
  deviceDatabase,
  type DeviceDatabase,
  type DeviceTrouble,
} from '../../../lib/deviceDatabase/deviceDatabase';
import { openDeviceStore } from './deviceStore';
import { itemIdOf, openMemoryStore, type ItemOperations } from './memoryStore';
import type { LogEntry, LoggedChange, StoredLog } from './operationLog';
import type { Operation } from '../../operations';

/** A change of an item's operations: those to overwrite, to remove, and to append. */
export type StoreChange = Omit<LoggedChange, 'added'> & {
  add?: Omit<Operation, 'number'>[];
  /** The added operation and the removed one cancel each other out: only the log records it. */
  isCancelling?: boolean;
  /** False when removing copies of operations that are logged elsewhere. */
  isLogged?: boolean;
};

export type Durability = 'strict' | 'relaxed';

/** The storage of operations: IndexedDB, or memory when IndexedDB fails. */
export interface OperationStore {
  all(userId: string): Promise<Operation[]>;
  /** A consistent snapshot of the user's operations and log, in order. */
  log(userId: string): Promise<StoredLog>;
  /**
   * Stores a change with its log entries atomically, and returns the added operations. `strict`, the default, survives
   * a power cut; `relaxed` survives everything else without waiting for the disk. Changes requested at one moment
   * share a transaction.
   */
  change(
    userId: string,
    itemKey: string,
    decide: (operations: Operation[]) => StoreChange,
    durability?: Durability,
  ): Promise<Operation[]>;
  /** Removes all operations of a user and their log in one transaction. Returns the removed operations. */
  clear(userId: string): Promise<Operation[]>;
  /** Removes log entries of operations that the store does not have: of `userId`, and of all users except `signedIn`. */
  forgetEnded(userId: string, signedIn: string | null): Promise<void>;
  /** The operations that this page knows and its database lacks, because another tab deleted it. */
  lost(): Operation[];
}

/** Where operations are stored now; `device`: all of them in the usual place. */
export type StorageState = 'device' | 'memory' | DeviceTrouble;

type OnState = (storage: StorageState) => void;

/** Reports where operations are stored. Clears the memory once the first database answers again and everything is sent. */
function followStorage(inMemory: ItemOperations, database: DeviceDatabase, onState: OnState) {
  let hasFailed = false;
  let isAnswering = false;
  let changing = 0;
  const returnToDevice = () => {
    if (!isAnswering || changing > 0 || [...inMemory.values()].some(({ length }) => length > 0)) return;
    inMemory.clear();
    isAnswering = hasFailed = false;
    onState('device');
  };
  database.follow(trouble => {
    isAnswering = trouble === null;
    if (trouble && !hasFailed) onState(trouble);
    returnToDevice();
  });
  return {
    fail() {
      if (!hasFailed) onState('memory');
      hasFailed = true;
    },
    /** Keeps the memory while it is being changed. */
    async changing<Answer>(change: () => Promise<Answer>): Promise<Answer> {
      changing += 1;
      try {
        return await change();
      } finally {
        changing -= 1;
        returnToDevice();
      }
    },
  };
}

/**
 * Combines the device's store with memory for items that the device fails to change. `onState`: `silent` (the first
 * database does not answer) and `newer` (a newer app uses it) use the second one; `memory`: a change is not stored;
 * `device`: everything is normal again.
 */
export function openOperationStore(onState: OnState, database = deviceDatabase()): OperationStore {
  const device = openDeviceStore(database);
  const inMemory: ItemOperations = new Map();
  const memory = openMemoryStore(inMemory);
  const storage = followStorage(inMemory, database, onState);
  const isMoved = (userId: string, itemKey: string) => inMemory.has(itemIdOf(userId, itemKey));
  const fromDevice = async <Read>(read: (store: OperationStore) => Promise<Read>, otherwise: Read) => {
    try {
      return await read(device);
    } catch {
      storage.fail();
      return otherwise;
    }
  };
  const move = async (userId: string, itemKey: string) => {
    const all = await fromDevice(store => store.all(userId), []);
    const operations = all.filter(operation => operation.itemKey === itemKey);
    if (!isMoved(userId, itemKey)) inMemory.set(itemIdOf(userId, itemKey), operations);
  };
  /** Removes the device's copies of finished operations; if that fails, they are sent again after a reload. */
  const forget = async (userId: string, itemKey: string, gone: readonly Operation[]) => {
    const numbers = new Set(gone.map(({ number }) => number));
    await device.change(userId, itemKey, operations => ({
      remove: operations.filter(({ number }) => numbers.has(number)),
      isLogged: false,
    }));
  };

  const changeInMemory: OperationStore['change'] = async (userId, itemKey, decide) => {
    if (!isMoved(userId, itemKey)) await move(userId, itemKey);
    let gone: readonly Operation[] = [];
    const added = await memory.change(userId, itemKey, operations => {
      const change = decide(operations);
      gone = change.remove ?? [];
      return change;
    });
    if (gone.length > 0) await forget(userId, itemKey, gone).catch(() => undefined);
    return added;
  };

  /** The device's operations of items that are not in memory, and all operations in memory. */
  const join = (ofDevice: Operation[], ofMemory: Operation[]) => [
    ...ofDevice.filter(({ userId, itemKey }) => !isMoved(userId, itemKey)),
    ...ofMemory,
  ];

  return {
    async clear(userId) {
      const ofDevice = await fromDevice(store => store.clear(userId), []);
      const removed = join(ofDevice, await memory.all(userId));
      await memory.clear(userId);
      return removed;
    },
    async forgetEnded(userId, signedIn) {
      await fromDevice(store => store.forgetEnded(userId, signedIn), undefined);
      await memory.forgetEnded(userId, signedIn);
    },
    lost: device.lost,
    all: async userId => join(await fromDevice(store => store.all(userId), []), await memory.all(userId)),
    async log(userId) {
      const ofDevice = await fromDevice(store => store.log(userId), { operations: [], entries: [] });
      const { operations, entries } = await memory.log(userId);
      const all = joinEntries(ofDevice.entries, entries);
      return { operations: join(ofDevice.operations, operations), entries: all };
    },
    async change(userId, itemKey, decide, durability) {
      if (!isMoved(userId, itemKey)) {
        try {
          return await device.change(userId, itemKey, decide, durability);
        } catch {
          storage.fail();
        }
      }
      return storage.changing(() => changeInMemory(userId, itemKey, decide));
    },
  };
}

/** Merges both logs; an entry in memory takes precedence. */
const joinEntries = (device: readonly LogEntry[], memory: readonly LogEntry[]): LogEntry[] => [
  ...new Map([...device, ...memory].map(entry => [entry.number, entry])).values(),
];
