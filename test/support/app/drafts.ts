import { openDrafts } from '../../../src/drafts/draftStore';
import type { FormDraft } from '../../../src/services/device';

// jsdom has one window: its tabs hear of each other's drafts by this.
for (const name of ['setItem', 'removeItem'] as const) {
  const change = Storage.prototype[name] as (...given: string[]) => void;
  Storage.prototype[name] = function (this: Storage, ...given: string[]) {
    change.apply(this, given);
    const [key] = given as [string];
    if (key.startsWith('daywall-draft/'))
      queueMicrotask(() => dispatchEvent(new StorageEvent('storage', { key })));
  };
}

/** The open tabs of a browser. */
export function openBrowser() {
  const open = new Set<string>();
  let drawn = 0;
  return {
    close: (id: string) => void open.delete(id),
    /** The drafts as a tab with this id has them. */
    tab(id: string) {
      open.add(id);
      const hasMoved = new Promise<void>(() => undefined);
      const tab = { id: () => id, hasMoved, open: () => Promise.resolve(new Set(open)) };
      return openDrafts({ tab, newId: () => `made-${++drawn}`, now: Date.now });
    },
  };
}

/** Drafts in localStorage: form, tab and words of each draft of a user. */
export const keptDrafts = (userId: string) =>
  Object.entries(localStorage as unknown as Record<string, string>)
    .filter(([key]) => key.startsWith(`daywall-draft/${userId}/`))
    .map(([key, stored]) => {
      const names = key.split('/').slice(2);
      return {
        form: names.slice(0, -1).join('/'),
        tab: names.at(-1)!,
        ...(JSON.parse(stored) as FormDraft),
      };
    });
