import type { DBSchema, IDBPDatabase, IDBPObjectStore } from 'idb';
import { attempt } from '../../../lib/attempt';
import type { DeviceDatabase } from '../../../lib/deviceDatabase';
import { inBatches } from '../../../lib/inBatches';
import { observed } from '../../../lib/observed';
import { inOrder, type Operation } from '../../operations';
import { itemIdOf } from './memoryStore';
import { entriesAfter, MAX_LOGGED_OPERATIONS, type LogEntry, type LoggedChange } from './operationLog';
import type { Changed, ChangeOptions, Decide, OperationStore } from './operationStore';

/** The queue's stores in the device's database. */
interface OperationRows extends DBSchema {
  operations: { key: number; value: Operation; indexes: { item: [userId: string, itemKey: string] } };
  /** Keyed by the operation's number; holds the last `LOG_LENGTH` numbers of the device. */
  log: { key: number; value: LogEntry; indexes: { id: string } };
}
const STORES = ['operations', 'log'] as const;

type Opened = IDBPDatabase<OperationRows>;
type Request = { userId: string; itemKey: string; decide: Decide } & ChangeOptions;

/** Writes changes to the log. Entries that were trimmed are not added again. */
async function writeLog(
  store: IDBPObjectStore<OperationRows, typeof STORES, 'log', 'readwrite'>,
  changes: readonly LoggedChange[],
) {
  const changed = changes.flatMap(({ put = [], remove = [] }) => [...put, ...remove]);
  const entries = await Promise.all(changed.map(({ number }) => store.get(number)));
  const known = new Map(entries.flatMap(entry => (entry ? [[entry.number, entry] as const] : [])));
  const written = new Map<number, LogEntry>();
  for (const { put = [], remove = [], ...change } of changes) {
    const isKnown = (operation: Operation) => known.has(operation.number) || change.added.includes(operation);
    const inLog = { ...change, put: put.filter(isKnown), remove: remove.filter(isKnown) };
    for (const entry of entriesAfter(inLog, number => known.get(number))) {
      known.set(entry.number, entry);
      written.set(entry.number, entry);
    }
  }
  const newest = Math.max(0, ...changes.flatMap(({ added }) => added.at(-1)?.number ?? 0));
  await Promise.all([
    ...[...written.values()].map(entry => store.put(entry)),
    newest > 0 && store.delete(IDBKeyRange.upperBound(newest - MAX_LOGGED_OPERATIONS)),
  ]);
}

/** Marks a promise as handled that is awaited later: when the transaction is aborted meanwhile, another one reports that. */
const later = <Answer>(promise: Promise<Answer>) => (promise.catch(() => undefined), promise);

/** Makes all requested changes in one transaction. Only those of the same item wait for each other's answers. */
async function changeAll(opened: Opened, requests: readonly Request[]): Promise<Changed[]> {
  const durability = requests.every(request => request.isRelaxed) ? 'relaxed' : 'strict';
  const transaction = observed(opened.transaction(STORES, 'readwrite', { durability }));
  const [store, log] = [transaction.objectStore('operations'), transaction.objectStore('log')];
  const read = ({ userId, itemKey }: Request) => later(store.index('item').getAll([userId, itemKey]));

  const changeItem = async (
    { decide, requested: [first] = [] }: Request,
    stored: Operation[],
    isLogged: boolean,
  ) => {
    const known = first && stored.find(({ id }) => id === first.id);
    if (known || isLogged) return { added: [], put: [], removed: [], known: known ?? null };
    const change = decide(stored);
    const { add = [], put = [] } = change;
    const numbers = await Promise.all(add.map(operation => store.add(operation as Operation)));
    const added = add.map((operation, at) => ({ ...operation, number: numbers[at]! }));
    const remove = [...(change.remove ?? []), ...(change.isCancelling ? added : [])];
    await Promise.all([
      ...put.map(operation => store.put(operation)),
      ...remove.map(operation => store.delete(operation.number)),
    ]);
    const logged = { ...change, remove, added };
    return {
      added: change.isCancelling ? [] : added,
      put,
      removed: remove,
      isConfirmed: change.isConfirmed,
      logged,
    };
  };
  const write = async () => {
    const nameOf = ({ userId, itemKey }: Request) => itemIdOf(userId, itemKey);
    const ofItems = new Map(requests.map(request => [nameOf(request), request]));
    const reading = new Map([...ofItems].map(([name, request]) => [name, read(request)]));
    const logged = requests.map(({ requested: [first] = [] }) =>
      first ? later(log.index('id').getKey(first.id)) : undefined,
    );
    const changing = new Map<string, ReturnType<typeof changeItem>>();
    const changes = [];
    for (const [at, request] of requests.entries()) {
      const earlier = changing.get(nameOf(request));
      const stored = earlier ? earlier.then(() => read(request)) : reading.get(nameOf(request))!;
      const change = later(changeItem(request, await stored, (await logged[at]) !== undefined));
      changing.set(nameOf(request), change);
      changes.push(change);
    }
    const changed = await Promise.all(changes);
    const entries = changed.flatMap(change => ('logged' in change ? (change.logged ?? []) : []));
    await writeLog(log, entries);
    return changed;
  };
  const writing = write().catch(failure => {
    attempt(() => transaction.abort()); // it may have ended already
    throw failure;
  });
  const [changes] = await Promise.all([writing, transaction.done]);
  return changes;
}

const rangeOf = (userId: string) => IDBKeyRange.bound([userId], [userId, []]);

/** The operations in the device's database. All methods reject when it fails. */
export function openDeviceStore(database: DeviceDatabase): Omit<OperationStore, 'left'> {
  /** Changes requested at one moment share a transaction. When it has no answer, they are not tried one by one. */
  let silence: unknown;
  const changeTogether = inBatches(async (requests: readonly Request[]) => {
    if (silence) throw silence;
    return database
      .use((opened: Opened) => changeAll(opened, requests))
      .catch(failure => {
        if (failure instanceof DOMException && failure.name === 'TimeoutError') silence = failure;
        throw failure;
      });
  });
  /** Removes operations and log entries in one transaction; returns the operations. */
  const remove = (
    choose: (all: Operation[], entries: LogEntry[]) => { operations: Operation[]; entries: LogEntry[] },
  ) =>
    database.use(async (opened: Opened) => {
      const transaction = observed(opened.transaction(STORES, 'readwrite', { durability: 'strict' }));
      const [store, log] = [transaction.objectStore('operations'), transaction.objectStore('log')];
      const { operations, entries } = choose(...(await Promise.all([store.getAll(), log.getAll()])));
      await Promise.all([
        ...operations.map(({ number }) => store.delete(number)),
        ...entries.map(({ number }) => log.delete(number)),
        transaction.done,
      ]);
      return operations;
    });
  return {
    all: userId =>
      database.use(async (opened: Opened) => {
        const operations = await opened.getAllFromIndex('operations', 'item', rangeOf(userId));
        return operations.sort(inOrder);
      }),
    log: userId =>
      database.use(async (opened: Opened) => {
        const transaction = observed(opened.transaction(STORES));
        const [operations, entries] = await Promise.all([
          transaction.objectStore('operations').index('item').getAll(rangeOf(userId)),
          transaction.objectStore('log').getAll(),
        ]);
        return { operations, entries: entries.filter(entry => entry.userId === userId) };
      }),
    change: (userId, itemKey, decide, options) => changeTogether({ userId, itemKey, decide, ...options }),
    async clear(userId) {
      const isOfUser = (owned: { userId: string }) => owned.userId === userId;
      const choose = (all: Operation[], entries: LogEntry[]) => ({
        operations: all.filter(isOfUser).sort(inOrder),
        entries: entries.filter(isOfUser),
      });
      return remove(choose);
    },
    async forgetEnded(signedIn) {
      await remove((all, entries) => {
        const kept = new Set(all.map(({ number }) => number));
        return {
          operations: [],
          entries: entries.filter(({ number, userId }) => userId !== signedIn && !kept.has(number)),
        };
      });
    },
  };
}
