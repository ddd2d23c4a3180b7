import { Menu, X } from 'lucide-react';
import { Icon } from '../../../components/Icon';
import styles from '../Shell.module.css';
import { SIDEBAR_ID } from './links';
import type { SidebarState } from './useSidebar';

/** Opens and closes the drawer. It is drawn above drawer and page, so that it can be reached in both states. */
export function NavigationToggle({ sidebar: { mode, open, close } }: { sidebar: SidebarState }) {
  const isOpen = mode === 'open';
  return (
    <button
      type="button"
      className={styles.toggle}
      aria-label={isOpen ? 'Close navigation' : 'Open navigation'}
      aria-expanded={isOpen}
      aria-controls={SIDEBAR_ID}
      onClick={isOpen ? close : open}
    >
      <Icon of={isOpen ? X : Menu} />
    </button>
  );
}
