import { createDrafts } from '../../../src/drafts/store/drafts';
import { openDraftHandover } from '../../../src/drafts/store/unsavedDraft';
import { openDraftStore, type DraftStore } from '../../../src/drafts/store/draftStore';

/** The open tabs' ids, and the channel between them. */
export function openBrowser() {
  const open = new Set<string>();
  const channels = new Set<EventTarget>();
  let drawn = 0;
  const newId = () => `made-${++drawn}`;
  return {
    close: (id: string) => void open.delete(id),
    /** A tab with a given id and the app's drafts service, on a fake IndexedDB. */
    tab(
      id: string,
      { store = openDraftStore(), claim }: { store?: DraftStore; claim?: () => Promise<never> } = {},
    ) {
      open.add(id);
      const target = new EventTarget();
      channels.add(target);
      const channel = {
        postMessage(data: unknown) {
          for (const other of channels)
            if (other !== target) other.dispatchEvent(new MessageEvent('message', { data }));
        },
        addEventListener: target.addEventListener.bind(target) as BroadcastChannel['addEventListener'],
      };
      const page = { storageOf: () => localStorage, pageId: newId() };
      return createDrafts({
        store,
        handover: openDraftHandover(page),
        claim: claim ?? (() => Promise.resolve({ id, open: () => Promise.resolve(new Set(open)) })),
        channel,
        newId,
        now: Date.now,
      });
    },
  };
}

/** Drafts on the disk: form, tab and words of each draft of a user. */
export async function keptDrafts(userId: string) {
  const records = await openDraftStore().all(userId);
  return records.map(({ form, tab, values }) => ({ form, tab, values }));
}
