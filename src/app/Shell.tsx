import { useEffect } from 'react';
import { Outlet } from 'react-router-dom';
import { preloadWhenIdle } from './chunks';
import { NavigationToggle } from './NavigationToggle';
import styles from './Shell.module.css';
import { Sidebar } from './Sidebar';
import { StatusLine } from './StatusLine';
import { useSidebar } from './useSidebar';

/** What every page of a signed-in person has around it. */
export function Shell() {
  const sidebar = useSidebar();
  const isDrawerOpen = sidebar.mode === 'open';

  useEffect(preloadWhenIdle, []);

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
