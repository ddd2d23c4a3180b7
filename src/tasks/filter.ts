import { createContext } from 'react';
import type { Calendar } from '../lib/days/calendar';
import { allViews, type TasksRoot } from './tasksSelectors';

/** The open tasks that a page shows: all, or those with a tag. */
export type Filtered = typeof allViews & {
  tag: string | null;
  /** Their ids by day. */
  selectOpenDays: (state: TasksRoot) => Calendar;
};

export const unfiltered: Filtered = {
  ...allViews,
  tag: null,
  selectOpenDays: ({ tasks }) => tasks.days.open,
};

/** The filter of the page (tags/filter.ts). */
export const Filter = createContext(unfiltered);
