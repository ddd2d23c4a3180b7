import { createAction, nanoid } from '@reduxjs/toolkit';
import type { TaskFields } from '../task';

/** A change of several tasks at once: another day or list, a tick or its removal, or deletion. */
export type ManyChange =
  | { type: 'move'; to: Partial<Pick<TaskFields, 'taskDueDay' | 'taskList'>> }
  | { type: 'tick'; isDone: boolean }
  | { type: 'delete' };

/** The user changes one or more tasks in one step, to be undone as one (selection/manySagas.ts). */
export const manyRequested = createAction(
  'tasks/manyRequested',
  (taskIds: readonly number[], change: ManyChange) => ({ payload: { taskIds, change, changeId: nanoid() } }),
);
