import { coalesce, loggedLabelOf } from '../../../src/app/store/kinds';
import { notesRequested } from '../../../src/notes/notesSlice';
import type { DatabaseService, LiveEvent } from '../../../src/services/database';
import { ServiceFailure } from '../../../src/services/failure';
import type { Operation } from '../../../src/sync/operations';
import { itemIdOf, openMemoryStore, type ItemOperations } from '../../../src/sync/queue/store/memoryStore';
import type { OperationStore } from '../../../src/sync/queue/store/operationStore';
import { openQueue } from '../../../src/sync/queue/queue';
import type { Tabs } from '../../../src/sync/queue/queueEvents';
import { tasksRequested } from '../../../src/tasks/tasksSlice';
import { advance, MINUTES_10 } from '../app/time';
import { fakeDatabase, type FakeDatabase } from './fakeDatabase';
import { fakeServices, userDataOf } from './fakeServices';
import { startApp } from './startApp';

type Method = Exclude<keyof DatabaseService, 'follow' | 'close'>;
type Hook = (call: () => Promise<unknown>) => Promise<unknown>;
type AnyCall = (...parameters: unknown[]) => Promise<unknown>;

const noAnswer = () => new ServiceFailure('network', 'network', 'No answer');
const never = () => new Promise<never>(() => undefined);

/** Milliseconds after which the other tabs of a device receive a tab's events. */
const TAB_DELAY_MS = 5;

/** The channel between the pages of one device. */
function openTabs() {
  const heardBy = new Map<Tabs, (message: MessageEvent) => void>();
  return (isDead: () => boolean): Tabs => {
    const mine: Tabs = {
      postMessage(event: unknown) {
        const data: unknown = structuredClone(event);
        for (const [tab, listener] of heardBy)
          if (tab !== mine) setTimeout(() => listener({ data } as MessageEvent), TAB_DELAY_MS);
      },
      addEventListener: (_type: string, listener: unknown) =>
        void heardBy.set(mine, message => isDead() || (listener as (message: MessageEvent) => void)(message)),
    };
    return mine;
  };
}

/** The election for a tab that is not the leader. */
function follows(_userId: string, listener: (isLeader: boolean) => void) {
  listener(false);
  return () => undefined;
}

/**
 * A device of anna's, on a database shared by several devices. Its storage outlives its pages. It can go offline, and
 * single calls can fail, be delayed, or collide with another device's change just before or after them. `onDisk` changes
 * the store of its operations.
 */
export function deviceOn(database: FakeDatabase, onDisk = (store: OperationStore) => store) {
  const items: ItemOperations = new Map();
  const stored = onDisk(openMemoryStore(items));
  const tabsOf = openTabs();
  const services = fakeServices({ userData: userDataOf('anna', 100 * 86_400_000) });
  const hooks = new Map<Method, Hook[]>();
  const goneOnline = new Set<() => void>();
  let isOffline = false;
  let areEventsStopped = false;
  const next = (method: Method, hook: Hook) => void hooks.set(method, [...(hooks.get(method) ?? []), hook]);

  /** The database as seen by one page of this device; requests of a killed page are never answered. */
  const reached = (isDead: () => boolean): FakeDatabase => {
    const calls = Object.entries(database).map(([name, original]) => {
      if (typeof original !== 'function') return [name, original] as const;
      const call: AnyCall = async (...parameters) => {
        if (isDead()) return never();
        if (isOffline) throw noAnswer();
        const make = () => (original as AnyCall)(...parameters);
        const hook = hooks.get(name as Method)?.shift();
        const answer = await (hook ? hook(make) : make());
        return isDead() ? never() : answer;
      };
      return [name, call] as const;
    });
    return {
      ...(Object.fromEntries(calls) as unknown as FakeDatabase),
      follow(userId, list, listener, knownKeys) {
        const deliver = (event: LiveEvent) => isOffline || areEventsStopped || isDead() || listener(event);
        let stop = isOffline ? () => undefined : database.follow(userId, list, deliver, knownKeys);
        const again = () => {
          stop();
          stop = database.follow(userId, list, deliver, knownKeys);
        };
        goneOnline.add(again);
        return () => {
          goneOnline.delete(again);
          stop();
        };
      },
      close: () => Promise.resolve(),
    };
  };

  const goOffline = () => {
    isOffline = true;
    services.connection.set(false);
  };
  const goOnline = () => {
    isOffline = false;
    [...goneOnline].forEach(again => again());
    services.connection.set(true);
  };
  return {
    services,
    /** All operations stored on the device. */
    kept: () => [...items.values()].flat(),
    /** Stores operations as an earlier page left them. */
    keep(operations: readonly Operation[]) {
      for (const operation of operations) {
        const item = itemIdOf(operation.userId, operation.itemKey);
        items.set(item, [...(items.get(item) ?? []), operation]);
      }
    },
    /**
     * Opens a page, and waits so many milliseconds; `lists` are those that its route loads. If it is not the `leader`, it
     * sends nothing.
     */
    async open({
      lists = ['tasks', 'notes'],
      isLeader = true,
      wait = 0,
    }: { lists?: ('tasks' | 'notes')[]; isLeader?: boolean; wait?: number } = {}) {
      let isDead = false;
      const mortal: OperationStore = {
        ...stored,
        clear: userId => (isDead ? never() : stored.clear(userId)),
        change: (...change) => (isDead ? never() : stored.change(...change)),
      };
      const queue = openQueue({
        coalesce,
        labelOf: loggedLabelOf,
        store: mortal,
        tabs: tabsOf(() => isDead),
      });
      const election = isLeader ? services.election : { ...services.election, lead: follows };
      const app = startApp({ ...services, queue, database: reached(() => isDead), election });
      if (lists.includes('tasks')) app.dispatch(tasksRequested());
      if (lists.includes('notes')) app.dispatch(notesRequested());
      await advance(wait);
      return {
        ...app,
        queue,
        kill: () => void (isDead = true),
        /** Dispatches an action, and gives its changes ten minutes, or so many milliseconds, to reach the server. */
        async send(action: Parameters<typeof app.dispatch>[0], milliseconds = MINUTES_10) {
          app.dispatch(action);
          await advance(milliseconds);
        },
      };
    },
    goOffline,
    goOnline,
    /** Goes online, and gives what waits ten minutes, or so many milliseconds, to reach the server. */
    async reconnect(milliseconds = MINUTES_10) {
      goOnline();
      await advance(milliseconds);
    },
    /** Cuts only the live connection. */
    stopLiveEvents: () => void (areEventsStopped = true),
    /** The next such call takes effect, and its answer is lost. */
    loseAnswer: (method: Method) =>
      next(method, async call => {
        await call();
        throw noAnswer();
      }),
    /** Cuts the network during the next such call: it takes effect, but its answer is lost. */
    cutOff: (method: Method) =>
      next(method, async call => {
        goOffline();
        await call();
        throw noAnswer();
      }),
    /** Delays the next such call: it counts as lost here, and arrives when the returned function is called. */
    holdBack(method: Method) {
      let arrive: () => Promise<unknown> = () => Promise.resolve();
      next(method, call => {
        arrive = call;
        return Promise.reject(noAnswer());
      });
      return () => arrive();
    },
    /** Sends the next such call twice, `between` apart, as browsers may do. Returns the second answer. */
    repeat: (method: Method, between: () => unknown = () => undefined) =>
      next(method, async call => {
        await call();
        await between();
        return call();
      }),
    /** The next such call takes effect, and is answered, when the returned function is called. */
    delay(method: Method) {
      let release: () => void = () => undefined;
      const released = new Promise<void>(resolve => {
        release = resolve;
      });
      next(method, call => released.then(call));
      return release;
    },
    /** Runs another device's change just before the next such call takes effect. */
    before: (method: Method, act: () => unknown) =>
      next(method, async call => {
        await act();
        return call();
      }),
    /** As above, after the call has taken effect and before its answer, which is delayed by so many milliseconds. */
    after: (method: Method, act: () => unknown, answerDelayMs = 0) =>
      next(method, async call => {
        await new Promise(resolve => setTimeout(resolve, answerDelayMs));
        const answer = await call();
        await act();
        return answer;
      }),
  };
}

/** A device with an open page, on a database with these records. */
export async function openDevice(records: Parameters<typeof fakeDatabase>[0] = {}) {
  const database = fakeDatabase(records);
  const a = deviceOn(database);
  const page = await a.open({ wait: 300 });
  return { database, a, page };
}

/** Two devices, each with an open page, on one database with these records. */
export async function openTwoDevices(records: Parameters<typeof fakeDatabase>[0] = {}) {
  const { database, a, page: pageOfA } = await openDevice(records);
  const b = deviceOn(database);
  const pageOfB = await b.open({ wait: 300 });
  return { database, a, b, pageOfA, pageOfB };
}

export type Device = ReturnType<typeof deviceOn>;
export type Page = Awaited<ReturnType<Device['open']>>;
