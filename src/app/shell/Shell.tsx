import { useEffect, useState } from 'react';
import { Outlet } from 'react-router-dom';
import { selectIsEnding } from '../../auth/authSlice';
import { selectToast } from '../../history/historySlice';
import { selectNotesFailure } from '../../notes/notesSelectors';
import { selectAreTasksKnown, selectTasksFailure } from '../../tasks/tasksSelectors';
import { selectKeptDraft } from '../../ui/uiSlice';
import { onIdle, onSpareTime } from '../../components/hooks/onIdle';
import { FOOT_ID } from '../../components/AtFoot';
import { LazyShell, preloadNext, QuickAdd, RareStatus, SessionBar, Toasts } from '../parts/chunks';
import { EarlyKeys } from './EarlyKeys';
import { useAppSelector } from '../../hooks';
import type { RootState } from '../store/rootReducer';
import { NavigationToggle } from './sidebar/NavigationToggle';
import styles from './Shell.module.css';
import { QuickAddSheet } from '../../quickAdd/QuickAddSheet';
import { Sidebar } from './sidebar/Sidebar';
import { StatusLine } from '../../ui/StatusLine';
import { useSidebar } from './sidebar/useSidebar';

/** The frame of every signed-in page: sidebar, main part, status line. */
export function Shell() {
  const isKnown = useAppSelector(selectAreTasksKnown);
  const sidebar = useSidebar();
  const isDrawerOpen = sidebar.mode === 'open';

  const [isIdle, setIsIdle] = useState(false);
  const isSettled = useAppSelector(selectTasksFailure) !== null || isKnown;
  // Loads the parts that are not needed yet once the rows are rendered, so that they do not compete.
  useEffect(() => (isSettled ? onIdle(() => setIsIdle(true)) : undefined), [isSettled]);
  useEffect(() => (isIdle ? onSpareTime(preloadNext) : undefined), [isIdle]);

  return (
    <div className={styles.shell} data-sidebar={sidebar.mode}>
      {!isDrawerOpen && <SkipLink />}
      {sidebar.mode !== 'shown' && <NavigationToggle sidebar={sidebar} />}
      <Sidebar sidebar={sidebar} />
      {isDrawerOpen && <div className={styles.backdrop} data-testid="backdrop" onClick={sidebar.close} />}
      <div className={styles.page} inert={isDrawerOpen}>
        <main id={MAIN_ID} className={styles.main}>
          <Outlet context={isIdle} />
        </main>
        <Foot />
        <Ending />
        {(isIdle || isDrawerOpen) && <LazyShell sidebar={sidebar} />}
        <EarlyKeys isIdle={isKnown} />
      </div>
    </div>
  );
}

const MAIN_ID = 'main';

/** Skip link: moves the focus past the sidebar to the page's heading. */
const SkipLink = () => (
  <a
    href={`#${MAIN_ID}`}
    className={styles.skip}
    onClick={event => {
      event.preventDefault(); // keeps the address
      document.querySelector<HTMLElement>('main h1')?.focus();
    }}
  >
    Skip to content
  </a>
);

const selectIsUnreachable = (state: RootState) =>
  [selectTasksFailure(state), selectNotesFailure(state)].some(failure => failure?.code === 'network');

/** Toast, status line and quick add. A component of its own, so that their changes do not render the whole shell. */
function Foot() {
  const hasToast = useAppSelector(state => (selectToast(state) ?? selectKeptDraft(state)) !== null);
  const isUnreachable = useAppSelector(selectIsUnreachable);
  return (
    <div id={FOOT_ID} className={styles.foot}>
      <div role="status">{hasToast && <Toasts />}</div>
      <StatusLine isUnreachable={isUnreachable} Rare={RareStatus} />
      <QuickAddSheet Part={QuickAdd} />
    </div>
  );
}

const Ending = () => useAppSelector(selectIsEnding) && <SessionBar />;
