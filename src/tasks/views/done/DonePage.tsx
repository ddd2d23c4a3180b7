import { useAppSelector } from '../../../hooks';
import { Empty } from '../../../components/messages/Empty';
import { PageHeading } from '../../../components/PageHeading';
import { Rows } from '../../../components/rows/Rows';
import { selectToday, selectUnfolded } from '../../../ui/uiSlice';
import { selectDoneSections, type DoneItem, type DoneSection } from './doneSelectors';
import { OccurrenceRow } from './OccurrenceRow';
import { SectionHeading } from '../SectionHeading';
import { SkeletonRows } from '../SkeletonRows';
import { TaskRow } from '../row/TaskRow';
import listStyles from '../TaskListView.module.css';
import { selectAreTasksKnown, selectTasksPhase } from '../../tasksSelectors';
import { TasksFailure } from '../TasksFailure';

/** The logbook: ticked tasks by day, the latest first. Unticking a task reopens it. */
export function DonePage({ openId }: { openId: number | null }) {
  const isKnown = useAppSelector(selectAreTasksKnown);
  const hasFailed = useAppSelector(selectTasksPhase) === 'failed';
  const sections = useAppSelector(selectDoneSections);
  return (
    <section className={listStyles.view}>
      <header className={listStyles.head}>
        <PageHeading page="done" isMain={openId === null}>
          Done
        </PageHeading>
      </header>
      {hasFailed && <TasksFailure isShown={isKnown || sections.length > 0} />}
      {sections.length > 0 ? (
        <Logbook sections={sections} openId={openId} />
      ) : isKnown ? (
        <Empty
          drawing={
            <>
              <circle cx="90" cy="28" r="14" data-sun />
              <circle cx="56" cy="48" r="27" />
              <path d="m44 49 9 9 16-19" fill="none" />
            </>
          }
        >
          <p>Nothing is ticked off yet. What you finish is kept here.</p>
        </Empty>
      ) : (
        !hasFailed && <SkeletonRows />
      )}
    </section>
  );
}

/** The key of a row: the number of its task, and for an occurrence also its day. */
const keyOf = ({ taskId, day }: DoneItem) => (day === undefined ? taskId : `${taskId} ${day}`);

function Logbook({ sections, openId }: { sections: DoneSection[]; openId: number | null }) {
  const today = useAppSelector(selectToday);
  const unfolded = useAppSelector(selectUnfolded);
  return (
    <Rows
      sections={sections}
      keyOf={keyOf}
      unfolded={unfolded}
      heading={day => <SectionHeading section={day} today={today} />}
    >
      {({ taskId, day }) =>
        day === undefined ? (
          <TaskRow
            taskId={taskId}
            list="done"
            today={today}
            isOpen={taskId === openId}
            isUnfolded={unfolded[taskId]}
          />
        ) : (
          <OccurrenceRow taskId={taskId} day={day} today={today} />
        )
      }
    </Rows>
  );
}
