import { setImmediate as realTurn } from 'node:timers';

let waiting = 0;

// fake-indexeddb works in turns of the event loop that it asks for here; jsdom has no such function.
globalThis.setImmediate = ((work: () => void) => {
  waiting += 1;
  return realTurn(() => {
    waiting -= 1;
    work();
  });
}) as typeof setImmediate;

/**
 * Waits until fake-indexeddb has answered all requests, and those that code makes upon an answer. Fake time is advanced
 * after that: the storage works in real turns, of which a busy machine has few in a given time.
 */
export async function storageIdle(): Promise<void> {
  do await new Promise<void>(realTurn);
  while (waiting > 0);
}

/** Advances fake time in steps, after each of which the storage answers. Leave `setImmediate` real. */
export async function advanceWithStorage(milliseconds: number, step = 50): Promise<void> {
  await storageIdle();
  for (let passed = 0; passed < milliseconds; passed += step) {
    await jest.advanceTimersByTimeAsync(Math.min(step, milliseconds - passed));
    await storageIdle();
  }
}

/** Fakes all timers but the turns in which the storage works, so that it never takes too long on a busy machine. */
export const fakeStorageTime = () =>
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick', 'performance'] });
