import type { DBSchema } from 'idb';
import type { DeviceDatabase } from '../lib/deviceDatabase';
import type { RemindedDevice, TaskReminder } from '../services/reminders';

/** A browser's memory of reminders, for its tabs and its service worker. */
export type ReminderMemory = {
  userId: string;
  /** Until when (milliseconds) the user has seen what came. */
  seenAt: number;
  /** When the reminders that were shown came, by tag. */
  shown: Record<string, number>;
  /** Reminders that the user did not see come, and has not dismissed. */
  missed: readonly TaskReminder[];
  device: RemindedDevice | null;
};

interface MemoryRows extends DBSchema {
  leases: { key: string; value: ReminderMemory };
}

const KEY = 'reminders';
/** The maximum number of reminders of which it is remembered that they were shown. */
const MOST_SHOWN = 200;

const newest = (shown: ReminderMemory['shown']) =>
  Object.fromEntries(
    Object.entries(shown)
      .sort(([, a], [, b]) => b - a)
      .slice(0, MOST_SHOWN),
  );

/** Reads and changes the memory in one transaction; null removes it, undefined leaves it. */
export function openReminderMemory(database: DeviceDatabase) {
  const change = (
    next: (memory: ReminderMemory | undefined) => ReminderMemory | null | undefined,
  ): Promise<ReminderMemory | undefined> =>
    database.use<MemoryRows, ReminderMemory | undefined>(async opened => {
      const { store, done } = opened.transaction('leases', 'readwrite');
      const before = await store.get(KEY);
      const after = next(before);
      if (after === null) await store.delete(KEY);
      else if (after) await store.put(after, KEY);
      await done;
      return before;
    });
  return {
    change,
    read: () => change(() => undefined),
    /** Whether this is the first to show a reminder: a tab, or the service worker. Without a memory everyone is. */
    async isFirst(tag: string, at: number): Promise<boolean> {
      const before = await change(
        memory => memory && { ...memory, shown: newest({ ...memory.shown, [tag]: at }) },
      ).catch(() => undefined);
      return !before || !Object.hasOwn(before.shown, tag);
    },
  };
}
