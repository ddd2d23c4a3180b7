import { openDB } from 'idb';

/**
 * Which of a user's tabs sends. One does at a time; a visible one takes over at once from a tab that died, and from one
 * that was silent for 5 s (a frozen page keeps its lock). That two may send for an instant is safe: sending is
 * idempotent.
 */
export interface SenderLock {
  /** Calls back true when it is this tab's turn and false when it is no more, until the returned function is called. */
  follow(userId: string, listener: (isMine: boolean) => void): () => void;
}

const BEAT = 1000;
const SILENCE = 5000;

/** What the lock needs of the page; tests hand in their own. */
export type LockSurroundings = {
  locks: LockManager;
  /** A new channel of this name to the other tabs. */
  tabs(name: string): BroadcastChannel;
  isVisible(): boolean;
  now(): number;
};

/** By the Web Locks API: the browser itself frees the lock of a tab that died. */
export function openWebLock({ locks, tabs, isVisible, now }: LockSurroundings): SenderLock {
  return {
    follow(userId, listener) {
      const name = `daywall-sender:${userId}`;
      const beats = tabs(name);
      let lastBeat = now();
      let release: (() => void) | undefined;
      let ended = false;
      beats.addEventListener('message', () => (lastBeat = now()));
      const hold = () =>
        new Promise<void>(resolve => {
          if (ended) return resolve();
          release = resolve;
          listener(true);
        });
      const waiting = new AbortController();
      const wait = () => {
        if (ended) return;
        locks.request(name, { signal: waiting.signal }, hold).catch(lost);
      };
      const lost = () => {
        if (ended || !release) return;
        release = undefined;
        lastBeat = now();
        listener(false);
        wait();
      };
      const timer = setInterval(() => {
        if (release) beats.postMessage('beat');
        else if (isVisible() && now() - lastBeat > SILENCE) {
          lastBeat = now();
          locks.request(name, { steal: true }, hold).catch(lost);
        }
      }, BEAT);
      wait();
      return () => {
        ended = true;
        clearInterval(timer);
        waiting.abort();
        release?.();
        beats.close();
      };
    },
  };
}

/** By a lease in IndexedDB, where there are no Web Locks (plain http on a home network). */
export function openLease({
  isVisible,
  now,
  id,
}: {
  isVisible(): boolean;
  now(): number;
  id: string;
}): SenderLock {
  type Lease = { holder: string; until: number };
  const take = async (name: string, lasts: number): Promise<boolean> => {
    const database = await openDB('daywall-lease', 1, {
      upgrade: created => void created.createObjectStore('leases'),
    });
    try {
      const transaction = database.transaction('leases', 'readwrite');
      const lease = (await transaction.store.get(name)) as Lease | undefined;
      const isFree = !lease || lease.holder === id || lease.until <= now();
      if (isFree && (lasts > 0 || lease?.holder === id)) {
        await transaction.store.put({ holder: id, until: now() + lasts } satisfies Lease, name);
      }
      await transaction.done;
      return isFree;
    } finally {
      database.close();
    }
  };
  return {
    follow(userId, listener) {
      const name = `daywall-sender:${userId}`;
      let isMine = false;
      let ended = false;
      const look = async () => {
        // Without a store there is nothing to share, so this tab sends its own.
        const mine = isMine || isVisible() ? await take(name, SILENCE).catch(() => true) : false;
        if (ended || mine === isMine) return;
        isMine = mine;
        listener(isMine);
      };
      const timer = setInterval(() => void look(), BEAT);
      void look();
      return () => {
        ended = true;
        clearInterval(timer);
        if (isMine) void take(name, 0).catch(() => undefined);
      };
    },
  };
}
