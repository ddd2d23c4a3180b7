import { openDB } from 'idb';
import { within } from '../lib/within';
import type { LeaderElection, Surroundings } from './leader';
import { BEAT, createSilence } from './silence';

/** Milliseconds for a store to answer. */
const PATIENCE = 5000;

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
        // Without a store that answers there is nothing to share, so this tab sends its own.
        const leads = isLeader || isVisible() ? await within(PATIENCE, beat()).catch(() => true) : false;
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
