import { ProtocolError } from './types';

/** The maximum number of waiting works, in total and per address; further ones are told to try later. */
type Most = { inAll: number; ofOne: number };
const DEFAULT_MOST: Most = { inAll: 500, ofOne: 200 };

/**
 * Runs `atOnce` works in parallel. Waiting addresses take turns, each with its works in order. Throws
 * `TOO_MANY_ATTEMPTS_TRY_LATER` when too many wait.
 */
export function createTurns(
  atOnce: number,
  most = DEFAULT_MOST,
): <T>(from: string, work: () => Promise<T>) => Promise<T> {
  const waiting = new Map<string, (() => void)[]>();
  let [running, count] = [0, 0];

  function wait(from: string): Promise<void> {
    const own = waiting.get(from) ?? [];
    if (count >= most.inAll || own.length >= most.ofOne)
      throw new ProtocolError('TOO_MANY_ATTEMPTS_TRY_LATER');
    count++;
    waiting.set(from, own);
    return new Promise(resolve => own.push(resolve));
  }

  /** Starts the first work of the next address, which then goes to the end of the queue. */
  function passOn(): void {
    const [next] = waiting;
    if (!next) return void running--;
    const [from, own] = next;
    waiting.delete(from);
    const begin = own.shift()!;
    if (own.length > 0) waiting.set(from, own);
    count--;
    begin();
  }

  return async (from, work) => {
    if (running >= atOnce) await wait(from);
    else running++;
    try {
      return await work();
    } finally {
      passOn();
    }
  };
}
