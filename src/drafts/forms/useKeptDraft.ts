import { useCallback, useEffect, useRef } from 'react';
import { useAppStore } from '../../hooks';
import { selectUser } from '../../auth/authSlice';
import { draftKept, selectKeptDraft, type KeptDraft } from '../../ui/uiSlice';

/**
 * Says that the words of a form are kept when it is left, however that is done. The function that it answers is told
 * what would be said: null while nothing differs, and once the words are submitted.
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
