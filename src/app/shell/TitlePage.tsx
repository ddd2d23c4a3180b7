import { useEffect, useState } from 'react';
import { useMatch, useOutlet, useParams } from 'react-router-dom';
import { CalendarPage } from '../../calendar/loadedCalendar';
import { useAddress } from '../../components/hooks/useAddress';
import { useMediaQuery } from '../../components/hooks/useMediaQuery';
import { TaskListView } from '../../tasks/views/TaskListView';
import { isView } from '../../tasks/views/viewTexts';
import { selectAreTasksKnown, selectHasTasks } from '../../tasks/tasksSelectors';
import { selectGuide } from '../../settings/settingsSelectors';
import { selectGuidePhase } from '../../ui/uiSlice';
import { DayPage } from '../../day/DayPage';
import { NextDays } from '../../day/NextDays';
import { DonePage } from '../../tasks/views/done/DonePage';
import { Guide } from '../../guide/Guide';
import { TrashPage } from '../../trash/TrashPage';
import { StickyWall } from '../../notes/wall/StickyWall';
import { useAppSelector } from '../../hooks';
import { filterOf, hasFilter, isTitle, listAt, listPath, paths, tagOf, withoutFilter } from '../../routes';
import { filterBy } from '../../tags/filter';
import { ViewFilter } from '../../tags/TagFilter';
import { Filter } from '../../tasks/filter';
import { TagPage } from '../../tags/TagPage';
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

const isCalendar = (title: string) => listPath(title).startsWith(paths.calendar);
const hasBeside = (title: string) =>
  isView(title) || title === 'done' || title === 'day' || isCalendar(title) || tagOf(title) !== null;
const hasNextDays = (title: string) => ['today', 'upcoming', 'no-date'].includes(title);

/** The title of the list to show; beside the form of a new task, on a wide screen, the last one. */
function useTitle(): string {
  const title = listAt(useAddress())?.title ?? '';
  const isNew = useMatch(paths.newTask) !== null;
  const isWide = useMediaQuery('(min-width: 1100px)');
  const [last, setLast] = useState('today');
  if (!isNew && title !== last && hasBeside(withoutFilter(title))) setLast(title);
  if (isNew) return isWide ? last : '';
  return title;
}

/**
 * The page of `/tasks/{title}`, `/tasks/new`, My day, or a tag. A form stands beside the list, or over it on narrow screens;
 * the list stays mounted and keeps its scroll position. An unknown title shows nothing.
 */
export function TitlePage() {
  const { id } = useParams();
  const page = useTitle();
  const title = withoutFilter(page);
  const tag = tagOf(title);
  const form = useOutlet();
  const openId = form ? Number(id) : null;
  const hasRoom = useMediaQuery('(min-width: 1180px)');
  const hasDays = !form && hasRoom && hasNextDays(title);
  const open = hasBeside(title) ? 'beside' : 'alone';
  return (
    <Filter value={filterBy(filterOf(page))}>
      <div
        className={styles.page}
        data-open={form ? open : undefined}
        data-days={hasDays ? '' : undefined}
        data-wide={isCalendar(title) ? '' : undefined}
      >
        <div className={styles.list}>
          {isView(title) && (
            <TaskListView
              key={page}
              view={title}
              openId={openId}
              filter={hasFilter(title) && <ViewFilter view={title} />}
            >
              {title === 'today' && <FirstMinute />}
              <QuickAddAtop page={page} />
            </TaskListView>
          )}
          {title === 'sticky-wall' && !form && <StickyWall />}
          {title === 'day' && (
            <DayPage openId={openId}>
              <QuickAddAtop page="day" />
            </DayPage>
          )}
          {tag !== null && (
            <TagPage key={tag} tag={tag} openId={openId}>
              <QuickAddAtop page={title} />
            </TagPage>
          )}
          {title === 'done' && <DonePage openId={openId} />}
          {title === 'trash' && !form && <TrashPage />}
          {isCalendar(title) && <CalendarPage title={page} openId={openId} />}
          {!hasBeside(title) && !isTitle(title) && !form && <Nothing />}
        </div>
        {form && <div className={styles.form}>{form}</div>}
        {hasDays && <NextDays />}
      </div>
    </Filter>
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
