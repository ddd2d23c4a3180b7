import type { Dispatch } from '@reduxjs/toolkit';
import { manyRequested, type ManyChange } from '../tasks/selecting/manyTasks';
import { selectSelected, type SelectionRoot } from '../tasks/selecting/selected';
import { drawnIds, keepFocus, linkOf, taskIdAt } from './rows';

export const selectSelectedIds = (state: SelectionRoot): number[] =>
  Object.keys(selectSelected(state)).map(Number);

/** The tasks to which a command applies: the selected ones, else the one whose row has the focus. */
export function concernedIds(state: SelectionRoot): number[] {
  const selected = selectSelectedIds(state);
  if (selected.length > 0) return selected;
  const taskId = taskIdAt(document.activeElement);
  return taskId === null ? [] : [taskId];
}

/**
 * Changes tasks as one step. Focuses the first rendered row of them, so that the focus passes to the next row if they
 * leave the list.
 */
export function requestMany(dispatch: Dispatch, taskIds: readonly number[], change: ManyChange) {
  const concerned = new Set(taskIds);
  const taskId = drawnIds().find(id => concerned.has(id));
  if (taskId !== undefined && taskIdAt(document.activeElement) !== taskId) linkOf(taskId)?.focus();
  dispatch(manyRequested(taskIds, change));
  if (taskId !== undefined) keepFocus(taskId);
}
