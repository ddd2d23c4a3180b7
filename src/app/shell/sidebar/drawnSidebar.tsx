import type { ComponentType, ReactNode } from 'react';
import { LogOut, Plus, Search, Sunrise } from 'lucide-react';
import { DrawnIcon } from '../../../components/drawnIcon';
import { Mark } from '../../../components/Mark';
import { paths } from '../../../routes';
import type { View } from '../../../tasks/taskSections';
import { groups } from './links';
import styles from './Sidebar.module.css';

export const SIDEBAR_ID = 'sidebar';

type LinkProps = {
  to: string;
  className: string | undefined;
  title?: string;
  onClick?: () => void;
  children: ReactNode;
};

type Drawn = {
  email: string;
  /** The place for the button of a new task; `addTask` is its content. */
  add: ReactNode;
  Link: ComponentType<LinkProps>;
  Count: ComponentType<{ view: View }>;
  on?: Record<'find' | 'keys' | 'signOut' | 'choice', () => void>;
};

export const addTask = {
  type: 'button',
  className: styles.add,
  children: [<DrawnIcon key="" of={Plus} />, 'Add New Task'],
} as const;

/** The whole sidebar. It has no hooks, because both the app and the first frame call it. */
export const drawnSidebar = ({ email, add, Link, Count, on }: Drawn) => (
  <>
    <div className={styles.head}>
      <Mark />
    </div>
    {add}
    <button type="button" className={styles.row} onClick={on?.find}>
      <DrawnIcon of={Search} size={18} />
      Find
    </button>
    <Link to={paths.day} className={styles.link} onClick={on?.choice}>
      <DrawnIcon of={Sunrise} size={18} />
      My day
    </Link>
    <div className={styles.groups}>
      {Object.entries(groups).map(([title, links]) => (
        <div key={title}>
          <h2 className={styles.title}>{title}</h2>
          <ul>
            {links.map(({ name, path, icon, view }) => (
              <li key={path}>
                <Link to={path} className={styles.link} onClick={on?.choice}>
                  <DrawnIcon of={icon} size={18} />
                  {name}
                  {view && <Count view={view} />}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
    <div className={styles.foot}>
      <button type="button" className={styles.row} onClick={on?.keys}>
        <kbd className={styles.key} aria-hidden>
          ?
        </kbd>
        Keyboard shortcuts
      </button>
      <Link to={paths.account} className={styles.email} title={email} onClick={on?.choice}>
        {email || 'Account'}
      </Link>
      <button type="button" className={styles.row} onClick={on?.signOut}>
        <DrawnIcon of={LogOut} size={18} />
        Sign out
      </button>
    </div>
  </>
);

/** Hidden from screen readers, so that the link's name is exactly the view's name. */
export const drawnCount = (count: number, isKnown: boolean) => (
  <span className={styles.count} aria-hidden>
    {isKnown && count > 0 && count.toLocaleString()}
  </span>
);
