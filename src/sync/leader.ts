import { openDB } from 'idb';

/**
 * Elects the one of a user's tabs that sends, the leader. A visible tab takes over from a leader that died, and from one
 * whose heartbeat stopped for 5 s (a frozen page keeps its lock). That two tabs lead for an instant is safe: sending is
 * idempotent.
 */
export interface LeaderElection {
  /** Calls back true when this tab becomes the leader and false when it is no more, until the returned function is called. */
  lead(userId: string, listener: (isLeader: boolean) => void): () => void;
}

/** Milliseconds between heartbeats, and how long a leader may be silent. */
const BEAT = 1000;
const SILENCE = 5000;

/** What the election needs of the page; tests hand in their own. `now` is monotonic, in milliseconds. */
export type Surroundings = { isVisible(): boolean; now(): number };
export type LockSurroundings = Surroundings & {
  locks: LockManager;
  /** A new channel of this name to the other tabs. */
  tabs(name: string): BroadcastChannel;
};

/** Measures how long the leader has given no heartbeat. Time in which this tab itself did not run does not count. */
function createSilence(now: () => number) {
  let since = now();
  let checkedAt = since;
  return {
    end: () => void (since = now()),
    /** Asked with each beat of this tab's own timer. */
    isTooLong() {
      const time = now();
      if (time - checkedAt > SILENCE) since = time;
      checkedAt = time;
      return time - since > SILENCE;
    },
  };
}

/** By the Web Locks API: the browser itself frees the lock of a tab that died. */
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
      }, BEAT);
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

/** The leader's entry: its heartbeat is a counter that it raises. No instant of any clock is compared. */
type Entry = { holder: string; beat: number };

/** Reads and changes the leader's entry of this name in one transaction; what `change` answers undefined for stays. */
async function changeEntry(name: string, change: (entry: Entry | undefined) => Entry | null | undefined) {
  const database = await openDB('daywall-lease', 1, {
    upgrade: created => void created.createObjectStore('leases'),
  });
  try {
    const { store, done } = database.transaction('leases', 'readwrite');
    const changed = change((await store.get(name)) as Entry | undefined);
    if (changed === null) await store.delete(name);
    else if (changed) await store.put(changed, name);
    await done;
  } finally {
    database.close();
  }
}

/** By a heartbeat in IndexedDB, where there are no Web Locks (plain http on a home network). `id` is this tab's own. */
export function electByHeartbeat({ isVisible, now, id }: Surroundings & { id: string }): LeaderElection {
  return {
    lead(userId, listener) {
      const name = `daywall-sender:${userId}`;
      const silence = createSilence(now);
      let last: Entry | undefined;
      let isLeader = false;
      let ended = false;

      /** Raises this tab's own heartbeat, or takes over from a leader that is silent. Answers whether this tab leads. */
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
        // Without a store there is nothing to share, so this tab sends its own.
        const leads = isLeader || isVisible() ? await beat().catch(() => true) : false;
        if (ended || leads === isLeader) return;
        isLeader = leads;
        listener(isLeader);
      };
      const timer = setInterval(() => void look(), BEAT);
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
