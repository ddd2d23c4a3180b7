import type { DBSchema } from 'idb';
import type { DeviceDatabase } from '../../../lib/deviceDatabase';

/** Milliseconds between heartbeats, and how long a leader may be silent. */
const BEAT_MS = 1000;
const SILENCE_MS = 5000;

/** Measures for how long the leader's heartbeat has not changed, without the time in which this tab itself did not run. */
function createSilence(now: () => number) {
  let since = now();
  let checkedAt = since;
  return {
    end: () => void (since = now()),
    /** Called with each tick of this tab's own timer. */
    isTooLong() {
      const time = now();
      if (time - checkedAt > SILENCE_MS) since = time;
      checkedAt = time;
      return time - since > SILENCE_MS;
    },
  };
}

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
type Surroundings = { isVisible(): boolean; now(): number };
type LockSurroundings = Surroundings & {
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

/** The leader's entry. Its heartbeat is a counter, so that no clocks are compared. */
type Entry = { holder: string; beat: number };

interface LeaseRows extends DBSchema {
  leases: { key: string; value: Entry };
}

/** Elects by a heartbeat in IndexedDB, for browsers without Web Locks (plain http on a home network). `id` is this tab's id. */
export function electByHeartbeat(
  database: DeviceDatabase,
  { isVisible, now, id }: Surroundings & { id: string },
): LeaderElection {
  /** Reads and changes the leader's entry of this name in one transaction; the entry stays if `change` returns undefined. */
  const changeEntry = (name: string, change: (entry: Entry | undefined) => Entry | null | undefined) =>
    database.use<LeaseRows, void>(async opened => {
      const { store, done } = opened.transaction('leases', 'readwrite');
      const changed = change(await store.get(name));
      if (changed === null) await store.delete(name);
      else if (changed) await store.put(changed, name);
      await done;
    });
  return {
    lead(userId, listener) {
      const name = `daywall-sender:${userId}`;
      const silence = createSilence(now);
      let last: Entry | undefined;
      let isLeader = false;
      let ended = false;

      /** Raises this tab's heartbeat, or replaces a silent leader. Returns whether this tab is the leader. */
      const beat = async (): Promise<boolean> => {
        let leads = false;
        await changeEntry(name, entry => {
          const isOld = entry !== undefined && entry.holder === last?.holder && entry.beat === last.beat;
          if (!isOld) silence.end();
          last = entry;
          leads = !entry || entry.holder === id || (silence.isTooLong() && isVisible());
          return leads && !ended ? { holder: id, beat: (entry?.beat ?? 0) + 1 } : undefined;
        });
        return leads;
      };
      const look = async () => {
        // Without an answer from the store, tabs cannot agree, so this tab sends its own operations.
        const leads = isLeader || isVisible() ? await beat().catch(() => true) : false;
        if (ended || leads === isLeader) return;
        isLeader = leads;
        listener(isLeader);
      };
      const timer = setInterval(() => void look(), BEAT_MS);
      void look();
      return () => {
        ended = true;
        clearInterval(timer);
        const resign = (entry: Entry | undefined) => (entry?.holder === id ? null : undefined);
        void changeEntry(name, resign).catch(() => undefined);
      };
    },
  };
}
