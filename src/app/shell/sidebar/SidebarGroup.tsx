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
import { NavLink } from '../../../components/Link';
import { selectAreCountsKnown, selectCountIn, type View } from '../../../tasks/tasksSelectors';
import { Icon } from '../../../components/Icon';
import { useAppSelector } from '../../../hooks';
import { paths } from '../../../routes';
import styles from './Sidebar.module.css';

type Item = { name: string; path: string; icon: LucideIcon; view?: View };

const groups: Record<'TASKS' | 'LISTS' | 'MORE', Item[]> = {
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

type Props = { title: keyof typeof groups; onChoice: () => void };

export function SidebarGroup({ title, onChoice }: Props) {
  return (
    <div>
      <h2 className={styles.title}>{title}</h2>
      <ul>
        {groups[title].map(({ name, path, icon, view }) => (
          <li key={path}>
            <NavLink to={path} className={styles.link} onClick={onChoice}>
              <Icon of={icon} size={18} />
              {name}
              {view && <Count view={view} />}
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Hidden from screen readers, so that the link's name is exactly the view's name. */
function Count({ view }: { view: View }) {
  const count = useAppSelector(selectCountIn[view]);
  const isKnown = useAppSelector(selectAreCountsKnown);
  return (
    <span className={styles.count} aria-hidden>
      {isKnown && count > 0 && count.toLocaleString()}
    </span>
  );
}
