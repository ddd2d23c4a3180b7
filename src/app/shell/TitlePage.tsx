import { useEffect } from 'react';
import { useOutlet, useParams } from 'react-router-dom';
import { TaskListView } from '../../tasks/views/TaskListView';
import { isView } from '../../tasks/views/viewTexts';
import { selectAreTasksKnown, selectHasTasks } from '../../tasks/tasksSelectors';
import { selectGuide } from '../../settings/settingsSelectors';
import { selectGuidePhase } from '../../ui/uiSlice';
import { BesideList } from '../pages/BesideList';
import { DayPage } from '../../day/DayPage';
import { DonePage } from '../../tasks/views/done/DonePage';
import { Guide } from '../../guide/Guide';
import { StickyWall } from '../../notes/wall/StickyWall';
import { TrashPage } from '../../trash/TrashPage';
import { useAppSelector } from '../../hooks';
import { isTitle, paths } from '../../routes';
import { QuickAddAtop } from '../../quickAdd/QuickAddSheet';
import styles from './TitlePage.module.css';
import { AtFoot } from '../../components/AtFoot';
import { Link } from '../../components/Link';
import nowhereStyles from '../../ui/StatusLine.module.css';

/** The way out of the page of an unknown title, which is otherwise empty (docs/rules.md, Routes). */
const Nowhere = () => (
  <AtFoot>
    <div role="status" className={nowhereStyles.line}>
      <p>
        <Link to={paths.today}>Today</Link>
      </p>
    </div>
  </AtFoot>
);

/**
 * The page of `/tasks/{title}`, or My day, whose path has no title. The open task's form stands beside it, or
 * over it on narrow screens; the list stays mounted and keeps its scroll position. An unknown title shows nothing.
 */
export function TitlePage() {
  const params = useParams();
  const { title = '', id } = params;
  const form = useOutlet();
  const openId = form ? Number(id) : null;
  const isDay = params.title === undefined;
  const isWall = title === 'sticky-wall' && !form;
  const hasBeside = isView(title) || title === 'done';
  const open = hasBeside || isDay ? 'beside' : 'alone';
  return (
    <div className={styles.page} data-open={form ? open : undefined} data-beside={hasBeside ? '' : undefined}>
      <div className={styles.list}>
        {isView(title) && (
          <TaskListView key={title} view={title} openId={openId}>
            {title === 'today' && <FirstMinute />}
            <QuickAddAtop page={title} />
          </TaskListView>
        )}
        {isWall && <StickyWall />}
        {isDay && (
          <DayPage openId={openId}>
            <QuickAddAtop page="day" />
          </DayPage>
        )}
        {title === 'done' && <DonePage openId={openId} />}
        {title === 'trash' && !form && <TrashPage />}
        {!isDay && !isTitle(title) && !form && <Nothing />}
      </div>
      {form ? <div className={styles.form}>{form}</div> : hasBeside && <BesideList title={title} />}
    </div>
  );
}

/** Shows the guide to a user without any task, and from then on until it is over, on all devices and after reloads. */
function FirstMinute() {
  const phase = useAppSelector(selectGuidePhase);
  const guide = useAppSelector(selectGuide);
  const hasNone = useAppSelector(state => selectAreTasksKnown(state) && !selectHasTasks(state));
  const isDue = guide ? guide !== 'over' : hasNone;
  return (phase === 'unseen' ? isDue : phase === 'open') && <Guide />;
}

/** The page of an unknown title: empty, with a way out in the place of the status line. */
function Nothing() {
  useEffect(() => {
    document.title = 'Daywall';
  }, []);
  return <Nowhere />;
}
