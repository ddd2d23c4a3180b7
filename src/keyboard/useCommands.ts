import { useRef, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useAddress } from '../components/hooks/useAddress';
import { useAppDispatch, useAppStore } from '../hooks';
import { calendarAt, calendarPath, closePath, filterOf, listAt, paths } from '../routes';
import { signOutRequested } from '../auth/authSlice';
import { redoRequested, selectLastChange, undoRequested } from '../history/historySlice';
import { stepped } from '../lib/days/weeks';
import { countSubtasks } from '../lib/text/subtasks';
import { useRowCommands } from '../selection/gestures/useRowCommands';
import { noteDeleteRequested, noteLookRequested } from '../notes/noteKinds';
import { selectNote } from '../notes/notesSelectors';
import { NEW_NOTE, type OpenNote } from '../notes/openNote';
import { looksDone } from '../tasks/task';
import { taskDeleteRequested, taskTickRequested } from '../tasks/taskActions';
import { selectTask } from '../tasks/tasksSelectors';
import { subtasksToggled, quickAddOpened, selectToday } from '../ui/uiSlice';
import { focusQuickAdd } from '../quickAdd/quickAddField';
import type { Command } from './keyMap';
import {
  focusedItem,
  focusedSubtask,
  focusedRow,
  moveFocus,
  focusRowOf,
  rowOf,
  type FocusMove,
} from './moveFocus';
import { overlayOpened } from './overlaySlice';

/**
 * Restores the focus to a row when the user returns to the history entry on which the row had it. The returned
 * function remembers the row before another page is opened.
 */
function useRowOnReturn() {
  const { key } = useLocation();
  const left = useRef<{ key: string; task: string; row: number } | null>(null);
  useEffect(() => {
    if (left.current?.key !== key) return;
    const { task, row } = left.current;
    left.current = null;
    focusRowOf(task, row);
  }, [key]);
  return () => {
    const row = focusedRow();
    const task = row?.dataset.task;
    left.current = row && task !== undefined ? { key, task, row: rowOf(row) } : null;
  };
}

/** Opens the menu of the focused note, as a right click below it would. */
function openMenuOfNote() {
  const card = focusedRow();
  if (card?.dataset.note === undefined) return false;
  const { left, bottom } = card.getBoundingClientRect();
  const at = { clientX: left, clientY: bottom };
  return !card.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, ...at }));
}

type Named = Record<Exclude<Command, `/${string}` | 'open'>, () => unknown>;

/** Runs a command on the current page; returns false when it does not apply. */
export function useCommands() {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const navigate = useNavigate();
  const address = useAddress();
  const rows = useRowCommands();
  /** The index of the row that last had the focus; moving continues there after the row was removed. */
  const lastRow = useRef(0);

  const moveTo = (to: FocusMove) => {
    const row = moveFocus(to, lastRow.current);
    if (row !== null) lastRow.current = row;
    return row;
  };
  const move = (to: FocusMove) => moveTo(to) !== null;

  const rememberRow = useRowOnReturn();

  /** Clears the selection, else closes the form and returns to its list. */
  const back = () => {
    if (rows.endSelection()) return true;
    const list = listAt(address);
    const isForm = list !== null && (list.form !== undefined || address === paths.newTask);
    if (isForm) void navigate(closePath(list.title));
    return isForm;
  };

  /** In the calendar, goes to another month or week; 0: to that of today. */
  const step = (by: -1 | 0 | 1) => () => {
    const at = calendarAt(address);
    if (!at) return false;
    const day = by === 0 ? selectToday(store.getState()) : stepped(at.day, at.span, by);
    void navigate(calendarPath(at.span, day, filterOf(address)));
    return true;
  };

  const named: Named = {
    ...useChangeCommands(rows, move),
    back,
    calendarBack: step(-1),
    calendarToday: step(0),
    calendarForward: step(1),
    find: () => dispatch(overlayOpened('palette')),
    newNote() {
      rememberRow();
      void navigate(paths.wall, { state: { note: NEW_NOTE } satisfies OpenNote });
    },
    newTask: () => navigate(paths.newTask),
    next: () => move('next'),
    noteLine() {
      const line = document.querySelector<HTMLElement>('[data-note-line]');
      line?.focus();
      return line !== null;
    },
    previous: () => move('previous'),
    below: () => move('below'),
    above: () => move('above'),
    lift: rows.lift,
    menu: () => rows.openMenu() || openMenuOfNote(),
    pickDay: () => rows.openMenu(true),
    moveUp: () => rows.moveWithinDay('up'),
    moveDown: () => rows.moveWithinDay('down'),
    rename: rows.rename,
    selectBelow: () => rows.extend(() => moveTo('below')),
    selectAbove: () => rows.extend(() => moveTo('above')),
    selectAll: rows.selectAll,
    toToday: rows.toToday,
    quickAdd: () => focusQuickAdd(() => dispatch(quickAddOpened())),
    shortcuts: () => dispatch(overlayOpened('shortcuts')),
    renameTag: () => dispatch(overlayOpened('renameTag')),
    filterByTag: () => dispatch(overlayOpened('filterByTag')),
    signOut: () => dispatch(signOutRequested()),
  };

  return (command: Command): boolean => {
    if (command.startsWith('/')) void navigate(command);
    else return named[command as keyof typeof named]() !== false;
    return true;
  };
}

/** The commands that change a task or a note: the focused one, or the selected tasks. */
function useChangeCommands(
  rows: ReturnType<typeof useRowCommands>,
  move: (to: FocusMove) => boolean,
): Pick<Named, 'tick' | 'subtasks' | 'pin' | 'delete' | 'redo' | 'undo' | 'undoShown'> {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  /** Whether the last undo was triggered by a bare letter. */
  const hasUndone = useRef(false);
  const taskOf = (taskId: number | null) =>
    taskId === null ? undefined : selectTask(store.getState(), taskId);
  const noteOf = (fireId: string | null) =>
    fireId === null ? undefined : selectNote(store.getState(), fireId);
  return {
    tick() {
      const subtask = focusedSubtask();
      if (subtask) return subtask.click();
      if (rows.tickSelected()) return true;
      const line = focusedRow();
      if (line?.dataset.occurrence) return line.parentElement!.querySelector('input')!.click();
      const task = taskOf(focusedItem().taskId);
      if (task) dispatch(taskTickRequested(task, !looksDone(task)));
      return task !== undefined;
    },
    /** Keeps the focus on the row: the element that had it may be removed. */
    subtasks() {
      const row = focusedRow();
      const taskId = Number(row?.dataset.task);
      const task = row && taskOf(taskId);
      if (!task || countSubtasks(task.taskDescription).all === 0) return false;
      row.focus();
      return dispatch(subtasksToggled({ taskId }));
    },
    pin() {
      const note = noteOf(focusedItem().fireId);
      if (note) dispatch(noteLookRequested(note, { isPinned: !note.isPinned }));
      return note !== undefined;
    },
    delete() {
      if (rows.deleteSelected()) return true;
      const { taskId, fireId } = focusedItem();
      if (taskId === null && fireId === null) return false;
      // Moves the focus to a row that stays.
      if (!move('next')) move('previous');
      const [task, note] = [taskOf(taskId), noteOf(fireId)];
      if (task) dispatch(taskDeleteRequested(task));
      if (note) dispatch(noteDeleteRequested(note));
      return true;
    },
    redo: () => dispatch(redoRequested()),
    undo() {
      hasUndone.current = false;
      dispatch(undoRequested());
    },
    /**
     * Undoes the last change while its toast is shown: a bare letter must not undo an invisible change. Pressed again
     * while the toast says what was undone, it undoes the change before.
     */
    undoShown() {
      const undoable = document.querySelector<HTMLElement>('[data-undoes]')?.dataset.undoes;
      const last = selectLastChange(store.getState())?.id;
      const goesOn = hasUndone.current && document.querySelector('[data-undone]') !== null;
      if (last === undefined || (undoable !== last && !goesOn)) return false;
      hasUndone.current = true;
      return dispatch(undoRequested());
    },
  };
}
