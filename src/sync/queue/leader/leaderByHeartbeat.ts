import type { DBSchema } from 'idb';
import type { DeviceDatabase } from '../../../lib/deviceDatabase';
import type { LeaderElection, Surroundings } from './leader';
import { BEAT_MS, createSilence } from './silence';

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
