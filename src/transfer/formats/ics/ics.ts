import {
  calendarAround,
  dayProperty,
  escaped,
  eventOn,
  icsInstant,
  icsText,
  ruleProperty,
} from '../../../../shared/ics';
import { goingOn } from '../../../../shared/repeats/nextDay';
import { repeatOfStored } from '../../../../shared/repeats/repeat';
import { timingOfStored, type Timing } from '../../../../shared/timing';
import type { Day } from '../../../lib/days/days';
import type { Json } from '../../../services/database';
import { repeatInWords } from '../../../repeats/makeRepeat';
import type { Content } from '../content';
import { withWords } from '../csvItems';
import { tasksByDay } from '../daywall/daywallCsv';
import { cellOfRepeat } from '../repeats';

/** The app's own property for a rule that counts from the tick. */
export const AFTER = 'X-DAYWALL-AFTER';

type Dated = ReturnType<typeof tasksByDay>[number] & { taskDueDay: Day } & Partial<Timing>;

/**
 * The events of a task with a date. A repeat follows its rule from the open occurrence; a moved occurrence is a second
 * event with the same UID. A repeat that counts from the tick is exported as its open occurrence only.
 */
function eventsOf(task: Dated, stored: Json | undefined, stamp: string): string[] {
  const repeat = repeatOfStored(stored);
  const { key: uid, taskDueDay: due, taskDescription, time } = task;
  const write = (day: Day, more: readonly string[] = [], told = task) =>
    eventOn(day, told, { uid, more: [`DTSTAMP:${stamp}`, ...more] });
  if (!repeat || task.doneAt !== '') return write(due);
  if (repeat.after) {
    const words = withWords(taskDescription, 'Repeats', repeatInWords(repeat));
    const rule = `${AFTER}:${escaped(cellOfRepeat(repeat, due))}`;
    return write(due, [rule], { ...task, taskDescription: words });
  }
  const series = write(repeat.at, [ruleProperty(goingOn(repeat), time)]);
  if (repeat.at === due) return series;
  return [...series, ...write(due, [dayProperty('RECURRENCE-ID', repeat.at, time)])];
}

/** The tasks with a date as a calendar. Each task keeps its UID, so that importing the file again updates its event. */
export function tasksIcs(content: Content, now: number): string {
  const stamp = icsInstant(now);
  const events = tasksByDay(content).flatMap(task => {
    const { key, taskDueDay } = task;
    if (taskDueDay === null) return [];
    const timed = { ...task, ...timingOfStored(content.times[key]), taskDueDay };
    return eventsOf(timed, content.repeats[key], stamp);
  });
  const { before, after } = calendarAround();
  return icsText([...before, ...events, ...after]);
}
