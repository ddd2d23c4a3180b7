import type { Dispatch } from '@reduxjs/toolkit';
import type { Task } from '../task';
import { taskRepeatRequested, taskSaveRequested } from '../taskActions';
import type { changesOf } from './taskValues';

/** Requests the form's changes of a task as one step. Returns the id of the last operation. */
export function saveTask(
  dispatch: Dispatch,
  task: Task,
  { base, fields, rule }: ReturnType<typeof changesOf>,
): string {
  const { id } = dispatch(taskSaveRequested(task, base, fields)).payload;
  return rule ? dispatch(taskRepeatRequested(task, rule, { changeId: id })).payload.id : id;
}
