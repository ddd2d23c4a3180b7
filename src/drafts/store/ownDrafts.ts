import type { Handover } from './handover';
import type { DraftFailure, FormDraft } from '../../services/device';
import type { DraftKey, DraftRecord, DraftStore } from './draftStore';
import { changesOf, idOf, restOf, type UnsavedDraft } from './unsavedDraft';

/** The longest time between a keystroke and the write of its draft. */
const SAVE_DELAY_MS = 150;

/** This tab's draft of one form, and its submitted draft until the submit's operation is on the disk. */
export type OwnDraft = {
  userId: string;
  form: string;
  draft: FormDraft | null;
  submitted: (FormDraft & { operationId: string }) | null;
  /** The draft that is not written to the disk yet. */
  unsaved: UnsavedDraft | null;
  timer: ReturnType<typeof setTimeout> | undefined;
};

type Parts = {
  store: DraftStore;
  handover: Handover<UnsavedDraft>;
  channel: Pick<BroadcastChannel, 'postMessage'>;
  now: () => number;
  /** The id of this tab, which is known before the first write. */
  tabId: () => string;
  setFailure: (failure: DraftFailure | null) => void;
};

/**
 * This tab's drafts: kept in memory, written after a short delay, and until then handed over to the next page if this
 * one ends.
 */
export function createOwnDrafts({ store, handover, channel, now, tabId, setFailure }: Parts) {
  const own = new Map<string, OwnDraft>();

  const unsavedOf = (entry: OwnDraft, draft: FormDraft | null, tab = tabId()): UnsavedDraft => ({
    ...{ userId: entry.userId, form: entry.form, tab, draft },
    savedAt: new Date(now()).toISOString(),
  });
  /** Writes, and notifies the other tabs; returns false when the write failed. */
  const change = async (userId: string, ...[put, remove]: Parameters<DraftStore['change']>) => {
    try {
      await store.change(put, remove);
      if (put.length > 0) setFailure(null);
      channel.postMessage({ userId });
      return true;
    } catch (error) {
      if (put.length > 0) setFailure(failureOf(error)); // a draft that cannot be removed is merely offered again
      return false;
    }
  };
  /** Registers the form's current draft for handover, until it is on the disk. */
  const hold = (entry: OwnDraft, areOperationsKept = false): UnsavedDraft => {
    entry.unsaved = unsavedOf(entry, keptOf(entry, areOperationsKept));
    handover.hold(entry.unsaved);
    return entry.unsaved;
  };
  /** Writes the current draft; `stash` is put and `taken` removed in the same transaction. */
  const save = async (
    entry: OwnDraft,
    { stash = [], taken = [] }: { stash?: DraftRecord[]; taken?: DraftKey[] } = {},
  ) => {
    stopTimer(entry);
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
    saveSoon(entry: OwnDraft, delay = SAVE_DELAY_MS) {
      hold(entry);
      if (delay < SAVE_DELAY_MS) stopTimer(entry);
      entry.timer ??= setTimeout(() => void save(entry), delay);
    },
    of(userId: string, form: string): OwnDraft {
      const key = JSON.stringify([userId, form]);
      const none = { draft: null, submitted: null, unsaved: null, timer: undefined };
      const entry = own.get(key) ?? { userId, form, ...none };
      own.set(key, entry);
      return entry;
    },
    /** The text of a form, as a draft of another tab. */
    stashOf: (entry: OwnDraft, tab: string) =>
      entry.draft ? changesOf([unsavedOf(entry, restOf(entry.draft), tab)])[0] : [],
    confirm(operationId: string) {
      for (const entry of own.values()) {
        if (entry.submitted?.operationId !== operationId) continue;
        entry.submitted = null;
        void save(entry);
      }
    },
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

function stopTimer(entry: OwnDraft) {
  clearTimeout(entry.timer);
  entry.timer = undefined;
}

/** The draft to store. Until a submit's operation is on the disk, it is the typed text over the base of the submit. */
function keptOf({ draft, submitted }: OwnDraft, areOperationsKept: boolean): FormDraft | null {
  if (areOperationsKept || !submitted) return draft && restOf(draft);
  return { base: submitted.base, values: (draft ?? submitted).values };
}

/** Browsers report a full disk by several errors. */
export const failureOf = (error: unknown): DraftFailure =>
  error instanceof Error && error.name === 'QuotaExceededError' ? 'full' : 'broken';
