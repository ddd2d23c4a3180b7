import { onPageLeave } from '../components/hooks/onPageLeave';
import { attempt } from '../lib/attempt';
import type { DraftFailure, DraftService, FormDraft, OtherDraft, Tab } from '../services/device';

/** The longest time between a keystroke and the write of its draft. */
const SAVE_DELAY_MS = 150;
/** A longer text is written only when its page is hidden or its form is left: writing it takes too long for a key. */
const LONGEST_TEXT_CHARACTERS = 500_000;
const NAME = 'daywall-draft';
const NONE: readonly OtherDraft[] = [];

/** A form's draft in one tab, as it is stored. `savedAt` is an ISO instant, `tab` the id of the tab in which it was typed. */
type StoredDraft = FormDraft & { form: string; tab: string; savedAt: string };
type OwnDraft = { userId: string; form: string; draft: FormDraft | null; isUnsaved: boolean };

type Options = { tab: Tab; newId: () => string; now: () => number };

const prefixOf = (userId: string) => `${NAME}/${userId}/`;
const keyOf = (userId: string, form: string, tab: string) => `${prefixOf(userId)}${form}/${tab}`;

function read(key: string): StoredDraft | null {
  const [, , ...names] = key.split('/');
  const stored = attempt(() => JSON.parse(localStorage.getItem(key)!) as Partial<StoredDraft> | null);
  if (!stored?.base || !stored.values) return null;
  const { base, values, savedAt = '' } = stored;
  return { base, values, savedAt, tab: names.at(-1)!, form: names.slice(0, -1).join('/') };
}

/** All whole drafts of a user, newest first. */
const readAll = (userId: string): StoredDraft[] =>
  (attempt(() => Object.keys(localStorage).filter(key => key.startsWith(prefixOf(userId)))) ?? [])
    .flatMap(key => read(key) ?? [])
    .sort((a, b) => (a.savedAt < b.savedAt ? 1 : -1));

/** Browsers report a full disk by several errors. */
const failureOf = (error: unknown): DraftFailure =>
  error instanceof Error && error.name === 'QuotaExceededError' ? 'full' : 'broken';

const isLongText = ({ draft }: OwnDraft) =>
  Object.values(draft?.values ?? {}).reduce((sum, { length }) => sum + length, 0) > LONGEST_TEXT_CHARACTERS;

/** This tab's drafts: in memory, and written to localStorage some time after each change. `tell`: `failure` changed. */
function openOwnDrafts({ tab, now }: Options, tell: () => void) {
  const own = new Map<string, OwnDraft>();
  let failure: DraftFailure | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Writes a draft, or removes it (null). A draft that cannot be removed is merely offered again. */
  const write = (userId: string, form: string, draft: FormDraft | null, of = tab.id()) => {
    const key = keyOf(userId, form, of);
    if (!draft) return void attempt(() => localStorage.removeItem(key));
    const before = failure;
    try {
      const { base, values } = draft;
      localStorage.setItem(key, JSON.stringify({ base, values, savedAt: new Date(now()).toISOString() }));
      failure = null;
    } catch (error) {
      failure = failureOf(error);
    }
    if (failure !== before) tell();
  };
  const save = (entry: OwnDraft) => {
    entry.isUnsaved = false;
    write(entry.userId, entry.form, entry.draft);
  };
  const saveAll = (isLong = true) => {
    clearTimeout(timer);
    timer = undefined;
    for (const entry of own.values()) if (entry.isUnsaved && (isLong || !isLongText(entry))) save(entry);
  };
  onPageLeave(() => saveAll());
  void tab.hasMoved.then(() => [...own.values()].filter(({ draft }) => draft).forEach(save));

  return {
    write,
    save,
    saveSoon(entry: OwnDraft) {
      entry.isUnsaved = true;
      timer ??= setTimeout(() => saveAll(false), SAVE_DELAY_MS);
    },
    of(userId: string, form: string): OwnDraft {
      const name = JSON.stringify([userId, form]);
      const entry = own.get(name) ?? {
        ...{ userId, form, isUnsaved: false },
        draft: read(keyOf(userId, form, tab.id())),
      };
      own.set(name, entry);
      return entry;
    },
    typed: (userId: string) => [...own.values()].filter(entry => entry.userId === userId && entry.draft),
    failure: () => failure,
    clear: () => own.clear(),
  };
}

/** The drafts of this browser, in localStorage, and in memory what that does not take. */
export function openDrafts(options: Options): DraftService {
  const { tab, newId } = options;
  const others = new Map<string, readonly OtherDraft[]>();
  const listeners = new Set<() => void>();
  let openTabs: ReadonlySet<string> | null = null;
  let areTabsKnown = false;
  const tell = () => {
    others.clear();
    listeners.forEach(listener => listener());
  };
  const own = openOwnDrafts(options, tell);
  const refresh = async () => {
    openTabs = await tab.open().catch(() => null);
    areTabsKnown = true;
    tell();
  };
  void refresh();
  addEventListener('storage', ({ key }) => key?.startsWith(`${NAME}/`) && void refresh());

  return {
    refresh: () => void refresh(),
    isReady: userId => areTabsKnown || readAll(userId).every(draft => draft.tab === tab.id()),
    own: (userId, form) => own.of(userId, form).draft,
    others(userId, form) {
      const name = JSON.stringify([userId, form]);
      const found = () =>
        readAll(userId)
          .filter(draft => draft.form === form && draft.tab !== tab.id())
          .map(draft => ({ ...draft, isTabOpen: openTabs?.has(draft.tab) ?? true }));
      const list = others.get(name) ?? found();
      others.set(name, list.length > 0 ? list : NONE);
      return others.get(name)!;
    },
    write(userId, form, draft) {
      const entry = own.of(userId, form);
      if (draft === null && entry.draft === null) return;
      const isNews = (draft === null) !== (entry.draft === null);
      entry.draft = draft;
      if (draft === null) own.save(entry);
      else own.saveSoon(entry);
      if (isNews) tell();
    },
    leave(userId, form) {
      const entry = own.of(userId, form);
      if (entry.isUnsaved) own.save(entry);
    },
    take(userId, form, other) {
      const entry = own.of(userId, form);
      if (entry.draft) own.write(userId, form, entry.draft, newId());
      entry.draft = { base: other.base, values: other.values };
      own.save(entry);
      if (other.tab) own.write(userId, form, null, other.tab);
      tell();
    },
    discard(userId, form, other) {
      own.write(userId, form, null, other.tab);
      tell();
    },
    failure: own.failure,
    forms: userId => [...new Set([...own.typed(userId), ...readAll(userId)].map(({ form }) => form))].sort(),
    follow(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    clear(userId) {
      own.clear();
      for (const { form, tab: of } of readAll(userId)) own.write(userId, form, null, of);
      tell();
    },
  };
}
