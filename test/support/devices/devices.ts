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
import type { FakeDatabase } from './fakeDatabase';
import { fakeServices, userDataOf } from './fakeServices';
import { startApp } from './startApp';

type Method = Exclude<keyof DatabaseService, 'follow' | 'close'>;
type Hook = (call: () => Promise<unknown>) => Promise<unknown>;
type AnyCall = (...parameters: unknown[]) => Promise<unknown>;

const lost = () => new ServiceFailure('network', 'network', 'No answer');
const never = () => new Promise<never>(() => undefined);

/** Milliseconds after which the other tabs of a device hear of what a tab did. */
const TABS_HEAR_AFTER_MS = 5;

/** The channel between the pages of one device. */
function openTabs() {
  const heardBy = new Map<Tabs, (message: MessageEvent) => void>();
  return (isDead: () => boolean): Tabs => {
    const mine: Tabs = {
      postMessage(event: unknown) {
        const data: unknown = structuredClone(event);
        for (const [tab, hear] of heardBy)
          if (tab !== mine) setTimeout(() => hear({ data } as MessageEvent), TABS_HEAR_AFTER_MS);
      },
      addEventListener: (_type: string, listener: unknown) =>
        void heardBy.set(mine, message => isDead() || (listener as (message: MessageEvent) => void)(message)),
    };
    return mine;
  };
}

/** The election of a tab beside one that leads. */
function follows(_userId: string, listener: (isLeader: boolean) => void) {
  listener(false);
  return () => undefined;
}

/**
 * A device of anna's on a database that several devices share. What it stores outlives its page; its network can go, and
 * single calls can fail, come late, or meet another device's change in the instant before or after them.
 */
export function deviceOn(database: FakeDatabase) {
  const items: ItemOperations = new Map();
  const stored = openMemoryStore(items);
  const tabsOf = openTabs();
  const services = fakeServices({ userData: userDataOf('anna', 100 * 86_400_000) });
  const hooks = new Map<Method, Hook[]>();
  const goneOnline = new Set<() => void>();
  let isOffline = false;
  let isDeaf = false;
  const next = (method: Method, hook: Hook) => void hooks.set(method, [...(hooks.get(method) ?? []), hook]);

  /** The database as one page of this device reaches it; nothing that a killed page asked for is ever answered. */
  const reached = (isDead: () => boolean): FakeDatabase => {
    const calls = Object.entries(database).map(([name, original]) => {
      if (typeof original !== 'function') return [name, original] as const;
      const call: AnyCall = async (...parameters) => {
        if (isDead()) return never();
        if (isOffline) throw lost();
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
        const deliver = (event: LiveEvent) => isOffline || isDeaf || isDead() || listener(event);
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
  return {
    services,
    /** All operations that it stores. */
    kept: () => [...items.values()].flat(),
    /** Stores operations as an earlier page left them. */
    keep(operations: readonly Operation[]) {
      for (const operation of operations) {
        const item = itemIdOf(operation.userId, operation.itemKey);
        items.set(item, [...(items.get(item) ?? []), operation]);
      }
    },
    /** Opens a page; `lists` are those that its routes ask for. One that is not the `leader` sends nothing. */
    async open({
      lists = ['tasks', 'notes'],
      isLeader = true,
    }: { lists?: ('tasks' | 'notes')[]; isLeader?: boolean } = {}) {
      let isDead = false;
      const mortal: OperationStore = {
        all: userId => stored.all(userId),
        log: userId => stored.log(userId),
        forgetEnded: (...whose) => stored.forgetEnded(...whose),
        clear: userId => (isDead ? never() : stored.clear(userId)),
        change: (userId, itemKey, decide) => (isDead ? never() : stored.change(userId, itemKey, decide)),
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
      await jest.advanceTimersByTimeAsync(0);
      return { ...app, queue, kill: () => void (isDead = true) };
    },
    goOffline,
    goOnline() {
      isOffline = false;
      [...goneOnline].forEach(again => again());
      services.connection.set(true);
    },
    /** The live connection is down; everything else works. */
    goDeaf: () => void (isDeaf = true),
    /** The next such call takes effect, and its answer is lost. */
    loseAnswer: (method: Method) =>
      next(method, async call => {
        await call();
        throw lost();
      }),
    /** The network goes while the next such call is under way: it takes effect, and nothing is heard of it. */
    cutOff: (method: Method) =>
      next(method, async call => {
        goOffline();
        await call();
        throw lost();
      }),
    /** The next such call is under way for long: it counts as lost here, and arrives when the answer is called. */
    holdBack(method: Method) {
      let arrive: () => Promise<unknown> = () => Promise.resolve();
      next(method, call => {
        arrive = call;
        return Promise.reject(lost());
      });
      return () => arrive();
    },
    /** The browser sends the next such call twice, `between` apart, and answers what the second one is answered. */
    repeat: (method: Method, between: () => unknown = () => undefined) =>
      next(method, async call => {
        await call();
        await between();
        return call();
      }),
    /** The next such call takes effect when the answer is called, and is answered then. */
    delay(method: Method) {
      let release: () => void = () => undefined;
      const released = new Promise<void>(resolve => {
        release = resolve;
      });
      next(method, call => released.then(call));
      return release;
    },
    /** Something happens elsewhere in the instant before the next such call takes effect. */
    before: (method: Method, happens: () => unknown) =>
      next(method, async call => {
        await happens();
        return call();
      }),
    /** The same after it has taken effect, before its answer; it is under way for so many milliseconds before. */
    after: (method: Method, happens: () => unknown, underWay = 0) =>
      next(method, async call => {
        await new Promise(resolve => setTimeout(resolve, underWay));
        const answer = await call();
        await happens();
        return answer;
      }),
  };
}

export type Device = ReturnType<typeof deviceOn>;
export type Page = Awaited<ReturnType<Device['open']>>;
