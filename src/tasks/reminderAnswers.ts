import { nanoid } from '@reduxjs/toolkit';
import { momentOf, type Reminder } from '../../shared/reminders';
import { dayOf } from '../lib/days/days';
import { clockAt } from '../lib/days/times';
import type { ReminderAnswer } from '../services/reminders';
import { fieldsOf, looksDone, type Task } from './task';
import { taskSaveRequested, taskTickRequested, taskTimeRequested } from './taskActions';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Whether a task is open, and has the day, time and reminder that a notification was made for. */
export const isStillDue = (task: Task, { dueDate, time, remind }: Omit<Reminder, 'fireId' | 'at'>) =>
  !looksDone(task) && task.taskDueDay === dueDate && task.time === time && task.remind === remind;

/**
 * The reminder comes again in an hour. The task keeps its day and time if that is before them; otherwise it gets that
 * time, and the next day past midnight.
 */
function inAnHour(task: Task, now: number) {
  const then = Math.floor(now / MINUTE_MS) * MINUTE_MS + HOUR_MS;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const left = momentOf(task.taskDueDay!, task.time!, zone) - then;
  if (left > 0) return [taskTimeRequested(task, { time: task.time!, remind: Math.round(left / MINUTE_MS) })];
  const [changeId, day] = [nanoid(), dayOf(then)];
  const fields = fieldsOf(task);
  return [
    ...(day === task.taskDueDay
      ? []
      : [taskSaveRequested(task, fields, { ...fields, taskDueDay: day }, { changeId })]),
    taskTimeRequested(task, { time: clockAt(then), remind: 0 }, { changeId }),
  ];
}

/** The requests by which a reminder is answered, as one step; none when it was answered, or its task moved, before. */
export function answersTo(
  task: Task,
  reminder: Omit<Reminder, 'fireId' | 'at'>,
  how: ReminderAnswer,
  now = Date.now(),
) {
  if (!isStillDue(task, reminder)) return [];
  return how === 'done' ? [taskTickRequested(task, true)] : inAnHour(task, now);
}
