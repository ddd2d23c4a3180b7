/** @jest-environment ./test/support/jest/jsdom-env.cjs */
import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { electByHeartbeat, electByLock, type LeaderElection } from '../../src/sync/queue/leader/leader';
import { openDeviceDatabase } from '../../src/lib/deviceDatabase';
import { advanceWithStorage } from '../support/devices/storageIdle';

const START = Date.parse('2026-03-10T12:00:00.000Z');

/** A browser's LockManager for exclusive locks, with queue, signal and steal. */
function fakeLocks() {
  type Waiting = { run: () => Promise<unknown>; resolve(value: unknown): void; reject(error: unknown): void };
  let holder: Waiting | undefined;
  const queue: Waiting[] = [];
  const next = () => {
    holder = queue.shift();
    const mine = holder;
    if (!mine) return;
    void mine.run().then(value => {
      if (holder !== mine) return;
      mine.resolve(value);
      next();
    });
  };
  const request = (_name: string, options: LockOptions, run: () => Promise<unknown>) =>
    new Promise((resolve, reject) => {
      const waiting = { run, resolve, reject };
      const gone = () => new DOMException('Lost', 'AbortError');
      options.signal?.addEventListener('abort', () => {
        const at = queue.indexOf(waiting);
        if (at < 0) return;
        queue.splice(at, 1);
        reject(gone());
      });
      if (options.steal) {
        holder?.reject(gone());
        holder = undefined;
        queue.unshift(waiting);
      } else queue.push(waiting);
      if (!holder) next();
    });
  return {
    locks: { request } as unknown as LockManager,
    waiting: () => queue.length,
    /** Ends the tab that holds the lock. */
    killHolder() {
      holder = undefined;
      next();
    },
  };
}

/** Channels of one name that deliver at once, except from frozen tabs. */
function fakeTabs() {
  const channels = new Set<(event: MessageEvent) => void>();
  return (isMute: () => boolean) => {
    const own = new Set<(event: MessageEvent) => void>();
    return {
      postMessage: (data: unknown) =>
        isMute() || channels.forEach(listener => own.has(listener) || listener({ data } as MessageEvent)),
      addEventListener(_type: string, listener: (event: MessageEvent) => void) {
        own.add(listener);
        channels.add(listener);
      },
      close: () => own.forEach(listener => channels.delete(listener)),
    } as unknown as BroadcastChannel;
  };
}

function tab(election: LeaderElection) {
  const turns: boolean[] = [];
  const stop = election.lead('anna', isLeader => turns.push(isLeader));
  return { turns, stop, isLeader: () => turns.at(-1) ?? false };
}

describe('By Web Locks', () => {
  beforeEach(() => void jest.useFakeTimers({ now: START }));
  afterEach(() => void jest.useRealTimers());
  const pass = (milliseconds = 0) => jest.advanceTimersByTimeAsync(milliseconds);

  function browser() {
    const { locks, waiting, killHolder } = fakeLocks();
    const tabs = fakeTabs();
    const visible = new Set<string>();
    const frozen = new Set<string>();
    const open = (name: string) =>
      tab(
        electByLock({
          locks,
          tabs: () => tabs(() => frozen.has(name)),
          isVisible: () => visible.has(name),
          now: () => performance.now(),
        }),
      );
    return { open, visible, frozen, waiting, killHolder };
  }

  test('one tab at a time has its turn, and the next one when it leaves', async () => {
    const { open } = browser();
    const [first, second] = [open('first'), open('second')];
    await pass();
    expect([first.turns, second.turns]).toEqual([[true], []]);
    first.stop();
    await pass();
    expect([first.turns, second.turns]).toEqual([[true], [true]]);
  });

  test('the turn of a tab that died is free at once', async () => {
    const { open, killHolder } = browser();
    const [first, second] = [open('first'), open('second')];
    await pass();
    killHolder();
    await pass();
    expect([first.isLeader(), second.isLeader()]).toEqual([true, true]); // a dead tab receives no event
  });

  test('a visible tab waits for one that is alive', async () => {
    const { open, visible } = browser();
    visible.add('second');
    const [first, second] = [open('first'), open('second')];
    await pass(60_000);
    expect([first.turns, second.turns]).toEqual([[true], []]);
  });

  test('a visible tab takes the turn of one silent for 5 s; a hidden one does not', async () => {
    const { open, visible, frozen } = browser();
    const [first, second] = [open('first'), open('second')];
    await pass(1000);
    frozen.add('first'); // its timer runs, but its messages do not arrive
    await pass(20_000);
    expect([first.turns, second.turns]).toEqual([[true], []]);
    visible.add('second');
    await pass(1000);
    expect([first.turns, second.turns]).toEqual([[true, false], [true]]);
    frozen.add('second');
    visible.add('first');
    await pass(5000);
    expect(first.turns).toEqual([true, false]);
    await pass(1000);
    expect(first.turns).toEqual([true, false, true]);
  });

  test('a tab that lost its turn waits for the next; a tab that leaves does not', async () => {
    const { open, visible, frozen, waiting } = browser();
    const [first, second] = [open('first'), open('second')];
    visible.add('second');
    frozen.add('first');
    await pass(10_000);
    expect(second.turns).toEqual([true]);
    second.stop();
    await pass();
    expect(first.turns).toEqual([true, false, true]);
    first.stop();
    await pass();
    expect(waiting()).toBe(0);
  });

  test('a tab that leaves while it waits is told nothing', async () => {
    const { open } = browser();
    const [, second] = [open('first'), open('second')];
    await pass();
    second.stop();
    await pass();
    expect(second.turns).toEqual([]);
  });
});

describe('By a heartbeat where there are no Web Locks', () => {
  const tabs: ReturnType<typeof tab>[] = [];
  beforeEach(() => {
    jest.useFakeTimers({
      now: START,
      doNotFake: ['setTimeout', 'setImmediate', 'queueMicrotask', 'nextTick'],
    });
    globalThis.indexedDB = new IDBFactory();
  });
  afterEach(() => {
    tabs.splice(0).forEach(({ stop }) => stop());
    jest.useRealTimers();
  });

  /** A tab with its own store object; a killed tab runs nothing more. */
  function open(id: string, { isVisible = true } = {}) {
    const page = { isVisible, isKilled: false };
    const timers: ReturnType<typeof setInterval>[] = [];
    const { setInterval: real } = globalThis;
    globalThis.setInterval = ((work: () => void, every: number) => {
      const timer = real(() => page.isKilled || work(), every);
      timers.push(timer);
      return timer;
    }) as typeof setInterval;
    const opened = tab(
      electByHeartbeat(openDeviceDatabase(), {
        isVisible: () => page.isVisible,
        now: () => performance.now(),
        id,
      }),
    );
    globalThis.setInterval = real;
    tabs.push(opened);
    return Object.assign(opened, { page });
  }
  const pass = (seconds: number) => advanceWithStorage(seconds * 1000, 1000);

  test('one visible tab leads, and a second one only when it was left', async () => {
    const first = open('first');
    await pass(1);
    const second = open('second');
    await pass(20);
    expect([first.turns, second.turns]).toEqual([[true], []]);
    first.stop();
    await pass(1);
    expect([first.turns, second.turns]).toEqual([[true], [true]]);
  });

  test.each([
    ['set back an hour', -3_600_000],
    ['set ahead an hour', 3_600_000],
    ['left alone', 0],
  ])('a leader that was killed is followed within 7 s, its clock %s', async (_name, by) => {
    const first = open('first');
    await pass(3);
    first.page.isKilled = true;
    jest.setSystemTime(Date.now() + by);
    const second = open('second');
    await pass(4);
    expect(second.turns).toEqual([]);
    await pass(3);
    expect(second.turns).toEqual([true]);
  });

  test('setting the clock ahead takes nothing from a leader that is alive', async () => {
    const [first, second] = [open('first'), open('second')];
    await pass(3);
    jest.setSystemTime(Date.now() + 3_600_000);
    await pass(10);
    expect([first.turns, second.turns]).toEqual([[true], []]);
  });

  test('a tab that slept along with the leader waits for its next heartbeat', async () => {
    const [first, second] = [open('first'), open('second')];
    await pass(3);
    const slept = performance.now() + 3_600_000;
    jest.spyOn(performance, 'now').mockImplementation(() => slept);
    first.page.isKilled = true; // its timer fires a second later
    await pass(1);
    first.page.isKilled = false;
    await pass(3);
    jest.restoreAllMocks();
    expect([first.turns, second.turns]).toEqual([[true], []]);
  });

  test('a hidden tab leaves the lead to a visible one', async () => {
    const first = open('first', { isVisible: false });
    const second = open('second');
    await pass(3);
    expect([first.turns, second.turns]).toEqual([[], [true]]);
  });

  test('a leader that was frozen finds that another one leads, and follows', async () => {
    const [first, second] = [open('first'), open('second')];
    await pass(3);
    first.page.isKilled = true;
    await pass(8);
    first.page.isKilled = false;
    await pass(2);
    expect([first.turns, second.turns]).toEqual([[true, false], [true]]);
  });

  test('a tab works on its own where nothing can be shared', async () => {
    Reflect.deleteProperty(globalThis, 'indexedDB');
    const alone = open('alone');
    await pass(1);
    expect(alone.turns).toEqual([true]);
  });
});
