import { use, type ReactNode } from 'react';
import { useAppSelector } from '../../hooks';
import { selectToday } from '../../ui/uiSlice';
import { PageHeading } from '../../components/PageHeading';
import { SkeletonRows } from './SkeletonRows';
import { TaskRows } from './TaskRows';
import styles from './TaskListView.module.css';
import { TasksFailure } from './TasksFailure';
import {
  selectAreTasksKnown,
  selectCountIn,
  selectSectionsIn,
  selectTasksPhase,
  type View,
} from '../tasksSelectors';
import { aboutView, viewTexts } from './viewTexts';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../routes';
import { TextButton } from '../../components/Button';
import { Empty, ImportWaits } from '../../components/messages/Empty';

/** Views for which the form of a new task is not offered: it needs a day, and rarely a past one. */
const NOT_BY_FORM: readonly View[] = ['previous', 'no-date'];

/** A view without tasks: a drawing, a sentence, and the next step if there is one. */
const EmptyView = ({ view }: { view: View }) => {
  const navigate = useNavigate();
  return (
    <Empty
      drawing={
        <>
          <circle cx="84" cy="34" r="18" data-sun />
          <path d="M34 42h40v22a14 14 0 0 1-14 14H48a14 14 0 0 1-14-14z" />
          <path d="M74 48h5a8 8 0 0 1 0 16h-5M46 34c-4-5 4-7 0-12M58 34c-4-5 4-7 0-12" fill="none" />
        </>
      }
    >
      <p>{viewTexts[view].empty}</p>
      {!NOT_BY_FORM.includes(view) && (
        <TextButton onClick={() => void navigate(paths.newTask)}>Add one</TextButton>
      )}
    </Empty>
  );
};

type Props = {
  view: View;
  /** The task that is open beside the list. */
  openId: number | null;
  /** Content between the heading and the rows. */
  children?: ReactNode;
};

/** Any view: a heading, and the rows, or the reason why there are none. */
export function TaskListView({ view, openId, children }: Props) {
  const { heading } = viewTexts[view];
  return (
    <section className={styles.view}>
      <header className={styles.head}>
        <PageHeading page={view} isMain={openId === null}>
          {heading}
        </PageHeading>
        <About view={view} />
      </header>
      {children}
      <Rows view={view} openId={openId} />
    </section>
  );
}

function About({ view }: { view: View }) {
  const today = useAppSelector(selectToday);
  const count = useAppSelector(selectCountIn[view]);
  return <p className={styles.about}>{aboutView(view, today, count)}</p>;
}

/**
 * Whether the list is empty is only known from an answer, or the device's copy of an earlier one. Then Upcoming has its
 * next days all the same, and Today the line of earlier days.
 */
function Rows({ view, openId }: Omit<Props, 'children'>) {
  const hasRows = useAppSelector(selectCountIn[view]) > 0;
  const hasLines = useAppSelector(state => selectSectionsIn[view](state).length > (view === 'today' ? 1 : 0));
  const isKnown = useAppSelector(selectAreTasksKnown);
  const phase = useAppSelector(selectTasksPhase);
  const hasFailed = phase === 'failed';
  const isImportWaiting = use(ImportWaits);
  return (
    <>
      {hasFailed && <TasksFailure isShown={isKnown || hasRows} />}
      {hasRows ? (
        <TaskRows view={view} openId={openId} />
      ) : isKnown && hasLines ? (
        <>
          {!isImportWaiting && <p className={styles.none}>{viewTexts[view].empty}</p>}
          <TaskRows view={view} openId={openId} />
        </>
      ) : isKnown ? (
        <EmptyView view={view} />
      ) : (
        !hasFailed && <SkeletonRows />
      )}
    </>
  );
}
