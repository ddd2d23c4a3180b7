import { VIEWS, type View } from './tasksSelectors';

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
