import type { ReactNode } from 'react';
import { Link } from '../components/Link';
import { useAppSelector } from '../hooks';
import { paths } from '../routes';
import { PageHeading } from '../components/PageHeading';
import { useLinksWithin } from '../components/hooks/useLinksWithin';
import { dateWithYear, dayPlus, weekdayOf, type Day } from '../lib/days/days';
import { MoveEarlier } from '../tasks/views/EarlierLine';
import { selectSelected } from '../tasks/selected';
import { SkeletonRows } from '../tasks/views/SkeletonRows';
import { TaskRow } from '../tasks/views/row/TaskRow';
import { TasksFailure } from '../tasks/views/TasksFailure';
import {
  selectAreTasksKnown,
  selectHasTasks,
  selectTaskIdsIn,
  selectTasksPhase,
} from '../tasks/tasksSelectors';
import { selectToday, selectUnfolded } from '../ui/uiSlice';
import styles from './DayPage.module.css';
import { DayNotes } from './DayNotes';
import { selectTomorrowIds } from './daySelectors';
import { FirstPageOffer } from './FirstPageOffer';

/** So many rows of each part are shown; a link leads to the others. All of it fits on one printed sheet. */
const ROWS = { earlier: 5, today: 12, tomorrow: 5 };

/** My day: the date, what is left from earlier days, today, tomorrow, and notes. */
export default function DayPage({
  openId,
}: {
  /** The task that is open beside it. */ openId: number | null;
}) {
  const today = useAppSelector(selectToday);
  const isKnown = useAppSelector(selectAreTasksKnown);
  const hasTasks = useAppSelector(selectHasTasks);
  const hasFailed = useAppSelector(selectTasksPhase) === 'failed';
  return (
    <section className={styles.page} data-day-page>
      <header className={styles.head}>
        <p className={styles.weekday}>{weekdayOf(today)}</p>
        <PageHeading page="day" isMain={openId === null} className={styles.date}>
          {dateWithYear(today)}
        </PageHeading>
      </header>
      {openId === null && <FirstPageOffer />}
      <div className={styles.parts}>
        <div className={styles.tasks}>
          {hasFailed && <TasksFailure isShown={hasTasks} />}
          {isKnown || hasTasks ? <TaskParts openId={openId} /> : hasFailed ? null : <SkeletonRows />}
        </div>
        <DayNotes />
      </div>
    </section>
  );
}

function TaskParts({ openId }: { openId: number | null }) {
  const earlier = useAppSelector(selectTaskIdsIn.previous);
  const today = useAppSelector(selectTaskIdsIn.today);
  const tomorrow = useAppSelector(selectTomorrowIds);
  const undated = useAppSelector(selectTaskIdsIn['no-date']).length;
  const day = useAppSelector(selectToday);
  return (
    <>
      {earlier.length > 0 && (
        <Part
          name="From earlier days"
          taskIds={earlier}
          shown={ROWS.earlier}
          rest={paths.previous}
          openId={openId}
          action={<MoveEarlier />}
        />
      )}
      <Part day={day} name="Today" taskIds={today} shown={ROWS.today} rest={paths.today} openId={openId}>
        Nothing is planned for today.
      </Part>
      <Part
        day={dayPlus(day, 1)}
        name="Tomorrow"
        taskIds={tomorrow}
        shown={ROWS.tomorrow}
        rest={paths.upcoming}
        openId={openId}
      >
        Tomorrow is still free.
      </Part>
      {undated > 0 && (
        <Link to={paths.noDate} className={styles.more}>
          {undated === 1 ? '1 task has' : `${undated.toLocaleString()} tasks have`} no date
        </Link>
      )}
    </>
  );
}

type PartProps = {
  name: string;
  taskIds: readonly number[];
  /** How many rows are shown, and the page that shows all. */
  shown: number;
  rest: string;
  openId: number | null;
  /** The day of its rows, which its name says. A row can be dropped on the name. */
  day?: Day;
  /** Beside its name: a button for all of its tasks. */
  action?: ReactNode;
  /** The sentence in the place of rows when there are none. */
  children?: ReactNode;
};

function Part({ name, taskIds, shown, rest, openId, day, action, children }: PartProps) {
  const today = useAppSelector(selectToday);
  const hasFailed = useAppSelector(selectTasksPhase) === 'failed';
  const selected = useAppSelector(selectSelected);
  const unfolded = useAppSelector(selectUnfolded);
  const followLink = useLinksWithin();
  const more = taskIds.length - shown;
  return (
    <section className={styles.part} data-part={rest}>
      <header className={styles.title}>
        <h2 data-day={day}>{name}</h2>
        {taskIds.length > 0 && <span className={styles.count}>{taskIds.length.toLocaleString()}</span>}
        {action}
      </header>
      {taskIds.length === 0 ? (
        // After a failure nothing is known to be empty.
        !hasFailed && <p className={styles.empty}>{children}</p>
      ) : (
        <ul className={styles.rows} onClick={followLink}>
          {taskIds.slice(0, shown).map(taskId => (
            <li key={taskId}>
              <TaskRow
                taskId={taskId}
                list="day"
                today={today}
                isOpen={taskId === openId}
                isDaySaid={day !== undefined}
                isSelected={selected[taskId]}
                isUnfolded={unfolded[taskId]}
              />
            </li>
          ))}
        </ul>
      )}
      {more > 0 && (
        <Link to={rest} className={styles.more}>
          and {more.toLocaleString()} more
        </Link>
      )}
    </section>
  );
}
