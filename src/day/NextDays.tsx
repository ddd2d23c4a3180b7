import { useAppSelector } from '../hooks';
import { idsOn } from '../lib/days/calendar';
import { dayPlus, weekdayOf, type Day } from '../lib/days/days';
import type { TasksRoot } from '../tasks/tasksSelectors';
import { selectToday } from '../ui/uiSlice';
import styles from './NextDays.module.css';

const DAYS = [1, 2, 3];

type Props = { /** Gets the day that is pressed. */ onDay: (day: Day) => void };

/** Shows, on a wide screen, how much is planned for each of the next three days. */
export function NextDays({ onDay }: Props) {
  const today = useAppSelector(selectToday);
  return (
    <section aria-label="The next three days">
      <ul className={styles.days}>
        {DAYS.map(ahead => (
          <li key={ahead}>
            <NextDay day={dayPlus(today, ahead)} onDay={onDay} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A button instead of a link: in a list view, only tasks are links. */
function NextDay({ day, onDay }: Props & { day: Day }) {
  const count = useAppSelector((state: TasksRoot) => idsOn(state.tasks.days.open, day).length);
  const words = count === 0 ? 'free' : `${count.toLocaleString()} ${count === 1 ? 'task' : 'tasks'}`;
  return (
    <button type="button" className={styles.day} onClick={() => onDay(day)}>
      <bdi>{weekdayOf(day)}</bdi> <span className={styles.count}>{words}</span>
    </button>
  );
}
