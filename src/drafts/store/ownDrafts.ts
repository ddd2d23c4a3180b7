import type { Handover } from '../../lib/deviceDatabase/handover';
import type { DraftFailure, FormDraft } from '../../services/device';
import type { DraftKey, DraftRecord, DraftStore } from './draftStore';
import { changesOf, idOf, restOf, type UnsavedDraft } from './unsavedDraft';

/** A draft is on its way to the disk at most this long after a keystroke. */
const SAVE_DELAY_MS = 150;

/** This tab's draft of one form, and what was submitted from it while that is not on the disk. */
export type OwnDraft = {
  userId: string;
  form: string;
  draft: FormDraft | null;
  submitted: (FormDraft & { operationId: string }) | null;
  /** The draft as it has yet to be written to the disk. */
  unsaved: UnsavedDraft | null;
  timer: ReturnType<typeof setTimeout> | undefined;
};

type Parts = {
  store: DraftStore;
  handover: Handover<UnsavedDraft>;
  channel: Pick<BroadcastChannel, 'postMessage'>;
  now: () => number;
  /** Known before anything is written. */
  tabId: () => string;
  setFailure: (failure: DraftFailure | null) => void;
};

/** This tab's drafts: in memory, held for the next page while they are unsaved, and written after a short delay. */
export function createOwnDrafts({ store, handover, channel, now, tabId, setFailure }: Parts) {
  const own = new Map<string, OwnDraft>();

  const unsavedOf = (entry: OwnDraft, draft: FormDraft | null, tab = tabId()): UnsavedDraft => ({
    ...{ userId: entry.userId, form: entry.form, tab, draft },
    savedAt: new Date(now()).toISOString(),
  });
  /** Writes and tells the other tabs; false when the disk refused. */
  const change = async (userId: string, ...[put, remove]: Parameters<DraftStore['change']>) => {
    try {
      await store.change(put, remove);
      if (put.length > 0) setFailure(null);
      channel.postMessage({ userId });
      return true;
    } catch (error) {
      if (put.length > 0) setFailure(failureOf(error)); // what could not be removed is offered again, no more
      return false;
    }
  };
  /** Notes what this tab has of a form by now; until it is on the disk, it is handed over when the page ends. */
  const hold = (entry: OwnDraft, areOperationsKept = false): UnsavedDraft => {
    entry.unsaved = unsavedOf(entry, keptOf(entry, areOperationsKept));
    handover.hold(entry.unsaved);
    return entry.unsaved;
  };
  /** Writes a draft as it is now; `stash` and `taken` are put and removed with it. */
  const save = async (
    entry: OwnDraft,
    { stash = [], taken = [] }: { stash?: DraftRecord[]; taken?: DraftKey[] } = {},
  ) => {
    clearTimeout(entry.timer);
    entry.timer = undefined;
    const unsaved = hold(entry);
    const [put, remove] = changesOf([unsaved]);
    const isSaved = await change(entry.userId, [...put, ...stash], [...remove, ...taken]);
    if (!isSaved || entry.unsaved !== unsaved) return;
    entry.unsaved = null;
    handover.release([idOf(unsaved)]);
  };

  return {
    change,
    save,
    saveSoon(entry: OwnDraft) {
      hold(entry);
      entry.timer ??= setTimeout(() => void save(entry), SAVE_DELAY_MS);
    },
    of(userId: string, form: string): OwnDraft {
      const key = JSON.stringify([userId, form]);
      const none = { draft: null, submitted: null, unsaved: null, timer: undefined };
      const entry = own.get(key) ?? { userId, form, ...none };
      own.set(key, entry);
      return entry;
    },
    /** The words of a form, as a draft of another tab. */
    stashOf: (entry: OwnDraft, tab: string) =>
      entry.draft ? changesOf([unsavedOf(entry, restOf(entry.draft), tab)])[0] : [],
    confirm(operationId: string) {
      for (const entry of own.values()) {
        if (entry.submitted?.operationId !== operationId) continue;
        entry.submitted = null;
        void save(entry);
      }
    },
    /** The forms of a user that hold something. */
    forms: (userId: string) =>
      [...own.values()].flatMap(entry => (entry.userId === userId && entry.draft ? entry.form : [])),
    handOver(areOperationsKept: boolean) {
      for (const entry of own.values()) {
        if (entry.timer !== undefined) void save(entry);
        if (entry.submitted && areOperationsKept) hold(entry, true);
      }
      handover.handOver();
    },
    clear() {
      for (const { timer } of own.values()) clearTimeout(timer);
      own.clear();
    },
  };
}

/** The draft that belongs on the disk. Until a submit is there, it is what was typed over the base of that. */
function keptOf({ draft, submitted }: OwnDraft, areOperationsKept: boolean): FormDraft | null {
  if (areOperationsKept || !submitted) return draft && restOf(draft);
  return { base: submitted.base, values: (draft ?? submitted).values };
}

/** A browser has several words for a disk that is full. */
export const failureOf = (error: unknown): DraftFailure =>
  error instanceof Error && error.name === 'QuotaExceededError' ? 'full' : 'broken';
