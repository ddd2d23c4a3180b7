import { useAppSelector, useAppDispatch, useAppStore } from '../../../hooks';
import { chunk } from '../../../components/chunk';
import { Empty } from '../../../components/messages/Empty';
import { PageHeading } from '../../../components/PageHeading';
import { Rows } from '../../../components/rows/Rows';
import { selectFirstDayOfWeek } from '../../../settings/weekSelectors';
import { selectToday, selectUnfolded } from '../../../ui/uiSlice';
import { SectionHeading } from '../SectionHeading';
import { SkeletonRows } from '../SkeletonRows';
import { Clock } from '../row/Clock';
import { TaskRow } from '../row/TaskRow';
import listStyles from '../TaskListView.module.css';
import { selectAreTasksKnown, selectTasksPhase, selectTask } from '../../tasksSelectors';
import { TasksFailure } from '../TasksFailure';
import { editPath } from '../../../routes';
import { dayInWords, type Day } from '../../../lib/days/days';
import { occurrenceUntickRequested } from '../../taskActions';
import boxStyles from '../row/TickBox.module.css';
import styles from '../row/TaskRow.module.css';
import { TagChips } from '../../../components/TagChip';
import { withoutTags } from '../../../../shared/tags';
import { selectDoneSections, type DoneItem, type DoneSection } from './doneSelectors';
import pageStyles from './DonePage.module.css';
import { trimmed } from '../../../lib/text/visible';

type Props = { taskId: number; day: Day; today: Day };

/** A done occurrence in the logbook: its task, its day, and the count of ticked subtasks. Unticking it removes the note. */
function OccurrenceRow({ taskId, day, today }: Props) {
  const dispatch = useAppDispatch();
  const task = useAppSelector(state => selectTask(state, taskId));
  if (!task) return null;
  const name = trimmed(withoutTags(task.taskName)) || '(no name)';
  const words = dayInWords(day, today);
  const subtasks = task.subtasksDone?.[day];
  return (
    <div className={styles.row} data-done>
      <input
        type="checkbox"
        className={boxStyles.box}
        checked
        aria-label={`Done: ${name.slice(0, LONGEST_LABEL_CHARACTERS)}, ${words}`}
        onChange={() => dispatch(occurrenceUntickRequested(task, day))}
      />
      <a href={editPath('done', taskId)} className={styles.link} data-item data-occurrence={day}>
        <span className={styles.text}>
          <span className={styles.name} dir="auto">
            {name.slice(0, LONGEST_SHOWN_CHARACTERS)}
          </span>
          <span className={styles.about}>
            <bdi>{words}</bdi>
            {task.time !== undefined && <Clock time={task.time} />}
            <span>repeats</span>
            {subtasks !== undefined && <span>{subtasks.replace('/', ' of ')}</span>}
          </span>
        </span>
      </a>
      <TagChips line={task.taskName} place="row" />
    </div>
  );
}

const LONGEST_LABEL_CHARACTERS = 100;
const LONGEST_SHOWN_CHARACTERS = 300;

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
          <p>Nothing done yet. What you finish shows up here.</p>
        </Empty>
      ) : (
        !hasFailed && <SkeletonRows />
      )}
    </section>
  );
}

/** The key of a row: the number of its task, and for an occurrence also its day. */
const keyOf = ({ taskId, day }: DoneItem) => (day === undefined ? taskId : `${taskId} ${day}`);

const DoneYear = chunk(() => import(/* webpackChunkName: "year" */ './DoneYear'));

/** The last twelve months, and below them the rows. Choosing a day there leads to its first row here. */
function Logbook({ sections, openId }: { sections: DoneSection[]; openId: number | null }) {
  const today = useAppSelector(selectToday);
  const firstDayOfWeek = useAppSelector(selectFirstDayOfWeek);
  const store = useAppStore();
  const unfolded = useAppSelector(selectUnfolded);
  return (
    <div className={pageStyles.page}>
      <DoneYear
        sections={sections}
        taskOf={taskId => selectTask(store.getState(), taskId)}
        today={today}
        firstDayOfWeek={firstDayOfWeek}
      />
      <div className={pageStyles.rows}>
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
      </div>
    </div>
  );
}
