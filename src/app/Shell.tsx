import { useEffect } from 'react';
import { Outlet } from 'react-router-dom';
import { selectIsEnding } from '../auth/authSlice';
import { selectToast } from '../history/historySlice';
import { selectAreTasksKnown } from '../tasks/tasksSelectors';
import { FOOT_ID } from '../components/AtFoot';
import { ChangeToast, preloadWhenIdle, SessionBar } from './chunks';
import { EarlyKeys } from './EarlyKeys';
import { useAppSelector } from './hooks';
import { NavigationToggle } from './NavigationToggle';
import styles from './Shell.module.css';
import { Sidebar } from './Sidebar';
import { StatusLine } from './StatusLine';
import { useSidebar } from './useSidebar';

/** What every page of a signed-in person has around it. */
export function Shell() {
  const isKnown = useAppSelector(selectAreTasksKnown);
  const sidebar = useSidebar();
  const isDrawerOpen = sidebar.mode === 'open';

  // While the rows are waited for, nothing competes with them.
  useEffect(() => (isKnown ? preloadWhenIdle() : undefined), [isKnown]);

  return (
    <div className={styles.shell} data-sidebar={sidebar.mode}>
      {sidebar.mode !== 'shown' && <NavigationToggle sidebar={sidebar} />}
      <Sidebar sidebar={sidebar} />
      {isDrawerOpen && <div className={styles.backdrop} data-testid="backdrop" onClick={sidebar.close} />}
      <div className={styles.page} inert={isDrawerOpen}>
        <main className={styles.main}>
          <Outlet />
        </main>
        <Foot />
        <Ending />
        <EarlyKeys isIdle={isKnown} />
      </div>
    </div>
  );
}

/** What comes and goes with every change renders by itself, without the shell and all its links. */
function Foot() {
  const hasToast = useAppSelector(selectToast) !== null;
  return (
    <div id={FOOT_ID} className={styles.foot}>
      <div role="status">{hasToast && <ChangeToast />}</div>
      <StatusLine />
    </div>
  );
}

const Ending = () => useAppSelector(selectIsEnding) && <SessionBar />;
