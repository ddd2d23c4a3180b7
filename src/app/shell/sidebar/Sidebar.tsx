import { useEffect, useRef, type KeyboardEvent } from 'react';
import { NavLink } from '../../../components/Link';
import { selectUser, signOutRequested } from '../../../auth/authSlice';
import { overlayOpened, type Overlay } from '../../../keyboard/overlaySlice';
import { AddTaskButton } from './AddTaskButton';
import { useAppDispatch, useAppSelector } from '../../../hooks';
import { selectAreCountsKnown, selectCountIn, type View } from '../../../tasks/tasksSelectors';
import styles from './Sidebar.module.css';
import { drawnCount, drawnSidebar, SIDEBAR_ID } from './drawnSidebar';
import type { SidebarState } from './useSidebar';

export function Sidebar({ sidebar: { mode, isVisible, close } }: { sidebar: SidebarState }) {
  const dispatch = useAppDispatch();
  const email = useAppSelector(selectUser)?.email;
  const navigation = useRef<HTMLElement>(null);

  useEffect(() => {
    if (mode === 'open') navigation.current?.querySelector<HTMLElement>('a, button')?.focus();
  }, [mode]);

  const show = (overlay: Overlay) => {
    close();
    dispatch(overlayOpened(overlay));
  };
  const closeByEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || mode !== 'open') return;
    event.preventDefault(); // keeps this Escape from the page below
    close();
  };

  return (
    <nav
      ref={navigation}
      id={SIDEBAR_ID}
      className={styles.sidebar}
      data-mode={mode}
      style={{ visibility: isVisible ? 'visible' : 'hidden' }}
      onKeyDown={closeByEscape}
    >
      {drawnSidebar({
        ...{ email: email ?? '', Link: NavLink, Count },
        add: <AddTaskButton onChoice={close} />,
        on: {
          choice: close,
          find: () => show('palette'),
          keys: () => show('shortcuts'),
          signOut: () => dispatch(signOutRequested()),
        },
      })}
    </nav>
  );
}

function Count({ view }: { view: View }) {
  const count = useAppSelector(selectCountIn[view]);
  return drawnCount(count, useAppSelector(selectAreCountsKnown));
}
