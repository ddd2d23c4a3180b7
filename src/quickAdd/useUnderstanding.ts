import { useMemo, useState } from 'react';
import { useAppSelector } from '../app/hooks';
import { dayPlus, type Day } from '../lib/days';
import { selectFirstDayOfWeek } from '../settings/weekSelectors';
import { selectToday } from '../ui/uiSlice';
import { linesOf, LONGEST_TITLE, MOST_TASKS } from './lines';
import type { NewTask } from './quickAddActions';
import { readTitle, type Reading } from './readTitle';

/** What a task gets that is added on a page without saying more. */
export const defaultsOf = (page: string | null, today: Day): Omit<NewTask, 'title'> => ({
  day: page === 'upcoming' ? dayPlus(today, 1) : today,
  list: page === 'work' ? 'work' : 'personal',
});

/** The task that a line means. */
export function taskOf({ title, understood }: Reading, defaults: Omit<NewTask, 'title'>): NewTask {
  const task = { title, ...defaults };
  for (const one of understood) {
    if (one.kind === 'day') task.day = one.day;
    else task.list = one.list;
  }
  return task;
}

const number = new Intl.NumberFormat('en');

/** Why lines can't be added; null when they can. */
function problemOf(lines: readonly string[]): string | null {
  if (lines.length > MOST_TASKS)
    return `${MOST_TASKS} tasks at most can be added at once: this list has ${number.format(lines.length)} lines`;
  if (!lines.some(line => line.length > LONGEST_TITLE)) return null;
  const title = lines.length > 1 ? 'Each title' : 'A title';
  return `${title} can have ${number.format(LONGEST_TITLE)} characters at most`;
}

/** What a text means on a page, line by line, as it is typed. `asWords` are phrases that the person made words again. */
export function useUnderstanding(text: string, asWords: readonly string[], page: string | null) {
  const today = useAppSelector(selectToday);
  const firstDayOfWeek = useAppSelector(selectFirstDayOfWeek);
  const [language] = useState(() => navigator.language);
  return useMemo(() => {
    const defaults = defaultsOf(page, today);
    const lines = linesOf(text);
    const problem = problemOf(lines);
    const readings = problem
      ? []
      : lines.map(line => readTitle(line, { today, language, firstDayOfWeek }, asWords));
    const tasks = readings.map(reading => taskOf(reading, defaults));
    return { today, defaults, problem, readings, tasks, isList: lines.length > 1 };
  }, [text, asWords, page, today, language, firstDayOfWeek]);
}
