import { createMover } from '../../lib/deviceDatabase/otherDatabases';
import type { DraftRows } from './draftStore';

/** Moves drafts to another database, keeping the later one of two, and notifies all tabs. */
export const moveDrafts = createMover<DraftRows>(async (from, to) => {
  const records = await from.getAll('drafts');
  if (records.length === 0) return;
  const writing = to.transaction('drafts', 'readwrite', { durability: 'strict' });
  for (const record of records) {
    const known = await writing.store.get([record.userId, record.form, record.tab]);
    if (!known || known.savedAt < record.savedAt) await writing.store.put(record);
  }
  await writing.done;
  const removing = from.transaction('drafts', 'readwrite', { durability: 'strict' });
  for (const { userId, form, tab, savedAt } of records) {
    const key: [string, string, string] = [userId, form, tab];
    if ((await removing.store.get(key))?.savedAt === savedAt) await removing.store.delete(key);
  }
  await removing.done;
  const tabs = new BroadcastChannel('daywall-drafts');
  for (const userId of new Set(records.map(record => record.userId))) tabs.postMessage({ userId });
  tabs.close();
});
