import { weakMapMemoize } from '@reduxjs/toolkit';
import { reminderAt } from '../../shared/reminders';
import type { Task } from '../tasks/task';
import { isStillDue } from '../tasks/reminderAnswers';
import { selectTask, type TasksRoot } from '../tasks/tasksSelectors';
import type { TaskReminder } from '../services/reminders';
import type { RemindersRoot } from './remindersSlice';

/** The reminder of a task that has one, in a time zone. */
export const reminderOf = weakMapMemoize((task: Task, zone: string): TaskReminder => {
  const { taskId, taskDueDay: dueDate, time, remind } = task as Required<Task> & { taskDueDay: string };
  return { taskId, dueDate, time, remind, at: reminderAt({ dueDate, time, remind }, zone)! };
});

const isOpen = (state: TasksRoot, reminder: TaskReminder) => {
  const task = selectTask(state, reminder.taskId);
  return task !== undefined && isStillDue(task, reminder);
};

/** The missed reminders whose tasks are still open and were not moved. They are few, and found at each call. */
export const selectMissed = (state: RemindersRoot & TasksRoot): TaskReminder[] =>
  state.reminders.came.filter(reminder => reminder.isMissed && isOpen(state, reminder));

/** A task's reminder that came and was not answered. */
export const selectCame = (state: RemindersRoot & TasksRoot, taskId: number): TaskReminder | undefined =>
  state.reminders.came.find(reminder => reminder.taskId === taskId && isOpen(state, reminder));
