import type { ReactNode } from 'react';
import { useAppSelector } from '../../hooks';
import { selectToday } from '../../ui/uiSlice';
import { PageHeading } from '../../components/PageHeading';
import { EarlierLine } from './EarlierLine';
import { EmptyView } from './EmptyView';
import { SkeletonRows } from './SkeletonRows';
import { TaskRows } from './TaskRows';
import styles from './TaskListView.module.css';
import { TasksFailure } from './TasksFailure';
import { selectAreTasksKnown, selectCountIn, selectTasksPhase, type View } from '../tasksSelectors';
import { aboutView, viewTexts } from './viewTexts';

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
      {view === 'today' && <EarlierLine />}
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

/** Whether the list is empty is only known from an answer, or the device's copy of an earlier one. */
function Rows({ view, openId }: Omit<Props, 'children'>) {
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
