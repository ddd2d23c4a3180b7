import { useEffect } from 'react';
import { useAppDispatch, useAppStore } from '../app/hooks';
import { selectAreNotesKnown, selectNotesPhase } from '../notes/notesSelectors';
import { notesRequested } from '../notes/notesSlice';
import { selectTrashPhase } from '../trash/trashSelectors';
import { trashClosed, trashRequested } from '../trash/trashSlice';

/**
 * Has everything read that can be found: the notes, unless they are known since the wall was open, and the trash for as
 * long as something is looked for, unless its own page already does.
 */
export function useSources() {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  useEffect(() => {
    const state = store.getState();
    if (!selectAreNotesKnown(state) && selectNotesPhase(state) !== 'loading') dispatch(notesRequested());
  }, [dispatch, store]);
  useEffect(() => {
    if (selectTrashPhase(store.getState()) !== 'idle') return;
    dispatch(trashRequested());
    return () => void dispatch(trashClosed());
  }, [dispatch, store]);
}
