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
import { drawnDay, drawnSection, drawnTasks, drawnOffer, type DaySectionProps } from './drawnDay';
import { TextButton } from '../components/Button';
import { Notice } from '../components/messages/Notice';
import type { Settings } from '../settings/settings';
import { settingsChange } from '../settings/settingsChange';
import { selectSettings } from '../settings/settingsSelectors';
import { requestChange } from '../sync/operations';

/** Offers My day as the first page, until the user has chosen one here or in the settings, on any device. */
function FirstPageOffer() {
  const dispatch = useAppDispatch();
  const settings = useAppSelector(selectSettings);
  if (settings.firstPage) return null;
  const choose = (firstPage: Settings['firstPage']) => () =>
    void dispatch(requestChange(settingsChange(settings, { firstPage })));
  return drawnOffer({ Notice, TextButton, choose });
}

type Props = { /** The task that is open beside the page. */ openId: number | null };

/** My day: the date, tasks left from earlier days, today, tomorrow, and notes. */
export function DayPage({ openId }: Props) {
  const today = useAppSelector(selectToday);
  const isKnown = useAppSelector(selectAreTasksKnown);
  const hasTasks = useAppSelector(selectHasTasks);
  const hasFailed = useAppSelector(selectTasksPhase) === 'failed';
  return drawnDay({
    today,
    heading: (date, className) => (
      <PageHeading page="day" isMain={openId === null} className={className}>
        {date}
      </PageHeading>
    ),
    offer: openId === null && <FirstPageOffer />,
    tasks: (
      <>
        {hasFailed && <TasksFailure isShown={hasTasks} />}
        {isKnown || hasTasks ? <Tasks openId={openId} /> : hasFailed ? null : <SkeletonRows />}
      </>
    ),
    notes: <DayNotes />,
  });
}

function Tasks({ openId }: Props) {
  const earlier = useAppSelector(selectTaskIdsIn.previous);
  const ids = useAppSelector(selectTaskIdsIn.today);
  const tomorrow = useAppSelector(selectTomorrowIds);
  const undated = useAppSelector(selectTaskIdsIn['no-date']).length;
  const today = useAppSelector(selectToday);
  return drawnTasks({
    today,
    earlier,
    ids,
    tomorrow,
    undated,
    Link,
    section: section => <Section {...section} openId={openId} />,
    moveEarlier: <MoveEarlier />,
  });
}

function Section({ openId, children, ...section }: DaySectionProps & Props) {
  const today = useAppSelector(selectToday);
  const hasFailed = useAppSelector(selectTasksPhase) === 'failed';
  const selected = useAppSelector(selectSelected);
  const unfolded = useAppSelector(selectUnfolded);
  const onClick = useLinksWithin();
  const rowOf = (taskId: number) => (
    <TaskRow
      taskId={taskId}
      list="day"
      today={today}
      isOpen={taskId === openId}
      isDaySaid={section.day !== undefined}
      isSelected={selected[taskId]}
      isUnfolded={unfolded[taskId]}
    />
  );
  // After a failed load, a section may only seem empty: do not say that it is.
  return drawnSection({ ...section, children: !hasFailed && children }, { Link, rowOf, onClick });
}
