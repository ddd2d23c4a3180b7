import { useEffect } from 'react';
import { useAppDispatch, useAppStore } from '../app/hooks';
import { selectTrashPhase } from '../trash/trashSelectors';
import { trashClosed, trashRequested } from '../trash/trashSlice';

/** Has the trash read for as long as something is looked for, unless its own page already does. */
export function useTrash() {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  useEffect(() => {
    if (selectTrashPhase(store.getState()) !== 'idle') return;
    dispatch(trashRequested());
    return () => void dispatch(trashClosed());
  }, [dispatch, store]);
}
