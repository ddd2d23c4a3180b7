import { useEffect, useState } from 'react';
import { CalendarDays, Menu, Plus, StickyNote, Sun, type LucideIcon } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router-dom';
import { Icon } from '../../components/Icon';
import { useKeyboardInset } from '../../components/hooks/useKeyboardInset';
import { useRootAttribute } from '../../components/hooks/useRootAttribute';
import { useAppSelector } from '../../hooks';
import { calendarAt, listAt, paths, tagOf } from '../../routes';
import { selectSelected } from '../../tasks/selecting/selected';
import { isView } from '../../tasks/views/viewTexts';
import { selectIsQuickAddOpen } from '../../ui/uiSlice';
import { useQuickAddFor } from '../../ui/useQuickAddFor';
import { SIDEBAR_ID } from './sidebar/links';
import type { SidebarState } from './sidebar/useSidebar';
import styles from './ViewsBar.module.css';

/** The visible text is part of the accessible name. */
const VIEWS: readonly (readonly [name: string, word: string, path: string, icon: LucideIcon])[] = [
  ['Go to Today', 'Today', paths.today, Sun],
  ['Go to Upcoming', 'Upcoming', paths.upcoming, CalendarDays],
  ['Go to the wall', 'Wall', paths.wall, StickyNote],
];

/**
 * Where the sidebar is a drawer: links to the views and a button to add a task, in reach of the thumb. A selection
 * shows its own bar instead.
 */
export function ViewsBar({ sidebar }: { sidebar: SidebarState }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const isSelecting = Object.keys(useAppSelector(selectSelected)).length > 0;
  useKeyboardInset();
  useRootAttribute('data-views-bar', !isSelecting);
  useRootAttribute('data-writing', useIsWriting());
  if (isSelecting) return null;
  return (
    <section aria-label="Views and quick add" className={styles.bar}>
      <div role="toolbar" aria-label="Views" className={styles.views}>
        {VIEWS.map(([name, word, path, icon]) => (
          <button
            key={path}
            type="button"
            className={styles.view}
            aria-label={name}
            aria-current={pathname === path ? 'page' : undefined}
            onClick={() => void navigate(path)}
          >
            <Icon of={icon} size={22} />
            <span>{word}</span>
          </button>
        ))}
        <button
          type="button"
          className={styles.view}
          aria-label="More views"
          aria-expanded={sidebar.mode === 'open'}
          aria-controls={SIDEBAR_ID}
          onClick={sidebar.open}
        >
          <Icon of={Menu} size={22} />
          More
        </button>
      </div>
      <AddButton pathname={pathname} />
    </section>
  );
}

const WRITTEN_IN = "textarea, input:not([type='checkbox'], [type='radio'])";

/** A text field has the focus: a phone shows its keyboard. */
function useIsWriting() {
  const [isWriting, setIsWriting] = useState(false);
  useEffect(() => {
    const follow = ({ type, target }: FocusEvent) =>
      setIsWriting(type === 'focusin' && (target as Element).matches(WRITTEN_IN));
    document.addEventListener('focusin', follow);
    document.addEventListener('focusout', follow);
    return () => {
      document.removeEventListener('focusin', follow);
      document.removeEventListener('focusout', follow);
    };
  }, []);
  return isWriting;
}

/** Opens the quick-add line at the foot of the page, or takes the focus to the line for notes on the wall. */
function AddButton({ pathname }: { pathname: string }) {
  const open = useQuickAddFor();
  const isOpen = useAppSelector(selectIsQuickAddOpen);
  const list = listAt(pathname);
  const isWall = pathname === paths.wall;
  const isForTasks =
    isView(list?.title ?? '') ||
    pathname === paths.day ||
    calendarAt(pathname) !== null ||
    tagOf(pathname) !== null;
  if (isOpen || list?.form !== undefined || !(isForTasks || isWall)) return null;
  const add = () => {
    if (isWall) document.querySelector<HTMLElement>('[data-note-line]')?.focus();
    else open();
  };
  return (
    <button
      type="button"
      className={styles.round}
      aria-label={isWall ? 'Write a note' : 'Quick add'}
      onClick={add}
    >
      <Icon of={Plus} size={26} />
    </button>
  );
}
