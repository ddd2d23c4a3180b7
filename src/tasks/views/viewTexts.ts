import { dayInFull, dayPlus, type Day } from '../../lib/days/days';
import { counted } from '../../lib/text/counted';
import { VIEWS, type View } from '../taskSections';

/** The texts of each list view (docs/rules.md, Texts). */
export const viewTexts: Record<View, { heading: string; empty: string }> = {
  today: { heading: 'Today', empty: 'You have no tasks for today' },
  upcoming: { heading: 'Upcoming', empty: 'You have no upcoming tasks' },
  previous: { heading: 'Previous Tasks', empty: 'You have no previous tasks' },
  personal: { heading: 'Personal', empty: 'You have no task tagged as Personal' },
  work: { heading: 'Work', empty: 'You have no task tagged with Work' },
  'no-date': { heading: 'No date', empty: 'You have no tasks without a date' },
};

export const isView = (title: string): title is View => (VIEWS as readonly string[]).includes(title);

/** The line below the heading: the day of Today, the first one of Upcoming; for other views the number of tasks. */
export const aboutView = (view: View, today: Day, count: number) =>
  view === 'today'
    ? dayInFull(today)
    : view === 'upcoming'
      ? `From ${dayInFull(dayPlus(today, 1))}`
      : count > 0 && counted(count, 'task');

/** The text of a list without tasks; with a filter it says that none of the list has the tag. */
export const emptyText = (view: View, tag: string | null) =>
  tag === null ? viewTexts[view].empty : `No task here has the tag #${tag}`;
