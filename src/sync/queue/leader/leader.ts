import { BEAT_MS, createSilence } from './silence';

/**
 * Elects the leader, the one of a user's tabs that sends. A visible tab takes over from a leader that died, or whose
 * heartbeat stopped for 5 s (a frozen page keeps its lock). Two leaders for an instant are safe: sending is idempotent.
 */
export interface LeaderElection {
  /**
   * Calls back with true when this tab becomes the leader and with false when it stops being it, until the returned
   * function is called.
   */
  lead(userId: string, listener: (isLeader: boolean) => void): () => void;
}

/** The dependencies of an election; tests pass their own. `now` is monotonic, in milliseconds. */
export type Surroundings = { isVisible(): boolean; now(): number };
export type LockSurroundings = Surroundings & {
  locks: LockManager;
  /** A new channel of this name to the other tabs. */
  tabs(name: string): BroadcastChannel;
};

/** Elects by the Web Locks API: the browser releases the lock of a tab that died. */
export function electByLock({ locks, tabs, isVisible, now }: LockSurroundings): LeaderElection {
  return {
    lead(userId, listener) {
      const name = `daywall-sender:${userId}`;
      const heartbeats = tabs(name);
      const silence = createSilence(now);
      let resign: (() => void) | undefined;
      let ended = false;
      heartbeats.addEventListener('message', silence.end);
      const hold = () =>
        new Promise<void>(resolve => {
          if (ended) return resolve();
          resign = resolve;
          listener(true);
        });
      const waiting = new AbortController();
      const wait = () => {
        if (ended) return;
        locks.request(name, { signal: waiting.signal }, hold).catch(lost);
      };
      const lost = () => {
        if (ended || !resign) return;
        resign = undefined;
        silence.end();
        listener(false);
        wait();
      };
      const timer = setInterval(() => {
        const isSilent = silence.isTooLong();
        if (resign) heartbeats.postMessage('beat');
        else if (isVisible() && isSilent) {
          silence.end();
          locks.request(name, { steal: true }, hold).catch(lost);
        }
      }, BEAT_MS);
      wait();
      return () => {
        ended = true;
        clearInterval(timer);
        waiting.abort();
        resign?.();
        heartbeats.close();
      };
    },
  };
}
