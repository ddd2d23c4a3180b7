import type { Handover } from './handover';
import { within, type DeviceDatabase } from '../../lib/deviceDatabase';
import type { DraftFailure, DraftService } from '../../services/device';
import { openDraftStore, type DraftStore } from './draftStore';
import { createOtherDrafts } from './otherDrafts';
import { createOwnDrafts, failureOf } from './ownDrafts';
import {
  changesOf,
  idOf,
  isWhole,
  openDraftHandover,
  restOf,
  type Page,
  type UnsavedDraft,
} from './unsavedDraft';
import { claimTab, type Tab } from '../../device/tabId';

/** How long a form waits for its draft, in milliseconds in which the page runs. A later draft is offered instead. */
const READ_TIMEOUT_MS = 1000;

type Services = {
  store: DraftStore;
  handover: Handover<UnsavedDraft>;
  claim: () => Promise<Tab>;
  /** Notifies the other tabs that a user's drafts changed, and listens to them. */
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>;
  newId: () => string;
  now: () => number;
};

/** The drafts of this browser, in the device's database. `newId` generates ids that no other tab has. */
export function openDrafts({
  newId,
  now,
  page,
  device,
}: Pick<Services, 'newId' | 'now'> & { page: Page; device: DeviceDatabase }): DraftService {
  const handover = openDraftHandover(page);
  const channel = new BroadcastChannel('daywall-drafts');
  const claim = () => claimTab({ locks: navigator.locks as LockManager | undefined, channel, newId });
  return createDrafts({ store: openDraftStore(device), handover, claim, channel, newId, now });
}

export function createDrafts(services: Services): DraftService {
  const { store, handover, channel, newId } = services;
  let failure: DraftFailure | null = null;
  const listeners = new Set<() => void>();
  const tell = () => listeners.forEach(listener => listener());
  const setFailure = (next: DraftFailure | null) => {
    if (failure === next) return;
    failure = next;
    tell();
  };
  const others = createOtherDrafts();
  const own = createOwnDrafts({ ...services, tabId: () => users.tabId()!, setFailure });
  const users = createUsers(services, { own, others, tell, setFailure });
  channel.addEventListener('message', event => {
    const { userId } = (event as MessageEvent<{ userId?: string }>).data;
    if (userId !== undefined && users.isOpen(userId)) void users.refresh(userId);
  });

  return {
    open: users.open,
    isOpen: users.isOpen,
    refresh: users.refresh,
    own(userId, form) {
      const { draft } = own.of(userId, form);
      return draft && restOf(draft);
    },
    others: others.of,
    write(userId, form, draft) {
      const entry = own.of(userId, form);
      if (draft === null && entry.draft === null) return;
      const isNews = (draft === null) !== (entry.draft === null);
      entry.draft = draft;
      own.saveSoon(entry);
      if (isNews) tell();
    },
    leave(userId, form) {
      const entry = own.of(userId, form);
      if (entry.timer !== undefined) void own.save(entry);
    },
    submit(userId, form, { base, values }, operationId) {
      const entry = own.of(userId, form);
      entry.submitted = { base: entry.submitted?.base ?? base, values, operationId };
      entry.draft = null;
      own.saveSoon(entry, 0); // both in later tasks: this one stores and renders the operation
      setTimeout(tell);
    },
    confirm: own.confirm,
    take(userId, form, other) {
      const entry = own.of(userId, form);
      const stash = own.stashOf(entry, newId());
      entry.draft = { base: other.base, values: other.values };
      void own.save(entry, { stash, taken: [{ ...other, userId, form }] }).then(() => users.refresh(userId));
      others.remove(userId, form, other);
      others.add(userId, stash);
      tell();
    },
    discard(userId, form, other) {
      void own.change(userId, [], [{ userId, form, tab: other.tab }]).then(() => users.refresh(userId));
      others.remove(userId, form, other);
      tell();
    },
    failure: () => failure,
    forms: userId => [...new Set([...own.forms(userId), ...others.forms(userId)])].sort(),
    follow(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    handOver: own.handOver,
    async clear(userId) {
      own.clear();
      handover.clear(userId);
      others.clear(userId);
      await store.clear(userId);
    },
  };
}

type Drafts = {
  own: ReturnType<typeof createOwnDrafts>;
  others: ReturnType<typeof createOtherDrafts>;
  tell: () => void;
  setFailure: (failure: DraftFailure) => void;
};

/** The users whose drafts this tab has read, each with the id under which the tab writes. */
function createUsers({ store, handover, claim, newId }: Services, { own, others, tell, setFailure }: Drafts) {
  /** This tab's id, once known. */
  let id: string | null = null;
  let tab: Promise<Tab> | undefined;
  const opened = new Map<string, Promise<void>>();
  const ready = new Set<string>();
  /** Reads may overtake each other: by user the last one whose answer is shown. */
  const shown = new Map<string, number>();
  let reads = 0;

  const identify = () =>
    claim().catch((): Tab => ({ id: newId(), open: () => Promise.resolve(new Set<string>()) }));
  const load = async (userId: string) => {
    const { id: claimed, open } = await (tab ??= identify());
    id ??= claimed;
    const taken = handover.take(userId);
    if (taken.length > 0) {
      await store.change(...changesOf(taken));
      handover.release(taken.map(idOf));
    }
    const read = ++reads;
    const [kept, openTabs] = await Promise.all([store.all(userId), open()]);
    const all = kept.filter(isWhole);
    const mine = all.filter(record => record.tab === id);
    if (!ready.has(userId)) for (const { form, ...draft } of mine) own.of(userId, form).draft = draft;
    if (read < (shown.get(userId) ?? 0)) return;
    shown.set(userId, read);
    const theirs = all.filter(record => record.tab !== id);
    others.replace(userId, theirs, openTabs);
    tell();
  };
  const openUser = async (userId: string) => {
    const loaded = load(userId).catch(error => setFailure(failureOf(error)));
    const isLate = await within(loaded, READ_TIMEOUT_MS).then(
      () => false,
      () => true,
    );
    // On a time-out the claimed id may have unread drafts: write under a new id, so that none is overwritten.
    if (isLate || id === null) id = newId();
    ready.add(userId);
  };
  /** Reads again, also after this tab's own changes: a read may have begun before them. */
  const refresh = (userId: string) => load(userId).catch(() => undefined);

  return {
    tabId: () => id,
    isOpen: (userId: string) => ready.has(userId),
    open(userId: string) {
      const opening = opened.get(userId) ?? openUser(userId);
      opened.set(userId, opening);
      return opening;
    },
    refresh,
  };
}
