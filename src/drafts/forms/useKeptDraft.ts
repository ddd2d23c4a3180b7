import { useCallback, useEffect, useRef } from 'react';
import { useAppStore } from '../../hooks';
import { selectUser } from '../../auth/authSlice';
import { draftKept, selectKeptDraft, type KeptDraft } from '../../ui/uiSlice';

/**
 * Shows a message when a form with unsaved text is left in any way. The returned function sets that message; null when
 * nothing differs, or after a submit.
 */
export function useKeptDraft(form: string) {
  const store = useAppStore();
  const kept = useRef<KeptDraft | null>(null);
  useEffect(() => {
    if (selectKeptDraft(store.getState())) store.dispatch(draftKept(null));
    return () => {
      if (kept.current && selectUser(store.getState())) store.dispatch(draftKept(kept.current));
    };
  }, [store]);
  return useCallback(
    (now: Omit<KeptDraft, 'form'> | null) => {
      kept.current = now && { form, ...now };
    },
    [form],
  );
}
