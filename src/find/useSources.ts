import { useEffect } from 'react';
import { useAppDispatch, useAppStore } from '../hooks';
import { selectAreNotesKnown, selectNotesPhase } from '../notes/notesSelectors';
import { notesRequested } from '../notes/notesSlice';
import { selectTrashPhase } from '../trash/trashSelectors';
import { trashClosed, trashRequested } from '../trash/trashSlice';

/**
 * Loads the lists that the palette searches: the notes if needed, and the trash for as long as the palette is open,
 * unless its page has loaded it.
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
