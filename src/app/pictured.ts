import { selectUser } from '../auth/authSlice';
import { selectToast } from '../history/historySlice';
import { selectOverlay } from '../keyboard/overlaySlice';
import { selectAreNotesKnown } from '../notes/notesSelectors';
import { isTitle, listAt, paths, tagOf } from '../routes';
import { selectMenu, selectSelected } from '../tasks/selecting/selected';
import { selectAreTasksKnown } from '../tasks/tasksSelectors';
import { selectIsDrawerOpen, selectIsQuickAddOpen, selectKeptDraft } from '../ui/uiSlice';
import type { RootState } from './store/rootReducer';

/** Whether the page at a path shows notes. */
export const showsNotes = (path: string) => path === paths.wall || path === paths.day || tagOf(path) !== null;

/** Whether what the list, wall or My day at a path shows is known, from the device or the server. */
export const isPageKnown = (state: RootState, path: string) =>
  (path === paths.wall || selectAreTasksKnown(state)) && (!showsNotes(path) || selectAreNotesKnown(state));

const isOpenOver = (state: RootState) =>
  [selectOverlay, selectMenu, selectToast, selectKeptDraft].some(select => select(state) !== null) ||
  selectIsQuickAddOpen(state) ||
  selectIsDrawerOpen(state) ||
  Object.keys(selectSelected(state)).length > 0;

/** The user whose page at a path can be pictured: a list, the wall, My day or a tag, with nothing open over it. */
export function picturedUser(state: RootState, path: string): string | undefined {
  const { title = '', form } = listAt(path) ?? {};
  const isPictured = form === undefined && (title === 'day' || isTitle(title) || tagOf(title) !== null);
  return isPictured && isPageKnown(state, path) && !isOpenOver(state) ? selectUser(state)?.id : undefined;
}
