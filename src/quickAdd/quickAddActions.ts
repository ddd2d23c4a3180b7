import { createAction, nanoid } from '@reduxjs/toolkit';
import type { Day } from '../lib/days/days';
import type { Repeat } from '../repeats/repeat';
import type { TaskListName } from '../tasks/task';

/** A task as the line understood it; `day` null is no date. */
export type NewTask = { title: string; day: Day | null; list: TaskListName; repeat?: Repeat };

type NewTasks = {
  tasks: readonly NewTask[];
  /** The title of the page that it is added from, as in its address: 'today', 'sticky-wall'. */
  page: string | null;
  /** Opens its form. Of a single task. */
  isOpened?: boolean;
};

/** Adds tasks at once, as one change. Each has the id of its operation; a draft goes when the last of them is kept. */
export const quickAddRequested = createAction('quickAdd/requested', (added: NewTasks) => ({
  payload: { ...added, operationIds: added.tasks.map(() => nanoid()) },
}));
