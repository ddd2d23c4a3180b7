import { createAction, nanoid } from '@reduxjs/toolkit';
import type { Day } from '../lib/days/days';
import type { Beside, TaskListName } from '../tasks/task';

/** A task as parsed from a line; `day` null means no date. */
export type NewTask = { title: string; day: Day | null; list: TaskListName } & Beside;

type NewTasks = {
  tasks: readonly NewTask[];
  /** The title in the address of the page that adds it: 'today', 'sticky-wall'. */
  page: string | null;
  /** Opens the task's form; for a single task only. */
  isOpened?: boolean;
};

/** Adds tasks at once, as one change, each with its operation's id. The draft is removed when the last one is stored. */
export const quickAddRequested = createAction('quickAdd/requested', (added: NewTasks) => ({
  payload: { ...added, operationIds: added.tasks.map(() => nanoid()) },
}));
