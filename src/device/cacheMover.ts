import { createMover } from '../lib/deviceDatabase/otherDatabases';
import type { CacheRows } from './cache';

const STORES = ['pieces', 'changes', 'history'] as const;

/** Moves the undo history. Copies of lists are not moved: they are read from the server again. */
export const moveCache = createMover<CacheRows>(async (from, to) => {
  const [keys, entries] = await Promise.all([from.getAllKeys('history'), from.getAll('history')]);
  const writing = to.transaction('history', 'readwrite');
  await Promise.all([...keys.map((key, at) => writing.store.put(entries[at]!, key)), writing.done]);
  const removing = from.transaction(STORES, 'readwrite');
  await Promise.all([...STORES.map(name => removing.objectStore(name).clear()), removing.done]);
});
