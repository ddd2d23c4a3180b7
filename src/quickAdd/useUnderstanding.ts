import { useMemo, useState } from 'react';
import { useAppSelector } from '../hooks';
import { withTag } from '../../shared/tags';
import { calendarAt, tagOf, withoutFilter } from '../routes';
import { dayPlus, type Day } from '../lib/days/days';
import { repeatOfChoice } from '../repeats/makeRepeat';
import { selectFirstDayOfWeek, selectNextWeekDay } from '../settings/weekSelectors';
import { selectSpelling } from '../tags/tagSelectors';
import { selectToday } from '../ui/uiSlice';
import { linesOf, LONGEST_TITLE_CHARACTERS, MOST_TASKS } from './reading/lines';
import type { NewTask } from './quickAddActions';
import type { Calendar } from './reading/phrases';
import { readTitle, type Decided, type Reading } from './reading/readTitle';

type Defaults = Omit<NewTask, 'title'> & { /** A tag that each title gets. */ tag?: string };

/** The default values of tasks added on a page. */
export const defaultsOf = (page: string | null, today: Day): Defaults => ({
  day:
    page === 'no-date'
      ? null
      : withoutFilter(page ?? '') === 'upcoming'
        ? dayPlus(today, 1)
        : (calendarAt(page ?? '')?.day ?? today),
  list: page === 'work' ? 'work' : 'personal',
});

/** The context in which a line is understood; `now` is `HH:MM`. */
type Clock = Pick<Calendar, 'today' | 'firstDayOfWeek'> & { now: string };

/** The day of a time without one: that of the page, else today; tomorrow where the time is past. */
function dayOfTime(time: string, day: Day | null, { today, now }: Clock): Day {
  const near = day ?? today;
  return near === today && time <= now ? dayPlus(today, 1) : near;
}

/**
 * The task that a line means. A repeating one is due on the first day of its rule on or after the named day, or that of
 * its time.
 */
export function taskOf(
  { title, understood }: Reading,
  { tag, ...defaults }: Defaults,
  clock: Clock,
): NewTask {
  const task: NewTask = { title: tag ? withTag(title, tag) : title, ...defaults };
  const time = understood.find(phrase => phrase.kind === 'time')?.time;
  if (time !== undefined) {
    task.day = dayOfTime(time, task.day, clock);
    task.timing = { time };
  }
  for (const phrase of understood) {
    if (phrase.kind === 'day') task.day = phrase.day;
    else if (phrase.kind === 'list') task.list = phrase.list;
  }
  const repeatPhrase = understood.find(phrase => phrase.kind === 'repeat');
  const repeat =
    repeatPhrase &&
    repeatOfChoice(repeatPhrase.choice, repeatPhrase.start ?? task.day ?? clock.today, clock.firstDayOfWeek);
  return repeat ? { ...task, day: repeat.at, repeat } : task;
}

const number = new Intl.NumberFormat('en');

/** Why the lines cannot be added; null when they can. */
function problemOf(lines: readonly string[]): string | null {
  if (lines.length > MOST_TASKS)
    return `${MOST_TASKS} tasks at most at once: this list has ${number.format(lines.length)} lines`;
  if (!lines.some(line => line.length > LONGEST_TITLE_CHARACTERS)) return null;
  const title = lines.length > 1 ? 'Each title' : 'A title';
  return `${title} can have ${number.format(LONGEST_TITLE_CHARACTERS)} characters at most`;
}

/** The phrase of a repeat that ends before its first day; null when each one comes. */
function neverComing(readings: readonly Reading[], tasks: readonly NewTask[]): string | null {
  for (const [at, { understood }] of readings.entries())
    for (const { kind, phrase } of understood)
      if (kind === 'repeat' && !tasks[at]!.repeat) return `“${phrase}” never comes: choose a later end`;
  return null;
}

/**
 * The meaning of each line of a text, updated as it is typed. `decided`: what the user said of phrases; `day`: the one
 * for which the line was opened; `now`: when it was typed.
 */
export function useUnderstanding(
  text: string,
  decided: Decided,
  page: string | null,
  day: Day | null,
  now: string,
) {
  const today = useAppSelector(selectToday);
  const firstDayOfWeek = useAppSelector(selectFirstDayOfWeek);
  const nextWeekDay = useAppSelector(selectNextWeekDay);
  const tag = useAppSelector(state => {
    const ofPage = tagOf(page);
    return ofPage === null ? null : selectSpelling(state, ofPage);
  });
  const [language] = useState(() => navigator.language);
  // So that the first letter does not wait for it.
  return useMemo(() => {
    const defaults = { ...defaultsOf(page, today), ...(day !== null && { day }), ...(tag && { tag }) };
    const lines = linesOf(text);
    const problem = problemOf(lines);
    const readings = problem
      ? []
      : lines.map(line => readTitle(line, { today, language, firstDayOfWeek: nextWeekDay }, decided));
    const clock = { today, firstDayOfWeek, now };
    const tasks = readings.map(reading => taskOf(reading, defaults, clock));
    /** The index of the only line that has text; -1 for a quoted cell, which is not read as it stands. */
    const offset = text.indexOf(lines[0] ?? '');
    const refusal = problem ?? neverComing(readings, tasks);
    return { today, defaults, problem: refusal, readings, tasks, offset, isList: lines.length > 1 };
  }, [text, decided, page, day, tag, today, now, language, firstDayOfWeek, nextWeekDay]);
}
