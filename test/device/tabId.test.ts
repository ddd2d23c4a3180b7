/** @jest-environment ./test/support/jest/jsdom-env.cjs */
import { openTab } from '../../src/device/tabId';

/** A browser's LockManager: a lock is released when the page that holds it ends. */
function fakeLocks() {
  const holders = new Map<string, () => void>();
  const waiting: { name: string; work: () => Promise<never> }[] = [];
  const grant = (name: string, work: () => Promise<never>) => {
    holders.set(name, () => holders.delete(name));
    return work();
  };
  const locks = {
    query: async () => ({ held: [...holders.keys()].map(name => ({ name })) }),
    request: (name: string, { signal }: LockOptions, work: () => Promise<never>) =>
      new Promise((_resolve, reject) => {
        if (!holders.has(name)) return void grant(name, work);
        const request = { name, work };
        waiting.push(request);
        signal!.addEventListener('abort', () => {
          if (waiting.includes(request)) reject(signal!.reason as Error);
        });
      }),
  };
  return {
    locks: locks as unknown as LockManager,
    end(id: string) {
      const name = `daywall-tab:${id}`;
      holders.get(name)?.();
      const next = waiting.findIndex(request => request.name === name);
      if (next >= 0) void grant(name, waiting.splice(next, 1)[0]!.work);
    },
  };
}

let drawn = 0;
const newId = () => `tab-${++drawn}`;
/** Whether the tab has taken a new id by now. */
async function hasMoved({ hasMoved: moving }: ReturnType<typeof openTab>) {
  let is = false;
  void moving.then(() => (is = true));
  await jest.advanceTimersByTimeAsync(0);
  return is;
}
let giveUp: () => void;
beforeEach(() => {
  jest.useFakeTimers();
  sessionStorage.clear();
  const patience = new AbortController();
  giveUp = () => patience.abort();
  AbortSignal.timeout = () => patience.signal;
});
afterEach(() => void jest.useRealTimers());

test('A tab keeps its id over a reload', async () => {
  const { locks, end } = fakeLocks();
  const first = openTab(newId, locks);
  const next = openTab(newId, locks); // the previous page releases its lock a moment later
  expect(next.id()).toBe(first.id());
  end(first.id());
  giveUp();
  expect(await hasMoved(next)).toBe(false);
  expect(await next.open()).toEqual(new Set([first.id()]));
});

test('A duplicated tab, which copies sessionStorage, takes a new id', async () => {
  const { locks } = fakeLocks();
  const first = openTab(newId, locks);
  const copy = openTab(newId, locks);
  giveUp();
  expect(await hasMoved(copy)).toBe(true);
  expect(copy.id()).not.toBe(first.id());
  expect(await first.open()).toEqual(new Set([first.id(), copy.id()]));
});

test('Without Web Locks nobody knows which tabs are open', async () => {
  const tab = openTab(newId, undefined);
  expect(await tab.open()).toBeNull();
  expect(openTab(newId, undefined).id()).toBe(tab.id());
});
