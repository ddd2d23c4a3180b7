import { useEffect, useRef, type KeyboardEvent } from 'react';
import { CalendarRange, LogOut, Plus, Search, Settings, Sunrise } from 'lucide-react';
import { CalendarPage } from '../../../calendar/loadedCalendar';
import { Icon } from '../../../components/Icon';
import { NavLink } from '../../../components/Link';
import { Logo } from '../../../components/Logo';
import { calendarPath, paths } from '../../../routes';
import { groups, SIDEBAR_ID } from './links';
import { selectUser, signOutRequested } from '../../../auth/authSlice';
import { overlayOpened, type Overlay } from '../../../keyboard/overlaySlice';
import { useAppDispatch, useAppSelector } from '../../../hooks';
import { selectCountIn, type View } from '../../../tasks/tasksSelectors';
import styles from './Sidebar.module.css';
import { selectToday } from '../../../ui/uiSlice';
import { KeptTags, OtherTags } from './TagLinks';
import type { SidebarState } from './useSidebar';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router-dom';

/** The pause before the form opens, unless a key is pressed, in milliseconds (docs/rules.md, Routes). */
const DELAY_MS = 50;

function AddTaskButton({ onChoice }: { onChoice: () => void }) {
  const navigate = useNavigate();
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);
  const open = () => {
    stop.current?.();
    flushSync(() => void navigate(paths.newTask));
  };
  const openSoon = () => {
    onChoice();
    stop.current?.();
    const timer = setTimeout(open, DELAY_MS);
    // A key opens it at once, so that the browser gives its letter to the form, and not to the page before.
    addEventListener('keydown', open, { capture: true });
    stop.current = () => {
      clearTimeout(timer);
      removeEventListener('keydown', open, { capture: true });
    };
  };
  return (
    <button type="button" className={styles.add} onClick={openSoon}>
      <Icon of={Plus} />
      Add New Task
    </button>
  );
}

export function Sidebar({ sidebar: { mode, isVisible, close } }: { sidebar: SidebarState }) {
  const dispatch = useAppDispatch();
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
      <div className={styles.head}>
        <Logo />
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
      <CalendarLink onChoice={close} />
      <div className={styles.groups}>
        {Object.entries(groups).map(([title, links]) => (
          <div key={title}>
            <h2 className={styles.title}>{title}</h2>
            <ul data-lists={title === 'LISTS' ? '' : undefined}>
              {links.map(({ name, path, icon, view }) => (
                <li key={path}>
                  <NavLink to={path} className={styles.link} onClick={close}>
                    <Icon of={icon} size={18} />
                    <span>{name}</span>
                    {view && <Count view={view} />}
                  </NavLink>
                </li>
              ))}
              {title === 'LISTS' && <KeptTags onChoice={close} />}
            </ul>
            {title === 'LISTS' && <OtherTags onChoice={close} />}
          </div>
        ))}
      </div>
      <Foot show={show} close={close} />
    </nav>
  );
}

/** Leads to the month of today, whose code is loaded once the link is hovered or focused. */
function CalendarLink({ onChoice }: { onChoice: () => void }) {
  const today = useAppSelector(selectToday);
  return (
    <NavLink
      to={calendarPath('month', today)}
      under={paths.calendar}
      className={styles.link}
      onPointerEnter={CalendarPage.load}
      onFocus={CalendarPage.load}
      onClick={onChoice}
    >
      <Icon of={CalendarRange} size={18} />
      Calendar
    </NavLink>
  );
}

type FootProps = { show: (overlay: Overlay) => void; close: () => void };

function Foot({ show, close }: FootProps) {
  const dispatch = useAppDispatch();
  const email = useAppSelector(selectUser)?.email ?? '';
  return (
    <div className={styles.foot}>
      <button type="button" className={styles.row} data-keys onClick={() => show('shortcuts')}>
        <kbd className={styles.key} aria-hidden>
          ?
        </kbd>
        Keyboard shortcuts
      </button>
      <div className={styles.own}>
        <NavLink to={paths.account} end className={styles.email} title={email} onClick={close}>
          {email || 'Account'}
        </NavLink>
        <NavLink to={paths.settings} className={styles.link} onClick={close}>
          <Icon of={Settings} size={18} />
          Settings
        </NavLink>
      </div>
      <button type="button" className={styles.row} onClick={() => dispatch(signOutRequested())}>
        <Icon of={LogOut} size={18} />
        Sign out
      </button>
    </div>
  );
}

/** Hidden from screen readers, so that the link's name is exactly the view's name. */
function Count({ view }: { view: View }) {
  const count = useAppSelector(selectCountIn[view]);
  return (
    <span className={styles.count} aria-hidden>
      {count > 0 && count.toLocaleString()}
    </span>
  );
}
