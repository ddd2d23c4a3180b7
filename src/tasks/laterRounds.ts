import { createSelector, weakMapMemoize } from '@reduxjs/toolkit';
import type { Day } from '../lib/days/days';
import { nextDay, ruleOf } from '../../shared/repeats/nextDay';
import type { Task } from './task';
import { byAdding } from './taskDays';
import { nextDays } from './taskSections';
import type { TasksRoot } from './tasksSelectors';

/** By bucket of the list: an edit changes one, of which the repeating tasks are found again. */
const repeatingIn = weakMapMemoize((bucket: readonly Task[]) =>
  bucket.filter(({ repeat, doneAt }) => repeat && !repeat.after && doneAt === null),
);

/** The days within the next ones on which a task repeats after its open occurrence. */
const roundsOf = weakMapMemoize(({ repeat, occurrences = {} }: Task, today: Day): Day[] => {
  const rule = ruleOf(repeat!);
  const last = nextDays(today).at(-1)!;
  const from = repeat!.at > today ? repeat!.at : today;
  const days: Day[] = [];
  for (let day: Day | null = from; rule && (day = nextDay(rule, repeat!.first, day)) !== null && day <= last;)
    if (!(day in occurrences)) days.push(day);
  return days;
});

/** The names of the tasks that repeat on each of the next days, without their open occurrences. */
export const selectLaterRounds = createSelector(
  [({ tasks }: TasksRoot) => tasks.items, ({ ui }: TasksRoot) => ui.today],
  (items, today) => {
    const byDay: Record<Day, string[]> = {};
    for (const task of Object.values(items).flatMap(repeatingIn).sort(byAdding))
      for (const day of roundsOf(task, today)) (byDay[day] ??= []).push(task.taskName);
    return byDay;
  },
);
