import { attempt } from '../lib/attempt';
import type { Tab } from '../services/device';

const KEY = 'daywall:tab';
const LOCK = 'daywall-tab:';
/** How long a reloaded page waits for the previous one to release its id. */
const TIMEOUT_MS = 2000;

/**
 * Finds out which tab this is, at once. Each page holds a lock named after its tab's id: a duplicated tab, which copies
 * sessionStorage, does not get it and takes a new id. Web Locks are missing on plain http.
 */
export function openTab(newId: () => string, locks: LockManager | undefined): Tab {
  let id = attempt(() => sessionStorage.getItem(KEY)) ?? newId();
  // If the id cannot be stored, the tab gets a new one at a reload, which is then offered the old drafts.
  const keep = () => attempt(() => sessionStorage.setItem(KEY, id));
  keep();
  const hold = (options: LockOptions = {}) =>
    locks!.request(LOCK + id, options, () => new Promise<never>(() => undefined));
  const hasMoved = new Promise<void>(resolve => {
    if (!locks) return;
    hold({ signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => {
      id = newId();
      keep();
      void hold();
      resolve();
    });
  });
  return {
    id: () => id,
    hasMoved,
    async open() {
      if (!locks) return null;
      const { held = [] } = await locks.query();
      return new Set(held.flatMap(({ name }) => (name?.startsWith(LOCK) ? name.slice(LOCK.length) : [])));
    },
  };
}
