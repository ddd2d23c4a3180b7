import {
  BriefcaseBusiness,
  CalendarDays,
  CalendarOff,
  CircleCheckBig,
  History,
  House,
  StickyNote,
  Sun,
  Trash2,
  type LucideIcon,
} from 'lucide-react';
import type { View } from '../../../tasks/taskSections';
import { paths } from '../../../routes';

export const SIDEBAR_ID = 'sidebar';

type Item = { name: string; path: string; icon: LucideIcon; view?: View };

/** The links of the sidebar; those of views show a count. */
export const groups: Record<'TASKS' | 'LISTS' | 'MORE', Item[]> = {
  TASKS: [
    { name: 'Previous', path: paths.previous, icon: History, view: 'previous' },
    { name: 'Upcoming', path: paths.upcoming, icon: CalendarDays, view: 'upcoming' },
    { name: 'Today', path: paths.today, icon: Sun, view: 'today' },
    { name: 'Sticky Wall', path: paths.wall, icon: StickyNote },
  ],
  LISTS: [
    { name: 'Personal', path: paths.personal, icon: House, view: 'personal' },
    { name: 'Work', path: paths.work, icon: BriefcaseBusiness, view: 'work' },
  ],
  MORE: [
    { name: 'No date', path: paths.noDate, icon: CalendarOff, view: 'no-date' },
    { name: 'Done', path: paths.done, icon: CircleCheckBig },
    { name: 'Trash', path: paths.trash, icon: Trash2 },
  ],
};
