import { use, type ReactNode } from 'react';
import { chunk } from '../components/chunk';
import { Link } from '../components/Link';
import { useAppSelector, useAppDispatch } from '../hooks';
import { PageHeading } from '../components/PageHeading';
import { ImportWaits } from '../components/messages/Empty';
import { MoveEarlier } from '../tasks/views/EarlierLine';
import { AddOn, SectionHeading } from '../tasks/views/SectionHeading';
import { SectionRows } from '../tasks/views/TaskRows';
import { NotesSection } from '../notes/wall/NotesSection';
import { SkeletonRows } from '../tasks/views/SkeletonRows';
import { TasksFailure } from '../tasks/views/TasksFailure';
import { EARLIER, nextDays } from '../tasks/taskSections';
import {
  selectAreTasksKnown,
  selectCountIn,
  selectHasTasks,
  selectTasksPhase,
} from '../tasks/tasksSelectors';
import { selectHasMissed } from '../reminders/remindersSlice';
import { selectToday } from '../ui/uiSlice';
import { selectDaySections, selectNotesOfDay } from './daySelectors';
import { dayInFullWithYear } from '../lib/days/days';
import { paths } from '../routes';
import { DayStrip } from '../tasks/views/DayStrip';
import styles from './DayPage.module.css';
import { TextButton } from '../components/Button';
import { Notice } from '../components/messages/Notice';
import type { Settings } from '../settings/settings';
import { settingsChange } from '../settings/settingsChange';
import { selectSettings } from '../settings/settingsSlice';
import { requestChange } from '../sync/operations';

const Missed = chunk(() => import(/* webpackChunkName: "reminders" */ '../reminders/Missed'));

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

type PageProps = Props & { /** The line that adds a task. */ children: ReactNode };

/** My day: tasks left from earlier days, today, tomorrow, and notes. */
export function DayPage({ openId, children }: PageProps) {
  const today = useAppSelector(selectToday);
  const isKnown = useAppSelector(selectAreTasksKnown);
  const hasTasks = useAppSelector(selectHasTasks);
  const hasFailed = useAppSelector(selectTasksPhase) === 'failed';
  return (
    <section className={styles.page} data-day-page>
      <header className={styles.head}>
        <PageHeading page="day" isMain={openId === null}>
          My day
        </PageHeading>
        <p className={styles.about}>
          <bdi>{dayInFullWithYear(today)}</bdi>
        </p>
      </header>
      {openId === null && <FirstPageOffer />}
      {useAppSelector(selectHasMissed) && <Missed />}
      <DayStrip label="The next seven days" days={nextDays(today)} />
      <div className={styles.sections}>
        <div className={styles.tasks}>
          {children}
          {hasFailed && <TasksFailure isShown={hasTasks} />}
          {isKnown || hasTasks ? <Tasks openId={openId} /> : hasFailed ? null : <SkeletonRows />}
        </div>
        <NotesSection notes={useAppSelector(selectNotesOfDay)} empty="No notes yet. Write the first one." />
      </div>
    </section>
  );
}

function Tasks({ openId }: Props) {
  const sections = useAppSelector(selectDaySections);
  const undated = useAppSelector(selectCountIn['no-date']);
  const today = useAppSelector(selectToday);
  const hasFailed = useAppSelector(selectTasksPhase) === 'failed';
  const isImportWaiting = use(ImportWaits);
  const heading = (section: string) => {
    const count = sections.find(({ key }) => key === section)!.items.length;
    return (
      <SectionHeading section={section} today={today}>
        {/* After a failed load, a section may only seem empty: do not say that it is. */}
        <span className={styles.count}>
          {count > 0 ? count.toLocaleString() : !hasFailed && !isImportWaiting && 'Nothing planned'}
        </span>
        {section === EARLIER ? <MoveEarlier /> : <AddOn day={section} />}
      </SectionHeading>
    );
  };
  return (
    <>
      <SectionRows
        list="day"
        sections={sections}
        heading={heading}
        isDaySaid={section => section !== EARLIER}
        openId={openId}
      />
      {undated > 0 && (
        <Link to={paths.noDate} className={styles.more}>
          {`${undated === 1 ? '1 task has' : `${undated.toLocaleString()} tasks have`} no date`}
        </Link>
      )}
    </>
  );
}
