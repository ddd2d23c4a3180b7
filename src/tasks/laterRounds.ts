import { createSelector, weakMapMemoize } from '@reduxjs/toolkit';
import { dayPlus, isolated, type Day } from '../lib/days/days';
import { clockInWords } from '../lib/days/times';
import { nextDay, ruleOf } from '../../shared/repeats/nextDay';
import { tagsIn } from '../../shared/tags';
import { shownTime, type Task } from './task';
import { byTime } from './taskDays';
import type { TasksRoot } from './tasksSelectors';

/** By bucket of the list: an edit changes one, of which the repeating tasks are found again. */
const repeatingIn = weakMapMemoize((bucket: readonly Task[]) =>
  bucket.filter(({ repeat, doneAt }) => repeat && !repeat.after && doneAt === null),
);

/** The days from `first` to `last` on which a task repeats after today and after its open occurrence. */
const roundsOf = weakMapMemoize(
  ({ repeat, occurrences = {} }: Task, today: Day, first: Day, last: Day): Day[] => {
    const rule = ruleOf(repeat!);
    const days: Day[] = [];
    const from = [repeat!.at, today, dayPlus(first, -1)].sort().at(-1)!;
    for (
      let day: Day | null = from;
      rule && (day = nextDay(rule, repeat!.first, day)) !== null && day <= last;
    )
      if (!(day in occurrences)) days.push(day);
    return days;
  },
);

const selectRepeating = createSelector([({ tasks }: TasksRoot) => tasks.items], items =>
  Object.values(items).flatMap(repeatingIn).sort(byTime),
);

/** The tasks that repeat on each day from `first` to `last`, without their open occurrences. */
export const selectRounds = createSelector(
  [
    selectRepeating,
    ({ ui }: TasksRoot) => ui.today,
    (_state: TasksRoot, first: Day) => first,
    (_state: TasksRoot, _first: Day, last: Day) => last,
  ],
  (repeating, today, first, last) => {
    const byDay: Record<Day, Task[]> = {};
    for (const task of repeating)
      for (const day of roundsOf(task, today, first, last)) (byDay[day] ??= []).push(task);
    return byDay;
  },
);

const NONE: readonly Task[] = [];

/** The tasks with a tag (null: all) that repeat on a day. `first` and `last`: of the days that the page asks for. */
export function selectRoundsOn(
  state: TasksRoot,
  day: Day,
  tag: string | null,
  [first, last]: readonly [Day, Day] = [day, day],
): readonly Task[] {
  const rounds = selectRounds(state, first, last)[day] ?? NONE;
  return tag === null ? rounds : rounds.filter(({ taskName }) => tagsIn(taskName).includes(tag));
}

/** `09:05 Standup`, as text for a small place. */
export const nameWithTime = (task: Task, name: string) => {
  const time = shownTime(task);
  return time === undefined ? name : `${clockInWords(time)} ${isolated(name)}`;
};

/** The names of the tasks with a tag (null: all) that repeat on a day, with their times. */
export const selectNamesOfRounds = (state: TasksRoot, day: Day, tag: string | null) =>
  selectRoundsOn(state, day, tag).map(task => nameWithTime(task, task.taskName));
