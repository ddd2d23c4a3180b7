import { useAppSelector } from '../app/hooks';
import { PageHeading } from '../components/PageHeading';
import { EmptyView } from './EmptyView';
import { SkeletonRows } from './SkeletonRows';
import { TaskRows } from './TaskRows';
import styles from './TaskListView.module.css';
import { TasksFailure } from './TasksFailure';
import { selectAreTasksKnown, selectCountIn, selectTasksPhase, type View } from './tasksSelectors';
import { viewTexts } from './views';

type Props = { view: View; /** The task that is open beside it. */ openId: number | null };

/** The five views are one: a heading, and the rows, or in their place why there are none. */
export function TaskListView({ view, openId }: Props) {
  const { heading } = viewTexts[view];
  return (
    <section className={styles.view}>
      <header className={styles.head}>
        <PageHeading page={view} isMain={openId === null}>
          {heading}
        </PageHeading>
      </header>
      <Rows view={view} openId={openId} />
    </section>
  );
}

/** An empty sentence needs an answer, or the device's copy of an earlier one. */
function Rows({ view, openId }: Props) {
  const hasRows = useAppSelector(selectCountIn[view]) > 0;
  const isKnown = useAppSelector(selectAreTasksKnown);
  const phase = useAppSelector(selectTasksPhase);
  const hasFailed = phase === 'failed';
  return (
    <>
      {hasFailed && <TasksFailure isShown={isKnown || hasRows} />}
      {hasRows ? (
        <TaskRows view={view} openId={openId} />
      ) : isKnown ? (
        <EmptyView view={view} />
      ) : (
        !hasFailed && <SkeletonRows />
      )}
    </>
  );
}
