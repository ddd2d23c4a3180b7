import { useEffect } from 'react';
import { Outlet } from 'react-router-dom';
import { selectAreTasksKnown, selectTasksPhase } from '../tasks/tasksSelectors';
import { tasksRequested } from '../tasks/tasksSlice';
import { preloadWhenIdle } from './chunks';
import { useAppDispatch, useAppSelector } from './hooks';
import { NavigationToggle } from './NavigationToggle';
import styles from './Shell.module.css';
import { Sidebar } from './Sidebar';
import { StatusLine } from './StatusLine';
import { useSidebar } from './useSidebar';

/** What every page of a signed-in person has around it. Its first rendering asks for the tasks of the session. */
export function Shell() {
  const dispatch = useAppDispatch();
  const phase = useAppSelector(selectTasksPhase);
  const isKnown = useAppSelector(selectAreTasksKnown);
  const sidebar = useSidebar();
  const isDrawerOpen = sidebar.mode === 'open';

  useEffect(() => {
    if (phase === 'idle') dispatch(tasksRequested());
  }, [phase, dispatch]);
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
        <StatusLine />
      </div>
    </div>
  );
}
