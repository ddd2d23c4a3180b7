import type { OtherDraft } from '../../services/device';
import type { DraftRecord } from './draftStore';

const NONE: readonly OtherDraft[] = [];

/** The last read drafts of other tabs, by user; each list keeps its identity until something changes. */
export function createOtherDrafts() {
  const read = new Map<string, { records: DraftRecord[]; openTabs: ReadonlySet<string> }>();
  const lists = new Map<string, readonly OtherDraft[]>();

  const change = (userId: string, update: (records: DraftRecord[]) => DraftRecord[]) => {
    const { records = [], openTabs = new Set<string>() } = read.get(userId) ?? {};
    read.set(userId, { records: update(records), openTabs });
    lists.clear();
  };
  return {
    /** Newest first. */
    of(userId: string, form: string): readonly OtherDraft[] {
      const key = JSON.stringify([userId, form]);
      const known = lists.get(key);
      if (known) return known;
      const { records = [], openTabs } = read.get(userId) ?? {};
      const found = records
        .filter(record => record.form === form)
        .map(record => ({ ...record, isTabOpen: openTabs!.has(record.tab) }));
      lists.set(key, found.length > 0 ? found : NONE);
      return lists.get(key)!;
    },
    forms: (userId: string) => (read.get(userId)?.records ?? []).map(({ form }) => form),
    replace(userId: string, records: DraftRecord[], openTabs: ReadonlySet<string>) {
      read.set(userId, { records, openTabs });
      lists.clear();
    },
    add: (userId: string, added: DraftRecord[]) => change(userId, records => [...added, ...records]),
    remove: (userId: string, form: string, { tab }: OtherDraft) =>
      change(userId, records => records.filter(record => record.form !== form || record.tab !== tab)),
    clear: (userId: string) => change(userId, () => []),
  };
}
