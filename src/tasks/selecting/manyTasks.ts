import { createAction, nanoid } from '@reduxjs/toolkit';
import type { Day } from '../../lib/days/days';
import type { Choice } from '../../repeats/choice';
import type { TaskFields } from '../task';

/**
 * A change of several tasks at once. `time`: null for none, with the day that goes with it; `remind` is the reminder of
 * those that had no time. `tags`: words to add, keys to remove.
 */
export type ManyChange =
  | { type: 'move'; to: Partial<Pick<TaskFields, 'taskDueDay' | 'taskList'>> }
  | { type: 'time'; time: string | null; day?: Day; remind?: number | undefined }
  | { type: 'repeat'; choice: Choice; start: Day | null; today: Day; weekStart: number }
  | { type: 'tags'; add: readonly string[]; remove: readonly string[] }
  | { type: 'tick'; isDone: boolean }
  | { type: 'delete' };

/** The user changes one or more tasks in one step, to be undone as one (selection/manySagas.ts). */
export const manyRequested = createAction(
  'tasks/manyRequested',
  (taskIds: readonly number[], change: ManyChange) => ({ payload: { taskIds, change, changeId: nanoid() } }),
);
