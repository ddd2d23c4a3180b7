import type { DeviceDatabase } from '../../../lib/deviceDatabase';
import { isNumbered, type Operation } from '../../operations';
import { openDeviceStore } from './deviceStore';
import { nextNumber, openLeftSteps } from './leftSteps';
import { itemIdOf, openMemoryStore } from './memoryStore';
import type { LoggedChange, StoredLog } from './operationLog';

/** A change of an item's operations: those to overwrite, to remove, and to append. */
export type StoreChange = Omit<LoggedChange, 'added'> & {
  add?: Omit<Operation, 'number'>[];
  /** The added operation and the removed one cancel each other out: only the log records it. */
  isCancelling?: boolean;
};
/** A pure function of an item's operations; it may be called again when a store fails. */
export type Decide = (operations: Operation[]) => StoreChange;

export type ChangeOptions = {
  /** The operations to append. If the store has or had the first one, nothing is changed: two pages may try. */
  requested?: readonly Operation[];
  /** Survives all but a power cut, without waiting for the disk. */
  isRelaxed?: boolean;
};

export type Changed = {
  added: Operation[];
  put: Operation[];
  removed: Operation[];
  isConfirmed?: boolean;
  /** Nothing was changed: the first requested operation as it is stored, or null when it is over. */
  known?: Operation | null;
};

/** The storage of operations. */
export interface OperationStore {
  all(userId: string): Promise<Operation[]>;
  /** The operations that pages of the user requested and did not store, in order. */
  left(userId: string): Operation[];
  /** A consistent snapshot of the user's operations and log, in order. */
  log(userId: string): Promise<StoredLog>;
  /** Stores a change with its log entries atomically. Changes requested at one moment share a transaction. */
  change(userId: string, itemKey: string, decide: Decide, options?: ChangeOptions): Promise<Changed>;
  /** Removes all operations of a user and their log in one transaction. Returns the removed operations. */
  clear(userId: string): Promise<Operation[]>;
  /** Removes the log entries of finished operations of all users except `signedIn`. */
  forgetEnded(signedIn: string | null): Promise<void>;
}

type Options = {
  /** Operations are stored in memory from now on. */
  onFailure(): void;
  /** Another page may have left operations of the user. */
  onLeft(userId: string): void;
};

type Device = ReturnType<typeof openDeviceStore>;

/** Reads what the database has, and removes from it what ended while it failed. */
function openReading(
  device: Device,
  steps: ReturnType<typeof openLeftSteps>,
  learn: (operations: readonly Operation[]) => void,
) {
  const last = new Map<string, Promise<Operation[]>>();
  const readNow = async (userId: string) => {
    const ended = steps.all(userId).filter(left => 'end' in left);
    const ends = new Set(ended.map(({ id }) => id));
    const operations = (await device.all(userId)).filter(({ id }) => !ends.has(id));
    learn(operations);
    const removing = ended.map(({ itemKey, id, end }) =>
      device.change(userId, itemKey, all => ({
        remove: all.filter(operation => operation.id === id),
        isConfirmed: end === 'confirmed',
      })),
    );
    await Promise.all(removing).then(
      () => steps.remove(ended),
      () => undefined, // tried again with the next reading
    );
    return operations;
  };
  const read = (userId: string) => {
    const reading = readNow(userId);
    last.set(userId, reading);
    return reading;
  };
  return { read, readOnce: (userId: string) => last.get(userId) ?? read(userId) };
}

/**
 * The device's database, and memory from its first failure on. Operations that it does not have yet, or no longer, are
 * in localStorage: a page that ends leaves them to the next one.
 */
export function openOperationStore(database: DeviceDatabase, { onFailure, onLeft }: Options): OperationStore {
  const device = openDeviceStore(database);
  const steps = openLeftSteps();
  /** The unfinished operations that the database has as far as this page knows, by id. */
  const known = new Map<string, Operation>();
  const learn = (operations: readonly Operation[]) =>
    operations.forEach(operation => known.set(operation.id, operation));
  let memory: OperationStore | undefined;
  const fail = (): OperationStore => {
    if (memory) return memory;
    const items = new Map<string, Operation[]>();
    for (const operation of known.values()) {
      const item = itemIdOf(operation.userId, operation.itemKey);
      items.set(item, [...(items.get(item) ?? []), operation]);
    }
    steps.keep([...known.values()]);
    memory = openMemoryStore(items);
    onFailure();
    return memory;
  };
  database.onLoss(fail);
  steps.follow(userId => memory ?? onLeft(userId));
  const run = async <Answer>(work: (store: Device) => Promise<Answer>): Promise<Answer> => {
    if (memory) return work(memory);
    try {
      const answer = await work(device);
      // After a failure, memory must have what the database still did.
      if (!memory) return answer;
    } catch {
      fail();
    }
    return work(memory!);
  };

  const { read, readOnce } = openReading(device, steps, learn);

  return {
    all: userId => run(store => (store === device ? read(userId) : store.all(userId))),
    left: userId => steps.all(userId).filter((left): left is Operation => !('end' in left)),
    log: userId => run(store => store.log(userId)),
    async change(userId, itemKey, decide, options = {}) {
      const { requested = [] } = options;
      steps.keep(requested.map(of => (isNumbered(of) ? of : { ...of, number: nextNumber() })));
      const wasMemory = memory !== undefined;
      const changed = await run(async store => {
        // The database may fail now: what it has must be known.
        if (store === device) await readOnce(userId);
        return store.change(userId, itemKey, decide, options);
      });
      const { added, put, removed, isConfirmed } = changed;
      if (!memory) {
        learn([...added, ...put]);
        removed.forEach(({ id }) => known.delete(id));
        steps.remove(requested);
        return changed;
      }
      // The database may still get what it did not answer.
      if (!wasMemory) learn(requested);
      const end = isConfirmed ? 'confirmed' : 'discarded';
      steps.keep([...added, ...put]);
      for (const { id, changeId, number } of removed) {
        const ended = { id, userId, itemKey, changeId, number, end } as const;
        if (known.has(id)) steps.keep([ended]);
        else steps.remove([ended]);
      }
      return changed;
    },
    async clear(userId) {
      const removed = await run(store => store.clear(userId));
      steps.clear(userId);
      return removed;
    },
    forgetEnded: signedIn => run(store => store.forgetEnded(signedIn)),
  };
}
