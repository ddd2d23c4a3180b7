import type { DraftFailure, DraftService, FormDraft } from '../services/device';
import { readDraftsBefore, removeDraftsBefore } from './draftsBefore';
import { openDraftStore, type DraftRecord, type DraftStore } from './draftStore';
import { createOtherDrafts } from './otherDrafts';
import { claimTab, type Tab } from './tabId';

/** So long a form waits for its draft, in milliseconds. What arrives later is offered. */
const PATIENCE = 1000;

/** This tab's draft of one form, and what was submitted from it while that is not on the disk. */
type Own = {
  userId: string;
  form: string;
  draft: FormDraft | null;
  submitted: (FormDraft & { operationId: string }) | null;
};

type Services = {
  store: DraftStore;
  claim: () => Promise<Tab>;
  /** Tells the other tabs that a user's drafts changed, and hears it from them. */
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>;
  newId: () => string;
  now: () => number;
};

/** The drafts of this browser, in a database of their own. `newId` makes ids that no other tab has. */
export function openDrafts({ newId, now }: Pick<Services, 'newId' | 'now'>): DraftService {
  const channel = new BroadcastChannel('daywall-drafts');
  const claim = () => claimTab({ locks: navigator.locks as LockManager | undefined, channel, newId });
  return createDrafts({ store: openDraftStore(), claim, channel, newId, now });
}

export function createDrafts({ store, claim, channel, newId, now }: Services): DraftService {
  /** This tab's id, once it is known. */
  let id: string | null = null;
  let tab: Promise<Tab> | undefined;
  let failure: DraftFailure | null = null;
  const opened = new Map<string, Promise<void>>();
  const ready = new Set<string>();
  const own = new Map<string, Own>();
  const others = createOtherDrafts();
  const listeners = new Set<() => void>();

  const tell = () => listeners.forEach(listener => listener());
  const setFailure = (next: DraftFailure | null) => {
    if (failure === next) return;
    failure = next;
    tell();
  };
  const recordOf = ({ userId, form }: Own, { base, values }: FormDraft, tabId = id!): DraftRecord => {
    const savedAt = new Date(now()).toISOString();
    return { userId, form, tab: tabId, base, values, savedAt };
  };
  const change = async (userId: string, ...[put, remove]: Parameters<DraftStore['change']>) => {
    try {
      await store.change(put, remove);
      if (put.length > 0) setFailure(null);
      channel.postMessage({ userId });
    } catch (error) {
      if (put.length > 0) setFailure(failureOf(error)); // what could not be removed is offered again, no more
    }
  };
  /** Writes this tab's draft as it is now. Until a submit is on the disk, it is what was typed over the base of that. */
  const save = (
    entry: Own,
    { stash = [], taken = [] }: { stash?: DraftRecord[]; taken?: DraftRecord[] } = {},
  ) => {
    const { userId, form, draft, submitted } = entry;
    const kept = submitted ? { base: submitted.base, values: (draft ?? submitted).values } : draft;
    if (kept) void change(userId, [recordOf(entry, kept), ...stash], taken);
    else void change(userId, [], [{ userId, form, tab: id! }]);
  };
  const entryOf = (userId: string, form: string): Own => {
    const key = JSON.stringify([userId, form]);
    const entry = own.get(key) ?? { userId, form, draft: null, submitted: null };
    own.set(key, entry);
    return entry;
  };

  const identify = () =>
    claim().catch((): Tab => ({ id: newId(), open: () => Promise.resolve(new Set<string>()) }));
  const load = async (userId: string) => {
    const { id: claimed, open } = await (tab ??= identify());
    id ??= claimed;
    const before = readDraftsBefore(userId);
    if (before.length > 0) {
      await store.change(before);
      removeDraftsBefore(userId);
    }
    const [kept, openTabs] = await Promise.all([store.all(userId), open()]);
    const all = kept.filter(isWhole);
    const mine = all.filter(record => record.tab === id);
    if (!ready.has(userId)) for (const { form, ...draft } of mine) entryOf(userId, form).draft = draft;
    others.replace(
      userId,
      all.filter(record => record.tab !== id),
      openTabs,
    );
    tell();
  };
  const open = async (userId: string) => {
    const wait = new Promise<'late'>(resolve => setTimeout(() => resolve('late'), PATIENCE));
    const loaded = load(userId).catch(error => setFailure(failureOf(error)));
    const end = await Promise.race([loaded, wait]);
    // What may lie there under the claimed id must not be written over unseen.
    if (end === 'late' || id === null) id = newId();
    ready.add(userId);
  };
  const refresh = (userId: string) => load(userId).catch(() => undefined);
  channel.addEventListener('message', event => {
    const { userId } = (event as MessageEvent<{ userId?: string }>).data;
    if (userId !== undefined && ready.has(userId)) void refresh(userId);
  });

  return {
    open(userId) {
      const opening = opened.get(userId) ?? open(userId);
      opened.set(userId, opening);
      return opening;
    },
    isOpen: userId => ready.has(userId),
    refresh,
    own: (userId, form) => entryOf(userId, form).draft,
    others: others.of,
    write(userId, form, draft) {
      const entry = entryOf(userId, form);
      if (draft === null && entry.draft === null) return;
      const isNews = (draft === null) !== (entry.draft === null);
      entry.draft = draft;
      save(entry);
      if (isNews) tell();
    },
    submit(userId, form, { base, values }, operationId) {
      const entry = entryOf(userId, form);
      entry.submitted = { base: entry.submitted?.base ?? base, values, operationId };
      entry.draft = null;
      save(entry);
      tell();
    },
    confirm(operationId) {
      for (const entry of own.values()) {
        if (entry.submitted?.operationId !== operationId) continue;
        entry.submitted = null;
        save(entry);
      }
    },
    take(userId, form, other) {
      const entry = entryOf(userId, form);
      const stash = entry.draft ? [recordOf(entry, entry.draft, newId())] : [];
      entry.draft = { base: other.base, values: other.values };
      save(entry, { stash, taken: [{ ...other, userId, form }] });
      others.remove(userId, form, other);
      others.add(userId, stash);
      tell();
    },
    discard(userId, form, other) {
      void change(userId, [], [{ userId, form, tab: other.tab }]);
      others.remove(userId, form, other);
      tell();
    },
    failure: () => failure,
    forms(userId) {
      const mine = [...own.values()].filter(entry => entry.userId === userId && entry.draft !== null);
      return [...new Set([...mine.map(({ form }) => form), ...others.forms(userId)])].sort();
    },
    follow(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async clear(userId) {
      own.clear();
      others.clear(userId);
      removeDraftsBefore(userId);
      await store.clear(userId);
    },
  };
}

const isWhole = ({ base, values }: Partial<DraftRecord>) => Boolean(base && values);

/** A browser has several words for a disk that is full. */
const failureOf = (error: unknown): DraftFailure =>
  error instanceof Error && error.name === 'QuotaExceededError' ? 'full' : 'broken';
