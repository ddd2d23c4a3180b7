import '../../components/styles/print.css';
import { Outlet } from 'react-router-dom';
import { selectIsEnding } from '../../auth/authSlice';
import { selectToast } from '../../history/historySlice';
import { selectNotesFailure } from '../../notes/notesSelectors';
import { selectTasksFailure } from '../../tasks/tasksSelectors';
import { selectKeptDraft } from '../../ui/uiSlice';
import { FOOT_ID } from '../../components/AtFoot';
import { SessionBar } from '../../account/SessionBar';
import { useAppSelector } from '../../hooks';
import { Moves } from '../../selection/gestures/Moves';
import type { RootState } from '../store/rootReducer';
import { BackCloses } from './BackCloses';
import { Keyboard } from './Keyboard';
import { NavigationToggle } from './sidebar/NavigationToggle';
import styles from './Shell.module.css';
import { QuickAddSheet } from '../../quickAdd/QuickAddSheet';
import { Sidebar } from './sidebar/Sidebar';
import { StatusLine } from '../../ui/StatusLine';
import { Toasts } from './Toasts';
import { useFootMark } from './useFootMark';
import { useNoFileDrops } from './useNoFileDrops';
import { useSidebar } from './sidebar/useSidebar';
import { ViewsBar } from './ViewsBar';

/** The frame of every signed-in page: sidebar, main part, status line. */
export function Shell() {
  const sidebar = useSidebar();
  const isDrawerOpen = sidebar.mode === 'open';
  useFootMark();
  useNoFileDrops();

  return (
    <div className={styles.shell} data-sidebar={sidebar.mode}>
      {!isDrawerOpen && <SkipLink />}
      {sidebar.mode !== 'shown' && <NavigationToggle sidebar={sidebar} />}
      <Sidebar sidebar={sidebar} />
      {isDrawerOpen && <div className={styles.backdrop} data-testid="backdrop" onClick={sidebar.close} />}
      <div className={styles.page} inert={isDrawerOpen}>
        <main id={MAIN_ID} className={styles.main}>
          <Outlet />
        </main>
        <Foot />
        <Ending />
        <BackCloses sidebar={sidebar} />
        {sidebar.mode !== 'shown' && <ViewsBar sidebar={sidebar} />}
        <Keyboard />
        <Moves />
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
      <StatusLine isUnreachable={isUnreachable} />
      <QuickAddSheet />
    </div>
  );
}

const Ending = () => useAppSelector(selectIsEnding) && <SessionBar />;
