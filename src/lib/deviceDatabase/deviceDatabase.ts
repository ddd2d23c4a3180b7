import type { DBSchema, IDBPDatabase } from 'idb';
import { answersWithin, connectionTo, type Connection } from './deviceConnection';
import { DEVICE_DATABASE, SECOND_DATABASE } from './deviceSchema';
import { endDue, setDue, type DueClearing } from './dueClearings';
import { retryWhenVisible } from './openTransactions';
import { openTakeOver } from './takeOver';
import { openWaits, type Watch } from './waits';
import { isTimeout, PROBE_MS, within } from './within';

/** For the first database's next answer, and for the second one's then: together no more than 3 s. */
const PATIENCE_MS = 2000;
const PATIENCE_OF_SECOND_MS = 1000;
/** Wait of the first use for what other databases hold. What comes later is told when it comes. */
const TAKE_OVER_MS = 1000;

/** `silent`: the first database does not answer; `newer`: a newer version of the app has it. */
export type DeviceTrouble = 'silent' | 'newer';

export type Turn = {
  /** Another home than the last one may lack what was kept there: the second database, or one that was cleared. */
  home: string;
  isFirst: boolean;
  /** For a transaction of many requests: the work is given up 2 s after the last answer to any, and aborts it then. */
  watch: Watch;
};
type Work<Schema extends DBSchema, Answer> = (opened: IDBPDatabase<Schema>, turn: Turn) => Promise<Answer>;

/** A user of the database, with stores of its own. */
export type Part = {
  /** Its database in earlier versions. */
  before: string;
  /** The code that is needed where another database holds something. */
  load: () => Promise<Mover>;
  /** Clearings of a user's data, by names that no other part has. */
  clearings?: Record<string, Clearing>;
};
/** Called with the part's own database. */
type Clearing = (opened: never, userId: string) => Promise<unknown>;

/**
 * Moves all that another database holds of the part, and deletes that database when it holds nothing any more. Several
 * pages may do it at a time, and a page may end at any step: nothing is lost or kept twice by that.
 */
export type Mover = (name: string, to: IDBPDatabase) => Promise<void>;

export interface DeviceDatabase {
  /**
   * Works on the database, in the second one when the first has not answered in time. Begins at once when it is open.
   * Rejects with the database's failure, and with a `TimeoutError` 3 s after the last answer.
   */
  use<Schema extends DBSchema, Answer>(part: Part, work: Work<Schema, Answer>): Promise<Answer>;
  /** Takes over what other databases hold now: that of an earlier version, or the second one, of a tab that uses it. */
  takeOver(part: Part): Promise<void>;
  /**
   * Clears something of a user by `work`. A database that does not answer now does it by the part's clearing of that name
   * when it answers, in a later page too, before its rows are used.
   */
  clear<Schema extends DBSchema, Answer>(
    part: Part,
    due: Pick<DueClearing, 'what' | 'userId'>,
    work: Work<Schema, Answer>,
  ): Promise<Answer>;
  /** Tells when the first database is left for the second, and when it is used again, or anew after a deletion (null). */
  follow(listener: (trouble: DeviceTrouble | null) => void): void;
}

const troubleOf = (failure: unknown): DeviceTrouble | null => {
  if (isTimeout(failure)) return 'silent';
  return (failure as Error | undefined)?.name === 'VersionError' ? 'newer' : null;
};

/** Work that clears: what is due ends with it in the first database, and is due there alone after the second one. */
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
  // Whoever follows it keeps again at once what the page knows of.
  const first = connectionTo(DEVICE_DATABASE, () => trouble ?? become(null));
  const second = connectionTo(SECOND_DATABASE);
  const wait = openWaits();
  const listeners = new Set<(trouble: DeviceTrouble | null) => void>();
  let trouble: DeviceTrouble | null = null;
  const become = (next: DeviceTrouble | null) => {
    trouble = next;
    listeners.forEach(listener => listener(next));
  };
  /** Neither database answers: nothing waits for them any more. */
  let isDead = false;
  const takenOver = new Set<Part>();
  const takeOver = openTakeOver(first);

  /** Uses the first database again if it answers quickly. */
  const returnToFirst = async () => {
    if (trouble !== 'silent' || !(await answersWithin(PROBE_MS, first))) return;
    const takeAllOver = () => Promise.all([...takenOver].map(takeOver));
    await within(PATIENCE_MS, takeAllOver()).catch(() => undefined);
    if (trouble !== 'silent') return; // another work that was late came first
    isDead = false;
    become(null);
    void takeAllOver(); // what was written meanwhile
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
