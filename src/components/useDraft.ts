import { useCallback, useEffect, useRef, useState } from 'react';
import { useAppSelector } from '../app/hooks';
import { selectUser } from '../auth/authSlice';
import { draftKey, readDraft, writeDraft } from '../device/drafts';

/** At most this long after a keystroke a draft is on the device, in milliseconds. */
const PAUSE = 150;

/**
 * The draft of one form of the signed-in user: what was `restored` when the form opened, and `keep`, which is told
 * every change (null: nothing is unsubmitted any more; it goes after the same pause, in which what was submitted
 * reaches the device). Leaving the form or the page in any way writes what is pending.
 */
export function useDraft<Draft>(form: string, isDraft: (kept: unknown) => kept is Draft) {
  const userId = useAppSelector(selectUser)?.id;
  const [key] = useState(() => draftKey(userId ?? '', form));
  const [restored] = useState(() => readDraft(key, isDraft));
  const pending = useRef<{ draft: Draft | null; timer: number } | null>(null);

  const flush = useCallback(() => {
    if (!pending.current) return;
    clearTimeout(pending.current.timer);
    writeDraft(key, pending.current.draft);
    pending.current = null;
  }, [key]);

  const keep = useCallback(
    (draft: Draft | null) => {
      pending.current = { draft, timer: pending.current?.timer ?? window.setTimeout(flush, PAUSE) };
    },
    [flush],
  );

  useEffect(() => {
    window.addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', flush);
      flush();
    };
  }, [flush]);

  return { restored, keep };
}
