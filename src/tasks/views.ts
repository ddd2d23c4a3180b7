import { VIEWS, type View } from './tasksSelectors';

/** What each list view says (SPEC section 2, to the letter). */
export const viewTexts: Record<View, { heading: string; empty: string }> = {
  today: { heading: 'Today', empty: 'You have no tasks for today' },
  upcoming: { heading: 'Upcoming', empty: 'You have no upcoming tasks' },
  previous: { heading: 'Previous Tasks', empty: 'You have no previous tasks' },
  personal: { heading: 'Personal', empty: 'You have no task tagged as Personal' },
  work: { heading: 'Work', empty: 'You have no task tagged with Work' },
};

export const isView = (title: string): title is View => (VIEWS as readonly string[]).includes(title);

/** What else a path under /tasks can name. */
const OTHERS = ['sticky-wall', 'done'];

/** Where Close and Delete go: the view that the path names, whatever the browser's history holds. */
export const wayBack = (title: string | undefined) =>
  title !== undefined && (isView(title) || OTHERS.includes(title)) ? `/tasks/${title}` : '/tasks/today';
