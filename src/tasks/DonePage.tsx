import { useAppSelector } from '../app/hooks';
import { Empty } from '../components/Empty';
import { PageHeading } from '../components/PageHeading';
import { Rows } from '../components/Rows';
import { selectToday } from '../ui/uiSlice';
import { selectDoneSections } from './doneSelectors';
import { SectionHeading } from './SectionHeading';
import { SkeletonRows } from './SkeletonRows';
import { TaskRow } from './TaskRow';
import { keyOfTask } from './TaskRows';
import listStyles from './TaskListView.module.css';
import { selectAreTasksKnown, selectTasksPhase, type Section } from './tasksSelectors';
import { TasksFailure } from './TasksFailure';

/** The logbook: what was ticked off, day by day, the latest first. Unticking it makes it a task again. */
export default function DonePage({ openId }: { openId: number | null }) {
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

function Logbook({ sections, openId }: { sections: Section[]; openId: number | null }) {
  const today = useAppSelector(selectToday);
  return (
    <Rows
      sections={sections}
      keyOf={keyOfTask}
      heading={day => <SectionHeading section={day} today={today} />}
    >
      {taskId => <TaskRow taskId={taskId} list="done" today={today} isOpen={taskId === openId} />}
    </Rows>
  );
}
