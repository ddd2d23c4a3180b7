import { createMover } from '../lib/deviceDatabase/otherDatabases';
import type { CacheRows } from './cache';

const STORES = ['pieces', 'changes', 'history'] as const;

/** Moves the copies of users who have none here, and what can be undone. */
export const moveCache = createMover<CacheRows>({
  async move(from, to) {
    const reading = from.transaction(STORES);
    const rows = await Promise.all(
      STORES.map(async name => {
        const store = reading.objectStore(name);
        const [keys, values] = await Promise.all([store.getAllKeys(), store.getAll()]);
        return { name, keys, values };
      }),
    );
    if (rows.every(({ keys }) => keys.length === 0)) return;
    const writing = to.transaction(STORES, 'readwrite');
    const users = new Set((await writing.objectStore('pieces').getAllKeys()).map(([userId]) => userId));
    for (const { name, keys, values } of rows) {
      const store = writing.objectStore(name);
      for (const [at, key] of keys.entries())
        if (name === 'history' || !users.has(key[0])) await store.put(values[at] as never, key as never);
    }
    await writing.done;
    const removing = from.transaction(STORES, 'readwrite');
    await Promise.all([...STORES.map(name => removing.objectStore(name).clear()), removing.done]);
  },
});
