import { useAddress } from '../../components/hooks/useAddress';
import { useAppDispatch, useAppStore } from '../../hooks';
import { selectSelected } from '../../tasks/selecting/selected';
import { dragEnded, dragStarted, menuOpened, selectionEnded } from '../../tasks/selecting/selectionSlice';
import { selectTask } from '../../tasks/tasksSelectors';
import { rowPointedOut, selectToday } from '../../ui/uiSlice';
import type { Dragged } from './dragSession';
import { requestMany, selectSelectedIds } from '../requestMany';
import { linkOf } from '../rows';

const load = () => import(/* webpackChunkName: "drag" */ './drag');
let code: Awaited<ReturnType<typeof load>> | undefined;
/** Loads the drag code with its library. */
export const loadDrag = async () => (code ??= await load());
/** Cancels the current drag, if there is one. */
export const cancelDrag = () => code?.cancelDrag();

/** Drags a row, with the rest of the selection, to a link of the sidebar, a day, or another place within its day. */
export function useDragging() {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const address = useAddress();

  /** Null when the task is done or deleted. */
  function draggedAt(taskId: number): Dragged | null {
    const state = store.getState();
    const link = linkOf(taskId);
    const isOfSelection = selectSelected(state)[taskId];
    const taskOf = (id: number) => selectTask(state, id) ?? [];
    const tasks = (isOfSelection ? selectSelectedIds(state) : [taskId])
      .flatMap(taskOf)
      .filter(({ doneAt }) => doneAt === null);
    const [first] = tasks;
    if (!link?.parentElement || !first) return null;
    const today = selectToday(state);
    return {
      row: link.parentElement,
      words: code!.wordsOf(tasks),
      today,
      ...code!.dropTargets(state, tasks, address, today),
      rowTarget: (x, y) => code!.rowTarget(store.getState(), tasks, { x, y }, today),
      onStart() {
        dispatch(dragStarted());
        link.focus({ preventScroll: true }); // a long list keeps the focused row rendered
      },
      onEnd: () => void dispatch(dragEnded()),
      onDrop({ to, tag, position, gap, isForDay, isDeletion }) {
        const taskIds = tasks.map(task => task.taskId);
        if (gap) {
          code!.putBehind(
            store,
            tasks.flatMap(task => selectTask(store.getState(), task.taskId) ?? []),
            gap.behind,
          );
          dispatch(selectionEnded());
        } else if (isForDay) dispatch(menuOpened({ taskId: isOfSelection ? null : taskId, isForDay }));
        else if (isDeletion) requestMany(dispatch, taskIds, { type: 'delete' });
        else if (to) requestMany(dispatch, taskIds, { type: 'move', to });
        else if (tag !== undefined) requestMany(dispatch, taskIds, { type: 'tags', add: [tag], remove: [] });
        // The row may move far within this list.
        if (position) dispatch(rowPointedOut({ taskId }));
      },
    };
  }

  return {
    /** Starts a drag from a press on a row once the code is loaded. */
    async press(taskId: number, event: PointerEvent) {
      const up = new AbortController();
      for (const name of ['pointerup', 'pointercancel'])
        addEventListener(name, () => up.abort(), { capture: true, signal: up.signal });
      const drag = await loadDrag().catch(() => null);
      const dragged = drag && !up.signal.aborted && draggedAt(taskId);
      if (dragged) drag.press(dragged, event);
    },
    /** Drags a row by keyboard. */
    async lift(taskId: number) {
      const drag = await loadDrag().catch(() => null);
      const dragged = drag && draggedAt(taskId);
      if (dragged) drag.lift(dragged);
      else dispatch(dragEnded());
    },
  };
}
