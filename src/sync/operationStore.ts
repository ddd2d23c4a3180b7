import { isTimeout, within } from '../lib/within';
import { openDeviceStore } from './deviceStore';
import { itemIdOf, openMemoryStore, type ItemOperations } from './memoryStore';
import { noTotals, type LoggedChange, type StoredLog } from './operationLog';
import type { Operation } from './operations';

/** What a change does to the operations of an item: some to write over, some to remove, and some to add at the end. */
export type StoreChange = Omit<LoggedChange, 'added'> & {
  add?: Omit<Operation, 'number'>[];
  /** What is added cancels itself out with what is removed: it is in the log alone. */
  isCancelling?: boolean;
  /** False for the removal of copies of operations that are logged elsewhere. */
  isLogged?: boolean;
};

export type Durability = 'strict' | 'relaxed';

/** Where operations are stored: in IndexedDB, or in memory where the device stores nothing. */
export interface OperationStore {
  all(userId: string): Promise<Operation[]>;
  ofItem(userId: string, itemKey: string): Promise<Operation[]>;
  /** The user's operations and the log of them, in order, as of one instant. */
  log(userId: string): Promise<StoredLog>;
  /**
   * One transaction: all of the change is stored when it answers, with what the log says of it, or none. Answers the
   * added operations. `strict`, the default, survives a power cut; `relaxed` survives all else, and does not wait for
   * the disk. Changes that are asked for in one moment share a transaction: a step of many operations is kept whole.
   */
  change(
    userId: string,
    itemKey: string,
    decide: (operations: Operation[]) => StoreChange,
    durability?: Durability,
  ): Promise<Operation[]>;
  /** Removes all of a user in one transaction, the log of it, too. Answers the operations that it held. */
  clear(userId: string): Promise<Operation[]>;
}

/** A device that has not answered after so many milliseconds is taken for one that stores nothing. */
const PATIENCE = 10_000;

/**
 * The device's store, and memory for the items that the device fails to change (full, broken): such an item goes on in
 * memory with all that it had, and the device keeps its own copy as long as that may still be needed after a reload.
 * `onFailure` is called once: `newer` when a newer version of the app has the device's store in its own format, `silent`
 * when the device does not answer.
 */
export function openOperationStore(
  onFailure: (storage: 'memory' | 'newer' | 'silent') => void,
): OperationStore {
  const device = within(PATIENCE, openDeviceStore());
  device.catch(() => undefined); // reported where it is used
  const inMemory: ItemOperations = new Map();
  const memory = openMemoryStore(inMemory);
  const isMoved = (userId: string, itemKey: string) => inMemory.has(itemIdOf(userId, itemKey));
  let hasFailed = false;
  const fail = (failure: unknown) => {
    const isNewer = (failure as Error).name === 'VersionError';
    if (!hasFailed) onFailure(isNewer ? 'newer' : isTimeout(failure) ? 'silent' : 'memory');
    hasFailed = true;
  };
  const fromDevice = async <Read>(read: (store: OperationStore) => Promise<Read>, otherwise: Read) => {
    try {
      return await read(await device);
    } catch (failure) {
      fail(failure);
      return otherwise;
    }
  };
  const ofItem = (userId: string, itemKey: string) =>
    isMoved(userId, itemKey)
      ? memory.ofItem(userId, itemKey)
      : fromDevice(store => store.ofItem(userId, itemKey), []);
  const move = async (userId: string, itemKey: string) => {
    const there = await ofItem(userId, itemKey);
    if (!isMoved(userId, itemKey)) inMemory.set(itemIdOf(userId, itemKey), there);
  };
  /** Removes the device's copies of what is done with; where it cannot, they are sent again after a reload. */
  const forget = async (userId: string, itemKey: string, gone: readonly Operation[]) => {
    const numbers = new Set(gone.map(one => one.number));
    const store = await device;
    await store.change(userId, itemKey, there => ({
      remove: there.filter(one => numbers.has(one.number)),
      isLogged: false,
    }));
  };

  /** What the device holds of items that did not move, and all that is in memory. */
  const join = (there: Operation[], inMemory: Operation[]) => [
    ...there.filter(one => !isMoved(one.userId, one.itemKey)),
    ...inMemory,
  ];

  return {
    ofItem,
    async clear(userId) {
      const [there, here] = [await fromDevice(store => store.clear(userId), []), await memory.all(userId)];
      const removed = join(there, here);
      await memory.clear(userId);
      return removed;
    },
    all: async userId => join(await fromDevice(store => store.all(userId), []), await memory.all(userId)),
    async log(userId) {
      const none = { operations: [], entries: [], totals: noTotals };
      const there = await fromDevice(store => store.log(userId), none);
      const here = await memory.log(userId);
      const entries = new Map([...there.entries, ...here.entries].map(one => [one.number, one]));
      return {
        operations: join(there.operations, here.operations),
        entries: [...entries.values()],
        totals: {
          made: there.totals.made + here.totals.made,
          confirmed: there.totals.confirmed + here.totals.confirmed,
          takenBack: there.totals.takenBack + here.totals.takenBack,
        },
      };
    },
    async change(userId, itemKey, decide, durability) {
      if (!isMoved(userId, itemKey)) {
        try {
          return await (await device).change(userId, itemKey, decide, durability);
        } catch (failure) {
          fail(failure);
          await move(userId, itemKey);
        }
      }
      let gone: readonly Operation[] = [];
      const added = await memory.change(userId, itemKey, operations => {
        const change = decide(operations);
        gone = change.remove ?? [];
        return change;
      });
      if (gone.length > 0) await forget(userId, itemKey, gone).catch(() => undefined);
      return added;
    },
  };
}
