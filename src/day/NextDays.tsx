import { use } from 'react';
import { shallowEqual } from 'react-redux';
import { useAppSelector } from '../hooks';
import { idsOn } from '../lib/days/calendar';
import { dateOfMonth, dayInFull, shortWeekdayOf, type Day } from '../lib/days/days';
import { withoutTags } from '../../shared/tags';
import { nameWithTime, selectNamesOfRounds } from '../tasks/laterRounds';
import { Filter } from '../tasks/filter';
import { nextDays } from '../tasks/taskSections';
import { selectTask, type TasksRoot } from '../tasks/tasksSelectors';
import { AddOn } from '../tasks/views/SectionHeading';
import { selectToday } from '../ui/uiSlice';
import styles from './NextDays.module.css';

/** The maximum number of names of a day. */
const NAMES = 3;

/** Beside a list on a wide screen: the next seven days. A row can be dropped on each. */
export function NextDays() {
  const today = useAppSelector(selectToday);
  return (
    <section className={styles.days} aria-label="The next seven days">
      {nextDays(today).map(day => (
        <NextDay key={day} day={day} />
      ))}
    </section>
  );
}

function NextDay({ day }: { day: Day }) {
  const { tag } = use(Filter);
  const onDay = idsOn(useAppSelector(use(Filter).selectOpenDays), day);
  const names = useAppSelector((state: TasksRoot) => {
    const ids = onDay.slice(0, NAMES);
    return ids.map(taskId => {
      const task = selectTask(state, taskId);
      return task ? nameWithTime(task, withoutTags(task.taskName)) : '';
    });
  }, shallowEqual);
  const later = useAppSelector(state => selectNamesOfRounds(state, day, tag).slice(0, NAMES), shallowEqual);
  const more = onDay.length - names.length;
  return (
    <div role="group" aria-label={dayInFull(day)} className={styles.day} data-day={day}>
      <p className={styles.head}>
        <bdi>{`${shortWeekdayOf(day)} ${dateOfMonth(day)}`}</bdi>
        <AddOn day={day} />
      </p>
      {/* Drawn by the style sheet: a search in the page finds each task once, in its list. */}
      {names.map((name, at) => (
        <p key={at} className={styles.name} data-name={name} />
      ))}
      {later.slice(0, NAMES - names.length).map((name, at) => (
        <p key={at} className={styles.name} data-name={name} data-later />
      ))}
      {more > 0 && <p className={styles.more}>{`${more.toLocaleString()} more`}</p>}
    </div>
  );
}
