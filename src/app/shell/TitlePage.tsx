import { useEffect } from 'react';
import { useOutlet, useParams } from 'react-router-dom';
import { TaskListView } from '../../tasks/views/TaskListView';
import { isView } from '../../tasks/views';
import { selectAreTasksKnown, selectHasTasks } from '../../tasks/tasksSelectors';
import { selectGuide } from '../../settings/settingsSelectors';
import { selectGuidePhase } from '../../ui/uiSlice';
import { DayPage, DonePage, Guide, QuickAdd, StickyWall, TrashPage } from '../parts/chunks';
import { useAppSelector } from '../../hooks';
import { isTitle } from '../../routes';
import { QuickAddAtop } from '../../quickAdd/QuickAddSheet';
import styles from './TitlePage.module.css';

/**
 * The page of `/tasks/{title}`, or the morning page, whose path has no title. The open task's form stands beside it, or
 * over it on narrow screens; the list stays mounted and keeps its scroll position. An unknown title shows nothing.
 */
export function TitlePage() {
  const params = useParams();
  const { title = '', id } = params;
  const form = useOutlet();
  const openId = form ? Number(id) : null;
  const isDay = params.title === undefined;
  const isWall = title === 'sticky-wall' && !form;
  return (
    <div className={styles.page} data-open={form ? '' : undefined} data-wall={isWall ? '' : undefined}>
      <div className={styles.list}>
        {isView(title) && (
          <TaskListView key={title} view={title} openId={openId}>
            {title === 'today' && <FirstMinute />}
            <QuickAddAtop Part={QuickAdd} page={title} />
          </TaskListView>
        )}
        {isWall && <StickyWall />}
        {isDay && <DayPage openId={openId} />}
        {title === 'done' && <DonePage openId={openId} />}
        {title === 'trash' && !form && <TrashPage />}
        {!isDay && !isTitle(title) && !form && <Nothing />}
      </div>
      {form ? (
        <div className={styles.form}>{form}</div>
      ) : (
        (isView(title) || title === 'done') && (
          <p className={styles.rest}>A task that you open is shown here.</p>
        )
      )}
    </div>
  );
}

/** The guide, for a person without any task, and from then on until it is over: on all devices, and over a reload. */
function FirstMinute() {
  const phase = useAppSelector(selectGuidePhase);
  const guide = useAppSelector(selectGuide);
  const hasNone = useAppSelector(state => selectAreTasksKnown(state) && !selectHasTasks(state));
  const isDue = guide ? guide !== 'over' : hasNone;
  return (phase === 'unseen' ? isDue : phase === 'open') && <Guide />;
}

/** The page of an unknown title. */
function Nothing() {
  useEffect(() => {
    document.title = 'Daywall';
  }, []);
  return null;
}
