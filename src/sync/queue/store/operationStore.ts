import {
  deviceDatabase,
  type DeviceDatabase,
  type DeviceTrouble,
} from '../../../lib/deviceDatabase/deviceDatabase';
import { openDeviceStore } from './deviceStore';
import { itemIdOf, openMemoryStore, type ItemOperations } from './memoryStore';
import type { LogEntry, LoggedChange, StoredLog } from './operationLog';
import type { Operation } from '../../operations';

/** A change of an item's operations: some to write over, some to remove, and some to add at the end. */
export type StoreChange = Omit<LoggedChange, 'added'> & {
  add?: Omit<Operation, 'number'>[];
  /** The added operation and the removed one cancel each other out: it is in the log alone. */
  isCancelling?: boolean;
  /** False for the removal of copies of operations that are logged elsewhere. */
  isLogged?: boolean;
};

export type Durability = 'strict' | 'relaxed';

/** Where operations are stored: in IndexedDB, or in memory where the device stores nothing. */
export interface OperationStore {
  all(userId: string): Promise<Operation[]>;
  /** The user's operations and the log of them, in order, as of one instant. */
  log(userId: string): Promise<StoredLog>;
  /**
   * Stores all of a change with its lines of the log, or nothing, and answers the added operations. `strict`, the default,
   * survives a power cut; `relaxed` all else, without a wait for the disk. Changes that are requested in one moment share
   * a transaction.
   */
  change(
    userId: string,
    itemKey: string,
    decide: (operations: Operation[]) => StoreChange,
    durability?: Durability,
  ): Promise<Operation[]>;
  /** Removes all of a user in one transaction, the log of it, too. Answers the operations that it held. */
  clear(userId: string): Promise<Operation[]>;
  /** Removes what is logged of operations that the store does not hold: of `userId`, and of all but `signedIn`. */
  forgetEnded(userId: string, signedIn: string | null): Promise<void>;
}

/** Where operations lie by now; `device`: all of them where they belong. */
export type StorageState = 'device' | 'memory' | DeviceTrouble;

type OnState = (storage: StorageState) => void;

/** Tells where operations lie. Empties the memory when the first database answers again and all of it is sent. */
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
    /** Keeps the memory while a change of it is made. */
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
 * The device's store, and memory for items that the device fails to change.
 * `onState`: `silent` (no answer of the first database) and `newer` (a newer app has it) go on in the second one;
 * `memory`: a change is not kept; `device`: all is well again.
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
  /** Removes the device's copies of what is done with; where it cannot, they are sent again after a reload. */
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

  /** The device's operations of items that did not move, and all that are in memory. */
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

/** Both logs as one: the memory's entry where both have one of an operation. */
const joinEntries = (device: readonly LogEntry[], memory: readonly LogEntry[]): LogEntry[] => [
  ...new Map([...device, ...memory].map(entry => [entry.number, entry])).values(),
];
