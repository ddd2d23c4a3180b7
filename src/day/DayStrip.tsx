import { useAppSelector } from '../hooks';
import { Link } from '../components/Link';
import { idsOn } from '../lib/days/calendar';
import { dayInFull, shortWeekdayOf, type Day } from '../lib/days/days';
import { calendarPath } from '../routes';
import { nextDays } from '../tasks/taskSections';
import type { TasksRoot } from '../tasks/tasksSelectors';
import { selectToday } from '../ui/uiSlice';
import styles from './DayStrip.module.css';

/** The next seven days in a line, each with its number of tasks, as links to its week. A row can be dropped on each. */
export function DayStrip() {
  const today = useAppSelector(selectToday);
  return (
    <ul className={styles.strip} aria-label="The next seven days">
      {nextDays(today).map(day => (
        <StripDay key={day} day={day} />
      ))}
    </ul>
  );
}

function StripDay({ day }: { day: Day }) {
  const count = useAppSelector(({ tasks }: TasksRoot) => idsOn(tasks.days.open, day).length);
  const tasks = `${count === 0 ? 'no' : count.toLocaleString()} ${count === 1 ? 'task' : 'tasks'}`;
  return (
    <li>
      <Link to={calendarPath('week', day)} className={styles.day} data-day={day}>
        <span className={styles.words}>{`${dayInFull(day)}, ${tasks}`}</span>
        <bdi aria-hidden>{`${shortWeekdayOf(day)} ${Number(day.slice(8))}`}</bdi>
        <span aria-hidden data-count={count > 0 || undefined}>
          {count > 0 ? count.toLocaleString() : '–'}
        </span>
      </Link>
    </li>
  );
}
