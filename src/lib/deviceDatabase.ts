import { openDB, unwrap, type DBSchema, type IDBPDatabase } from 'idb';
import { attempt } from './attempt';

/** How long the database may take to open, and for one piece of work. */
const TIMEOUT_MS = 3000;
/** The wait is divided into several timers, so that a page that was busy or frozen for long only loses one of them. */
const TIMERS = 6;

function createStores(database: IDBPDatabase) {
  const operations = database.createObjectStore('operations', { keyPath: 'number', autoIncrement: true });
  operations.createIndex('item', ['userId', 'itemKey']);
  database.createObjectStore('log', { keyPath: 'number' }).createIndex('id', 'id');
  for (const name of ['pieces', 'changes', 'history', 'leases']) database.createObjectStore(name);
}

/** The app's one database on this device. Whoever uses it goes on without it, in memory, when it fails. */
export interface DeviceDatabase {
  /** Runs `work` on the database. Rejects when that fails, or has not ended within 3 s, and always after a failed opening. */
  use<Schema extends DBSchema, Answer>(
    work: (opened: IDBPDatabase<Schema>) => Promise<Answer>,
  ): Promise<Answer>;
  /** Calls back when the open database is lost: deleted, upgraded by a newer version, or closed by the browser. */
  onLoss(listener: () => void): void;
}

const within = <Answer>(work: Promise<Answer>): Promise<Answer> =>
  new Promise((resolve, reject) => {
    let left = TIMERS;
    const tick = () => (left -= 1) || reject(new DOMException('No answer in time', 'TimeoutError'));
    const timer = setInterval(tick, TIMEOUT_MS / TIMERS);
    void work.then(resolve, reject).finally(() => clearInterval(timer));
  });

const next = (target: EventTarget, type: string) =>
  new Promise(resolve => target.addEventListener(type, resolve, { once: true }));

/** Opens the database at once; a hidden page tries once more when it becomes visible. A store of another version stays as it is. */
export function openDeviceDatabase(): DeviceDatabase {
  const losses = new Set<() => void>();
  const transactions = new Set<IDBTransaction>();
  const lose = () => losses.forEach(listener => listener());
  const open = async () => {
    const opened = await within(
      openDB('daywall', 1, {
        upgrade: createStores,
        blocking: (_version, _next, event) => ((event.target as IDBDatabase).close(), lose()),
        terminated: lose,
      }),
    );
    const database = unwrap(opened);
    database.transaction = (...given) => {
      const transaction = IDBDatabase.prototype.transaction.apply(database, given);
      transactions.add(transaction);
      for (const end of ['complete', 'abort'])
        transaction.addEventListener(end, () => transactions.delete(transaction));
      return transaction;
    };
    return opened;
  };
  const opening = open().catch(async failure => {
    if (!document.hidden) throw failure;
    await next(document, 'visibilitychange');
    return open();
  });
  opening.catch(() => undefined); // reported by `use`

  // WebKit never ends the transactions of a page in the back/forward cache, and they block the database for all later
  // pages. They are aborted, and their work is done again when the page is back.
  let leavings = 0;
  let isAway = false;
  addEventListener('pagehide', ({ persisted }) => {
    if (!persisted) return;
    leavings += 1;
    isAway = true;
    transactions.forEach(transaction => attempt(() => transaction.abort()));
  });
  addEventListener('pageshow', () => (isAway = false));

  return {
    async use<Schema extends DBSchema, Answer>(work: (opened: IDBPDatabase<Schema>) => Promise<Answer>) {
      const opened = (await opening) as unknown as IDBPDatabase<Schema>;
      for (;;) {
        const before = leavings;
        try {
          return await within(work(opened));
        } catch (failure) {
          if (before === leavings) throw failure;
          if (isAway) await next(window, 'pageshow');
        }
      }
    },
    onLoss: listener => void losses.add(listener),
  };
}
