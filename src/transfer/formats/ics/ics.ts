import { calendarAround, dayProperty, escaped, eventOn, icsInstant, icsText } from '../../../../shared/ics';
import { goingOn } from '../../../../shared/repeats/nextDay';
import { repeatOfStored } from '../../../../shared/repeats/repeat';
import type { Json } from '../../../services/database';
import { repeatInWords } from '../../../repeats/makeRepeat';
import type { Content } from '../content';
import { withWords } from '../csvItems';
import { tasksByDay } from '../daywall/daywallCsv';
import { cellOfRepeat } from '../repeats';

/** The app's own property for a rule that counts from the tick. */
export const AFTER = 'X-DAYWALL-AFTER';

type Dated = ReturnType<typeof tasksByDay>[number] & { taskDueDay: string };

/**
 * The events of a task with a date. A repeat follows its rule from the open occurrence; a moved occurrence is a second
 * event with the same UID. A repeat that counts from the tick is exported as its open occurrence only.
 */
function eventsOf(task: Dated, stored: Json | undefined, stamp: string): string[] {
  const repeat = repeatOfStored(stored);
  const { key: uid, taskDueDay: due, taskDescription } = task;
  if (!repeat || task.doneAt !== '') return eventOn(due, task, { uid, stamp });
  if (repeat.after) {
    const words = withWords(taskDescription, 'Repeats', repeatInWords(repeat));
    const rule = `${AFTER}:${escaped(cellOfRepeat(repeat, due))}`;
    return eventOn(due, { ...task, taskDescription: words }, { uid, stamp, more: [rule] });
  }
  const series = eventOn(repeat.at, task, { uid, stamp, more: [`RRULE:${goingOn(repeat)}`] });
  if (repeat.at === due) return series;
  return [...series, ...eventOn(due, task, { uid, stamp, more: [dayProperty('RECURRENCE-ID', repeat.at)] })];
}

/** The tasks with a date as a calendar. Each task keeps its UID, so that importing the file again updates its event. */
export function tasksIcs(content: Content, now: number): string {
  const stamp = icsInstant(now);
  const events = tasksByDay(content).flatMap(task =>
    task.taskDueDay === null
      ? []
      : eventsOf({ ...task, taskDueDay: task.taskDueDay }, content.repeats[task.key], stamp),
  );
  const { before, after } = calendarAround();
  return icsText([...before, ...events, ...after]);
}
