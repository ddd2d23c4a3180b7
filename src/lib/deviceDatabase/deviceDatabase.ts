import type { DBSchema, IDBPDatabase } from 'idb';
import { answersWithin, connectionTo, type Connection } from './deviceConnection';
import { DEVICE_DATABASE, SECOND_DATABASE } from './deviceSchema';
import { endDue, setDue, type DueClearing } from './dueClearings';
import { retryWhenVisible } from './openTransactions';
import { openTakeOver } from './takeOver';
import { openWaits, type Watch } from './waits';
import { isTimeout, PROBE_MS, within } from './within';

/** How long to wait for the first database's next answer, and then for the second one's: together at most 3 s. */
const PATIENCE_MS = 2000;
const PATIENCE_OF_SECOND_MS = 1000;
/** How long the first use waits for the content of other databases; later content is announced when it arrives. */
const TAKE_OVER_MS = 1000;

/** `silent`: the first database does not answer; `newer`: a newer version of the app uses it. */
export type DeviceTrouble = 'silent' | 'newer';

export type Turn = {
  /**
   * Identifies the database. A different `home` than the last one may lack what was stored there: the second database,
   * or one that was cleared.
   */
  home: string;
  isFirst: boolean;
  /** For transactions of many requests: the work is given up, and the transaction aborted, 2 s after the last answer. */
  watch: Watch;
};
type Work<Schema extends DBSchema, Answer> = (opened: IDBPDatabase<Schema>, turn: Turn) => Promise<Answer>;

/** A part of the app that has its own stores in the database. */
export type Part = {
  /** The name of the part's database in earlier versions. */
  before: string;
  /** Loads the code that moves the part's data out of another database. */
  load: () => Promise<Mover>;
  /** Functions that clear a user's data, by names unique among all parts. */
  clearings?: Record<string, Clearing>;
};
/** Called with the database in which to clear. */
type Clearing = (opened: never, userId: string) => Promise<unknown>;

/**
 * Moves the part's data from another database, and deletes that database when it is empty. Several pages may run it at
 * once, and a page may end at any step: nothing is lost or duplicated.
 */
export type Mover = (name: string, to: IDBPDatabase) => Promise<void>;

export interface DeviceDatabase {
  /**
   * Runs `work` on the database, on the second one when the first has not answered in time. Starts at once when the
   * database is open. Rejects with the database's error, or with a `TimeoutError` 3 s after the last answer.
   */
  use<Schema extends DBSchema, Answer>(part: Part, work: Work<Schema, Answer>): Promise<Answer>;
  /** Moves data now from other databases: that of an earlier version, or the second one while another tab uses it. */
  takeOver(part: Part): Promise<void>;
  /**
   * Clears data of a user by `work`. A database that does not answer now is cleared by the part's clearing of that
   * name once it answers, even in a later page, before its rows are used.
   */
  clear<Schema extends DBSchema, Answer>(
    part: Part,
    due: Pick<DueClearing, 'what' | 'userId'>,
    work: Work<Schema, Answer>,
  ): Promise<Answer>;
  /**
   * Calls back when the app switches to the second database, and when the first one is used again or has been
   * recreated after a deletion (null).
   */
  follow(listener: (trouble: DeviceTrouble | null) => void): void;
}

const troubleOf = (failure: unknown): DeviceTrouble | null => {
  if (isTimeout(failure)) return 'silent';
  return (failure as Error | undefined)?.name === 'VersionError' ? 'newer' : null;
};

/**
 * Runs a clearing. Success in the first database removes it from the list; after success in the second one it is still
 * due in the first.
 */
const clearing =
  <Schema extends DBSchema, Answer>(
    { what, userId }: Pick<DueClearing, 'what' | 'userId'>,
    work: Work<Schema, Answer>,
  ): Work<Schema, Answer> =>
  async (opened, turn) => {
    const answer = await work(opened, turn);
    if (turn.isFirst) endDue(what, userId);
    else setDue(what, userId, 'first');
    return answer;
  };

/** Opens a connection of its own. The app uses `deviceDatabase()`. */
export function openDeviceDatabase(): DeviceDatabase {
  // After a loss, followers write the data that the page still has into the new database.
  const first = connectionTo(DEVICE_DATABASE, () => trouble ?? become(null));
  const second = connectionTo(SECOND_DATABASE);
  const wait = openWaits();
  const listeners = new Set<(trouble: DeviceTrouble | null) => void>();
  let trouble: DeviceTrouble | null = null;
  const become = (next: DeviceTrouble | null) => {
    trouble = next;
    listeners.forEach(listener => listener(next));
  };
  /** Neither database answers: stop waiting for them. */
  let isDead = false;
  const takenOver = new Set<Part>();
  const takeOver = openTakeOver(first);

  /** Returns to the first database if it answers quickly. */
  const returnToFirst = async () => {
    if (trouble !== 'silent' || !(await answersWithin(PROBE_MS, first))) return;
    const takeAllOver = () => Promise.all([...takenOver].map(takeOver));
    await within(PATIENCE_MS, takeAllOver()).catch(() => undefined);
    if (trouble !== 'silent') return; // another late work has already switched
    isDead = false;
    become(null);
    void takeAllOver(); // data written to the second database meanwhile
  };
  const leave = (why: DeviceTrouble, working: Promise<unknown>) => {
    if (why === 'silent') void working.then(returnToFirst, returnToFirst);
    if (!trouble) become(why);
  };

  const workIn = <Schema extends DBSchema, Answer>(
    database: Connection,
    part: Part,
    work: Work<Schema, Answer>,
    watch: Watch,
  ) =>
    retryWhenVisible(async () => {
      const opening = database.open();
      const opened = opening instanceof Promise ? await opening : opening;
      if (database === first && !takenOver.has(part)) {
        await within(TAKE_OVER_MS, takeOver(part)).catch(() => undefined);
        takenOver.add(part);
      }
      const turn = { home: database.home(), isFirst: database === first, watch };
      return work(opened as unknown as IDBPDatabase<Schema>, turn);
    });

  const device: DeviceDatabase = {
    async use(part, work) {
      if (!trouble) {
        const { working, answer } = wait(PATIENCE_MS, watch => workIn(first, part, work, watch));
        try {
          return await answer;
        } catch (failure) {
          const why = troubleOf(failure);
          if (!why) throw failure;
          leave(why, working);
        }
      }
      takenOver.add(part);
      if (isDead) throw new DOMException('No database answers', 'TimeoutError');
      const { answer } = wait(PATIENCE_OF_SECOND_MS, watch => workIn(second, part, work, watch));
      return answer.catch(failure => {
        isDead = isTimeout(failure);
        throw failure;
      });
    },
    takeOver,
    clear(part, due, work) {
      setDue(due.what, due.userId, 'all');
      return device.use(part, clearing(due, work));
    },
    follow: listener => void listeners.add(listener),
  };
  return device;
}

const ofPage = new WeakMap<IDBFactory, DeviceDatabase>();

/** The page's one connection to the device's database. */
export function deviceDatabase(): DeviceDatabase {
  const { indexedDB: factory } = globalThis;
  const database = (factory && ofPage.get(factory)) ?? openDeviceDatabase();
  if (factory) ofPage.set(factory, database);
  return database;
}
