import type { ReactNode } from 'react';
import { Link } from '../components/Link';
import { useAppSelector, useAppDispatch } from '../hooks';
import { PageHeading } from '../components/PageHeading';
import { useLinksWithin } from '../components/hooks/useLinksWithin';
import { MoveEarlier } from '../tasks/views/EarlierLine';
import { selectSelected } from '../tasks/selecting/selected';
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
import { DayNotes } from './DayNotes';
import { selectTomorrowIds } from './daySelectors';
import { dateWithYear, dayPlus, weekdayOf, type Day } from '../lib/days/days';
import { paths } from '../routes';
import styles from './DayPage.module.css';
import { TextButton } from '../components/Button';
import { Notice } from '../components/messages/Notice';
import type { Settings } from '../settings/settings';
import { settingsChange } from '../settings/settingsChange';
import { selectSettings } from '../settings/settingsSlice';
import { requestChange } from '../sync/operations';

/** The maximum number of rows in each section; a link leads to the others. All of it fits on one printed sheet. */
const ROWS = { earlier: 5, today: 12, tomorrow: 5 };

/** Offers My day as the first page, until the user has chosen one here or in the settings, on any device. */
function FirstPageOffer() {
  const dispatch = useAppDispatch();
  const settings = useAppSelector(selectSettings);
  if (settings.firstPage) return null;
  const choose = (firstPage: Settings['firstPage']) => () =>
    void dispatch(requestChange(settingsChange(settings, { firstPage })));
  return (
    <div className={styles.offer}>
      <Notice kind="status">
        <span>Start with My day?</span>
        <TextButton onClick={choose('day')}>Yes, start here</TextButton>
        <TextButton onClick={choose('today')}>No, with Today</TextButton>
      </Notice>
    </div>
  );
}

type Props = { /** The task that is open beside the page. */ openId: number | null };

/** My day: the date, tasks left from earlier days, today, tomorrow, and notes. */
export function DayPage({ openId }: Props) {
  const today = useAppSelector(selectToday);
  const isKnown = useAppSelector(selectAreTasksKnown);
  const hasTasks = useAppSelector(selectHasTasks);
  const hasFailed = useAppSelector(selectTasksPhase) === 'failed';
  return (
    <section className={styles.page} data-day-page>
      <header className={styles.head}>
        <p className={styles.weekday}>
          <bdi>{weekdayOf(today)}</bdi>
        </p>
        <PageHeading page="day" isMain={openId === null} className={styles.date}>
          {dateWithYear(today)}
        </PageHeading>
      </header>
      {openId === null && <FirstPageOffer />}
      <div className={styles.sections}>
        <div className={styles.tasks}>
          {hasFailed && <TasksFailure isShown={hasTasks} />}
          {isKnown || hasTasks ? <Tasks openId={openId} /> : hasFailed ? null : <SkeletonRows />}
        </div>
        <DayNotes />
      </div>
    </section>
  );
}

function Tasks({ openId }: Props) {
  const earlier = useAppSelector(selectTaskIdsIn.previous);
  const ids = useAppSelector(selectTaskIdsIn.today);
  const tomorrow = useAppSelector(selectTomorrowIds);
  const undated = useAppSelector(selectTaskIdsIn['no-date']).length;
  const today = useAppSelector(selectToday);
  return (
    <>
      {earlier.length > 0 && (
        <Section
          name="Overdue"
          taskIds={earlier}
          rowLimit={ROWS.earlier}
          rest={paths.previous}
          action={<MoveEarlier />}
          openId={openId}
        />
      )}
      <Section
        day={today}
        name="Today"
        taskIds={ids}
        rowLimit={ROWS.today}
        rest={paths.today}
        openId={openId}
      >
        Nothing planned
      </Section>
      <Section
        day={dayPlus(today, 1)}
        name="Tomorrow"
        taskIds={tomorrow}
        rowLimit={ROWS.tomorrow}
        rest={paths.upcoming}
        openId={openId}
      >
        Nothing planned
      </Section>
      {undated > 0 && (
        <Link to={paths.noDate} className={styles.more}>
          {`${undated === 1 ? '1 task has' : `${undated.toLocaleString()} tasks have`} no date`}
        </Link>
      )}
    </>
  );
}

type SectionProps = Props & {
  name: string;
  taskIds: readonly number[];
  /** The number of rows to show, and the page that lists the others. */
  rowLimit: number;
  rest: string;
  /** The day of the section's rows, named in its heading. A row can be dropped on the heading. */
  day?: Day;
  /** The button beside the heading that acts on all of the section's tasks. */
  action?: ReactNode;
  /** The text shown when there are no rows. */
  children?: ReactNode;
};

/** A heading, its first tasks, and a link to the others. */
function Section({ openId, name, taskIds, rowLimit, rest, day, action, children }: SectionProps) {
  const today = useAppSelector(selectToday);
  const hasFailed = useAppSelector(selectTasksPhase) === 'failed';
  const selected = useAppSelector(selectSelected);
  const unfolded = useAppSelector(selectUnfolded);
  const onClick = useLinksWithin();
  const more = taskIds.length - rowLimit;
  return (
    <section className={styles.section} data-section={rest}>
      <header className={styles.title}>
        <h2 data-day={day}>{name}</h2>
        {taskIds.length > 0 && <span className={styles.count}>{taskIds.length.toLocaleString()}</span>}
        {action}
      </header>
      {taskIds.length > 0 ? (
        <ul className={styles.rows} onClick={onClick}>
          {taskIds.slice(0, rowLimit).map(taskId => (
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
      ) : (
        // After a failed load, a section may only seem empty: do not say that it is.
        children && !hasFailed && <p className={styles.empty}>{children}</p>
      )}
      {more > 0 && (
        <Link to={rest} className={styles.more}>
          {`and ${more.toLocaleString()} more`}
        </Link>
      )}
    </section>
  );
}
