/**
 * Text that was typed and not submitted, kept on this device under its user's id: `drafts:{userId}:{form}`. A device
 * that keeps nothing (private mode, full) costs the draft, never the typing.
 */
export const draftKey = (userId: string, form: string) => `drafts:${userId}:${form}`;

/** What was kept, if it is of the shape that its form can take up again. */
export function readDraft<Draft>(key: string, isDraft: (kept: unknown) => kept is Draft): Draft | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return isDraft(kept) ? kept : null;
  } catch {
    return null;
  }
}

/** Keeps a draft, or forgets it (null). */
export function writeDraft(key: string, draft: unknown) {
  try {
    if (draft === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // Nothing can be kept here; the words stay in their field.
  }
}
