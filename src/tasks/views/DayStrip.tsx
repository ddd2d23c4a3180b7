import { use } from 'react';
import { useAppSelector } from '../../hooks';
import { Link } from '../../components/Link';
import { idsOn } from '../../lib/days/calendar';
import { dateOfMonth, dayInFull, shortWeekdayOf, type Day } from '../../lib/days/days';
import { isWeekend } from '../../lib/days/weeks';
import { counted } from '../../lib/text/counted';
import { calendarPath } from '../../routes';
import { Filter } from '../filter';
import { selectToday } from '../../ui/uiSlice';
import styles from './DayStrip.module.css';

/** 'Tuesday 8 December, 3 tasks'. */
export const dayWithCount = (day: Day, today: Day, count: number, repeats = 0): string =>
  [
    dayInFull(day),
    ...(day === today ? ['today'] : []),
    counted(count, 'task'),
    ...(count > 0 && day < today ? ['overdue'] : []),
    ...(repeats > 0 ? [counted(repeats, 'repeat')] : []),
  ].join(', ');

/** The attributes by which style sheets tell days apart. */
export const marksOf = (day: Day, today: Day, count: number) => ({
  'data-day': day,
  'data-today': day === today || undefined,
  'data-weekend': isWeekend(day) || undefined,
  'data-overdue': (day < today && count > 0) || undefined,
});

/** The number of a day's tasks on the page. */
export const useCount = (day: Day) => idsOn(useAppSelector(use(Filter).selectOpenDays), day).length;

type Props = { label: string; days: readonly Day[]; /** The day that the page shows. */ shown?: Day };

/** Days in a line, each with its number of tasks, as links to its week. A row can be dropped on each. */
export const DayStrip = ({ label, days, shown }: Props) => (
  <ul className={styles.strip} aria-label={label}>
    {days.map(day => (
      <StripDay key={day} day={day} isShown={day === shown} />
    ))}
  </ul>
);

function StripDay({ day, isShown }: { day: Day; isShown: boolean }) {
  const today = useAppSelector(selectToday);
  const count = useCount(day);
  return (
    <li>
      <Link
        to={calendarPath('week', day, use(Filter).tag)}
        className={styles.day}
        aria-current={isShown || undefined}
        {...marksOf(day, today, count)}
      >
        <span className={styles.words}>{dayWithCount(day, today, count)}</span>
        <bdi aria-hidden>
          {shortWeekdayOf(day)} <b>{dateOfMonth(day)}</b>
        </bdi>
        <span aria-hidden data-count={count > 0 || undefined}>
          {count > 0 ? count.toLocaleString() : '–'}
        </span>
      </Link>
    </li>
  );
}
