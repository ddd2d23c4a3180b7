import type { Dispatch } from '@reduxjs/toolkit';
import type { Task } from '../task';
import { taskRepeatRequested, taskSaveRequested, taskTimeRequested } from '../taskActions';
import type { changesOf } from './taskValues';

/** Requests the form's changes of a task as one step. Returns the id of the last operation. */
export function saveTask(
  dispatch: Dispatch,
  task: Task,
  { base, fields, rule, timing }: ReturnType<typeof changesOf>,
): string {
  const { id } = dispatch(taskSaveRequested(task, base, fields)).payload;
  let last = id;
  if (rule) last = dispatch(taskRepeatRequested(task, rule, { changeId: id })).payload.id;
  if (timing !== undefined) last = dispatch(taskTimeRequested(task, timing, { changeId: id })).payload.id;
  return last;
}
