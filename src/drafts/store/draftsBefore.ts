import type { FormDraft } from '../../services/device';
import type { DraftRecord } from './draftStore';

/** The tab of drafts that the version before kept in localStorage, one a form. */
const TAB = 'before';
const prefixOf = (userId: string) => `drafts:${userId}:`;
const keysOf = (userId: string) => Object.keys(localStorage).filter(key => key.startsWith(prefixOf(userId)));

/** The drafts of a user that the version before kept in localStorage (`drafts:{userId}:{form}`); broken ones are none. */
export function readDraftsBefore(userId: string): DraftRecord[] {
  try {
    return keysOf(userId).flatMap(key => {
      const draft = parse(localStorage.getItem(key) ?? '');
      const form = key.slice(prefixOf(userId).length);
      return draft ? [{ ...draft, userId, form, tab: TAB, savedAt: new Date(0).toISOString() }] : [];
    });
  } catch {
    return []; // a browser that refuses its storage
  }
}

/** Removes them, once they are kept elsewhere. */
export function removeDraftsBefore(userId: string) {
  try {
    for (const key of keysOf(userId)) localStorage.removeItem(key);
  } catch {
    // They are read again next time.
  }
}

function parse(text: string): FormDraft | null {
  try {
    const { base, values } = JSON.parse(text) as FormDraft;
    return base && values ? { base, values } : null;
  } catch {
    return null;
  }
}
