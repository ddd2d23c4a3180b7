import { use, type ReactNode } from 'react';
import { Filter } from '../filter';
import { useAppSelector } from '../../hooks';
import { selectToday } from '../../ui/uiSlice';
import { PageHeading } from '../../components/PageHeading';
import { SkeletonRows } from './SkeletonRows';
import { TaskRows } from './TaskRows';
import styles from './TaskListView.module.css';
import { TasksFailure } from './TasksFailure';
import { selectAreTasksKnown, selectTasksPhase, type View } from '../tasksSelectors';
import { aboutView, emptyText, viewTexts } from './viewTexts';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../routes';
import { TextButton } from '../../components/Button';
import { Empty, ImportWaits } from '../../components/messages/Empty';

/** Views for which the form of a new task is not offered: it needs a day, and rarely a past one. */
const NOT_BY_FORM: readonly View[] = ['previous', 'no-date'];

/** A view without tasks: a drawing, a sentence, and the next step if there is one. */
const EmptyView = ({ view }: { view: View }) => {
  const navigate = useNavigate();
  const { tag } = use(Filter);
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
      <p>{emptyText(view, tag)}</p>
      {tag === null && !NOT_BY_FORM.includes(view) && (
        <TextButton onClick={() => void navigate(paths.newTask)}>Add one</TextButton>
      )}
    </Empty>
  );
};

type Props = {
  view: View;
  /** The task that is open beside the list. */
  openId: number | null;
  /** The filter by a tag, beside the line below the heading. */
  filter?: ReactNode;
  /** Content between the heading and the rows. */
  children?: ReactNode;
};

/** Any view: a heading, and the rows, or the reason why there are none. */
export function TaskListView({ view, openId, filter, children }: Props) {
  const { heading } = viewTexts[view];
  return (
    <section className={styles.view}>
      <header className={styles.head}>
        <PageHeading page={view} isMain={openId === null}>
          {heading}
        </PageHeading>
        <About view={view}>{filter}</About>
      </header>
      {children}
      <Rows view={view} openId={openId} />
    </section>
  );
}

function About({ view, children }: { view: View; children: ReactNode }) {
  const today = useAppSelector(selectToday);
  const count = useAppSelector(use(Filter).selectCountIn[view]);
  return (
    <div className={styles.about}>
      <p>{aboutView(view, today, count)}</p>
      {children}
    </div>
  );
}

/**
 * Whether the list is empty is only known from an answer, or the device's copy of an earlier one. Then Upcoming has its
 * next days all the same, and Today the line of earlier days.
 */
function Rows({ view, openId }: Omit<Props, 'children' | 'filter'>) {
  const { tag, selectCountIn, selectSectionsIn } = use(Filter);
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
          {!isImportWaiting && <p className={styles.none}>{emptyText(view, tag)}</p>}
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
