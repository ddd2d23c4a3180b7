import { useAddress } from '../../components/hooks/useAddress';
import { useAppDispatch, useAppStore } from '../../hooks';
import type { ManyChange } from '../../tasks/selecting/manyTasks';
import { selectAnchor } from '../../tasks/selecting/selected';
import {
  liftRequested,
  menuOpened,
  rangeSelected,
  renameStarted,
  selectionEnded,
} from '../../tasks/selecting/selectionSlice';
import { selectTask } from '../../tasks/tasksSelectors';
import { selectToday } from '../../ui/uiSlice';
import { moveRows } from '../order/moveRows';
import { concernedIds, requestMany, selectSelectedIds } from '../requestMany';
import { idsAt, idsBetween, sectionsAt, taskIdAt, titleAt } from '../rows';

/** Keyboard commands for the selected rows or the focused one; each returns false without such a row. */
export function useRowCommands() {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const address = useAddress();
  const isSelecting = () => selectSelectedIds(store.getState()).length > 0;
  const onSelected = (change: ManyChange) => {
    const taskIds = selectSelectedIds(store.getState());
    if (taskIds.length > 0) requestMany(dispatch, taskIds, change);
    return taskIds.length > 0;
  };

  return {
    toToday() {
      const state = store.getState();
      const isOpen = (taskId: number) => selectTask(state, taskId)?.doneAt === null;
      const taskIds = concernedIds(state).filter(isOpen);
      if (taskIds.length === 0) return false;
      requestMany(dispatch, taskIds, { type: 'move', to: { taskDueDay: selectToday(state) } });
      return true;
    },
    /** `isForDay`: opens the dialog that picks a day instead. */
    openMenu(isForDay = false) {
      const state = store.getState();
      const [taskId] = concernedIds(state);
      if (taskId === undefined || (isForDay && selectTask(state, taskId)?.doneAt !== null)) return false;
      dispatch(menuOpened({ taskId: isSelecting() ? null : taskId, ...(isForDay && { isForDay }) }));
      return true;
    },
    rename() {
      const taskId = taskIdAt(document.activeElement);
      if (taskId === null) return false;
      dispatch(renameStarted(taskId));
      return true;
    },
    lift() {
      const taskId = taskIdAt(document.activeElement);
      if (taskId === null || selectTask(store.getState(), taskId)?.doneAt !== null) return false;
      dispatch(liftRequested(taskId));
      return true;
    },
    /** Moves the rows within their day, as one step. */
    moveWithinDay(to: 'up' | 'down') {
      const taskIds = concernedIds(store.getState());
      if (taskIds.length > 0) moveRows(store, taskIds, to);
      return taskIds.length > 0;
    },
    /** `move` moves the focus and returns the index of the newly focused row, null at the end of the list. */
    extend(move: () => number | null) {
      const state = store.getState();
      const from = taskIdAt(document.activeElement);
      const anchor = selectAnchor(state) ?? from;
      const row = move();
      const ids = idsAt(state, address);
      const isInView = sectionsAt(state, address) !== null;
      // Skips logbook lines of repeating tasks.
      const passed = isInView ? ids[row!] : (taskIdAt(document.activeElement) ?? from);
      const to = row === null ? from : passed;
      if (to == null) return row !== null && !isInView;
      dispatch(rangeSelected({ taskIds: idsBetween(ids, anchor ?? to, to), anchor: anchor ?? to }));
      return true;
    },
    /** Selects all rows of a list. */
    selectAll() {
      const taskIds = idsAt(store.getState(), address);
      const [anchor] = taskIds;
      if (anchor === undefined || titleAt(address) === 'done') return false;
      dispatch(rangeSelected({ taskIds, anchor }));
      return true;
    },
    tickSelected: () => onSelected({ type: 'tick', isDone: true }),
    deleteSelected: () => onSelected({ type: 'delete' }),
    endSelection() {
      const was = isSelecting();
      if (was) dispatch(selectionEnded());
      return was;
    },
  };
}
