import { useRef } from 'react';
import { matchPath, useLocation, useNavigate } from 'react-router-dom';
import { useAppDispatch, useAppStore } from '../app/hooks';
import { closePath, paths, patterns } from '../app/paths';
import { signOutRequested } from '../auth/authSlice';
import { redoRequested, selectLastChange, undoRequested } from '../history/historySlice';
import { expectField } from '../lib/typedAhead';
import { useRowCommands } from '../moves/useRowCommands';
import { noteDeleteRequested, noteLookRequested } from '../notes/noteKinds';
import { selectNote } from '../notes/notesSelectors';
import { NEW_NOTE, type OpenNote } from '../notes/openNote';
import { taskDeleteRequested, taskTickRequested } from '../tasks/taskActions';
import { selectTask } from '../tasks/tasksSelectors';
import { quickAddOpened } from '../ui/uiSlice';
import { focusQuickAdd } from '../lib/quickAddField';
import type { Command } from './keyMap';
import { focusedItem, moveFocus, type Step } from './moveFocus';
import { overlayOpened } from './overlaySlice';

/** Runs a command on the current page; false when it has nothing to act on. */
export function useCommands() {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const rows = useRowCommands();
  /** The index of the row that had the focus last: moving continues there when the row was removed. */
  const lastRow = useRef(0);

  const moveTo = (step: Step) => {
    const row = moveFocus(step, lastRow.current);
    if (row !== null) lastRow.current = row;
    return row;
  };
  const move = (step: Step) => moveTo(step) !== null;

  /** Ends the selection, else closes the form, to its list. */
  const back = () => {
    if (rows.endSelection()) return true;
    const title = matchPath(patterns.dayForm, pathname)
      ? 'day'
      : matchPath(patterns.form, pathname)?.params.title;
    const isForm = title !== undefined || matchPath(paths.newTask, pathname) !== null;
    if (isForm) void navigate(closePath(title));
    return isForm;
  };

  const tick = () => {
    if (rows.tickSelected()) return true;
    const { taskId } = focusedItem();
    const task = taskId === null ? undefined : selectTask(store.getState(), taskId);
    if (task) dispatch(taskTickRequested(task, task.doneAt === null));
    return task !== undefined;
  };

  const pin = () => {
    const { fireId } = focusedItem();
    const note = fireId === null ? undefined : selectNote(store.getState(), fireId);
    if (note) dispatch(noteLookRequested(note, { isPinned: !note.isPinned }));
    return note !== undefined;
  };

  const remove = () => {
    if (rows.deleteSelected()) return true;
    const { taskId, fireId } = focusedItem();
    if (taskId === null && fireId === null) return false;
    // The focus moves to a row that stays.
    if (!move('next')) move('previous');
    const task = taskId === null ? undefined : selectTask(store.getState(), taskId);
    const note = fireId === null ? undefined : selectNote(store.getState(), fireId);
    if (task) dispatch(taskDeleteRequested(task));
    if (note) dispatch(noteDeleteRequested(note));
    return true;
  };

  /** Undoes the last change while its toast is shown: a letter alone must not undo what nobody sees. */
  const undoShown = () => {
    const shown = document.querySelector<HTMLElement>('[data-undoes]')?.dataset.undoes;
    if (shown === undefined || shown !== selectLastChange(store.getState())?.id) return false;
    return dispatch(undoRequested());
  };

  const named: Record<Exclude<Command, `/${string}` | 'open'>, () => unknown> = {
    back,
    tick,
    pin,
    delete: remove,
    find: () => dispatch(overlayOpened('palette')),
    newNote: () => navigate(paths.wall, { state: { note: NEW_NOTE } satisfies OpenNote }),
    newTask() {
      expectField();
      void navigate(paths.newTask);
    },
    next: () => move('next'),
    previous: () => move('previous'),
    below: () => move('below'),
    above: () => move('above'),
    lift: rows.lift,
    moveMenu: rows.moveMenu,
    selectBelow: () => rows.extend(() => moveTo('below')),
    selectAbove: () => rows.extend(() => moveTo('above')),
    toToday: rows.toToday,
    quickAdd: () => focusQuickAdd(() => dispatch(quickAddOpened())),
    redo: () => dispatch(redoRequested()),
    shortcuts: () => dispatch(overlayOpened('shortcuts')),
    signOut: () => dispatch(signOutRequested()),
    undo: () => dispatch(undoRequested()),
    undoShown,
  };

  return (command: Command): boolean => {
    if (command.startsWith('/')) void navigate(command);
    else return named[command as keyof typeof named]() !== false;
    return true;
  };
}
