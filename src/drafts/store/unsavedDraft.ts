import { openHandover, type SyncStorage } from './handover';
import type { FormDraft } from '../../services/device';
import type { DraftKey, DraftRecord } from './draftStore';

/** A draft that is not on the disk yet; null if it is to be removed from there. */
export type UnsavedDraft = DraftKey & { draft: FormDraft | null; savedAt: string };

export const isWhole = ({ base, values }: Partial<FormDraft> = {}) => Boolean(base && values);

const isUnsaved = (stored: unknown): stored is UnsavedDraft => {
  const { userId, form, tab, savedAt, draft } = (stored ?? {}) as Partial<UnsavedDraft>;
  return (
    [userId, form, tab, savedAt].every(field => typeof field === 'string') &&
    (draft === null || isWhole(draft))
  );
};

export const idOf = ({ userId, form, tab }: DraftKey) => JSON.stringify([userId, form, tab]);

/** The page that handed items over, and the key under which they are stored. */
export type Page = { storageOf: () => SyncStorage; pageId: string };

/** Drafts as they are handed over from page to page. */
export const openDraftHandover = (page: Page) =>
  openHandover<UnsavedDraft>({ ...page, name: 'daywall-unsaved', idOf, isItem: isUnsaved });

/** The draft that remains once the operation of the last submit is on the disk. */
export const restOf = ({ base, values, rest }: FormDraft): FormDraft => ({ base, values: rest ?? values });

/** The records to put into the store, and those to remove. */
export function changesOf(unsaved: readonly UnsavedDraft[]): [DraftRecord[], DraftKey[]] {
  const put = unsaved.flatMap(({ draft, ...key }) =>
    draft ? [{ ...key, base: draft.base, values: draft.values }] : [],
  );
  const remove = unsaved.flatMap(({ userId, form, tab, draft }) => (draft ? [] : [{ userId, form, tab }]));
  return [put, remove];
}
