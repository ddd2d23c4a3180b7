import { useEffect, useRef, type KeyboardEvent } from 'react';
import { LogOut, Search, Sunrise } from 'lucide-react';
import { NavLink } from '../../../components/Link';
import { selectUser, signOutRequested } from '../../../auth/authSlice';
import { overlayOpened, type Overlay } from '../../../keyboard/overlaySlice';
import { Icon } from '../../../components/Icon';
import { Mark } from '../../../components/Mark';
import { AddTaskButton } from './AddTaskButton';
import { useAppDispatch, useAppSelector } from '../../../hooks';
import { paths } from '../../../routes';
import styles from './Sidebar.module.css';
import { SidebarGroup } from './SidebarGroup';
import { SIDEBAR_ID, type SidebarState } from './useSidebar';

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
    event.preventDefault(); // the page below does not get this Escape
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
      <div className={styles.head}>
        <Mark />
      </div>
      <AddTaskButton onChoice={close} />
      <button type="button" className={styles.row} onClick={() => show('palette')}>
        <Icon of={Search} size={18} />
        Find
      </button>
      <NavLink to={paths.day} className={styles.link} onClick={close}>
        <Icon of={Sunrise} size={18} />
        My day
      </NavLink>
      <div className={styles.groups}>
        <SidebarGroup title="TASKS" onChoice={close} />
        <SidebarGroup title="LISTS" onChoice={close} />
        <SidebarGroup title="MORE" onChoice={close} />
      </div>
      <div className={styles.foot}>
        <button type="button" className={styles.row} onClick={() => show('shortcuts')}>
          <kbd className={styles.key} aria-hidden>
            ?
          </kbd>
          Keyboard shortcuts
        </button>
        <NavLink to={paths.account} className={styles.email} title={email} onClick={close}>
          {email || 'Account'}
        </NavLink>
        <button type="button" className={styles.row} onClick={() => dispatch(signOutRequested())}>
          <Icon of={LogOut} size={18} />
          Sign out
        </button>
      </div>
    </nav>
  );
}
