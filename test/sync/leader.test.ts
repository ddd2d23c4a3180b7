import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { openLease, openWebLock, type SenderLock } from '../../src/sync/leader';

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
    /** The browser ends the tab that holds the lock. */
    killHolder() {
      holder = undefined;
      next();
    },
  };
}

/** Channels of one name hear each other at once, but for those that are mute. */
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

function tab(lock: SenderLock) {
  const turns: boolean[] = [];
  const stop = lock.follow('anna', isMine => turns.push(isMine));
  return { turns, stop, isMine: () => turns.at(-1) ?? false };
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
        openWebLock({
          locks,
          tabs: () => tabs(() => frozen.has(name)),
          isVisible: () => visible.has(name),
          now: () => Date.now(),
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
    expect([first.isMine(), second.isMine()]).toEqual([true, true]); // the dead one is told nothing any more
  });

  test('a visible tab waits for one that is alive', async () => {
    const { open, visible } = browser();
    visible.add('second');
    const [first, second] = [open('first'), open('second')];
    await pass(60_000);
    expect([first.turns, second.turns]).toEqual([[true], []]);
  });

  test('a visible tab takes the turn of one that is silent for 5 s; a hidden one does not', async () => {
    const { open, visible, frozen } = browser();
    const [first, second] = [open('first'), open('second')];
    await pass(1000);
    frozen.add('first'); // its own timer goes on here, but nobody hears it
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

  test('a tab that lost its turn waits for the next one, and a tab that leaves waits for nothing', async () => {
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
});

describe('By a lease where there are no Web Locks', () => {
  let time = START;
  beforeEach(() => {
    time = START;
    globalThis.indexedDB = new IDBFactory();
  });

  const visible = new Set<string>();
  const open = (id: string) => tab(openLease({ isVisible: () => visible.has(id), now: () => time, id }));

  test('a visible tab takes it, and a second one only when it was left', async () => {
    visible.clear();
    visible.add('first');
    visible.add('second');
    const first = open('first');
    await turnOf(first);
    const second = open('second');
    first.stop();
    await turnOf(second);
    expect([first.turns, second.turns]).toEqual([[true], [true]]);
    second.stop();
  });

  test('a tab works on its own where nothing can be shared', async () => {
    visible.add('alone');
    Reflect.deleteProperty(globalThis, 'indexedDB');
    const alone = open('alone');
    await turnOf(alone);
    expect(alone.turns).toEqual([true]);
    alone.stop();
  });
});

/** Resolves with a tab's next turn. */
async function turnOf({ turns }: { turns: boolean[] }) {
  while (!turns.at(-1)) await new Promise(resolve => setTimeout(resolve));
}
