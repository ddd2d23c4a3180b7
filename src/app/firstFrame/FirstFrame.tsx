import { Menu, LogOut, Plus, Search, Sunrise, type LucideIcon } from 'lucide-react';
import buttonStyles from '../../components/Button.module.css';
import { Mark } from '../../components/Mark';
import quickAddStyles from '../../quickAdd/QuickAddLine.module.css';
import { paths } from '../../routes';
import { aboutView, viewTexts } from '../../tasks/views';
import listStyles from '../../tasks/views/TaskListView.module.css';
import lineStyles from '../../ui/StatusLine.module.css';
import shellStyles from '../shell/Shell.module.css';
import sidebarStyles from '../shell/sidebar/Sidebar.module.css';
import titleStyles from '../shell/TitlePage.module.css';
import { groups } from '../shell/sidebar/links';
import { FirstRows, type FirstList } from './FirstRows';

export type FirstFrameProps = FirstList & {
  email: string;
  isPhone: boolean;
  isOnline: boolean;
};

/** The list's page as the app renders it first (`shell/Shell.tsx`, `shell/TitlePage.tsx`), without hooks. */
export const FirstFrame = ({ email, isPhone, isOnline, ...list }: FirstFrameProps) => (
  <div className={shellStyles.shell} data-sidebar={isPhone ? 'collapsed' : 'shown'}>
    <a href="#main" className={shellStyles.skip}>
      Skip to content
    </a>
    {isPhone && (
      <button
        type="button"
        className={shellStyles.toggle}
        aria-label="Open navigation"
        aria-expanded={false}
        aria-controls="sidebar"
      >
        <Icon of={Menu} />
      </button>
    )}
    <Sidebar {...list} email={email} isPhone={isPhone} />
    <div className={shellStyles.page}>
      <main id="main" className={shellStyles.main}>
        <div className={titleStyles.page} data-beside="">
          <div className={titleStyles.list}>
            <List {...list} isPhone={isPhone} />
          </div>
        </div>
      </main>
      <div id="foot" className={shellStyles.foot}>
        <div role="status" />
        <div role="status" className={lineStyles.line}>
          {!isOnline && <p>You are offline.</p>}
        </div>
      </div>
    </div>
  </div>
);

const Icon = ({ of: Picture, size = 20 }: { of: LucideIcon; size?: number }) => (
  <Picture size={size} strokeWidth={1.75} aria-hidden focusable={false} />
);

type SidebarProps = Omit<FirstFrameProps, 'isOnline'>;

const Sidebar = ({ email, isPhone, view, countIn, areCountsKnown }: SidebarProps) => (
  <nav
    id="sidebar"
    className={sidebarStyles.sidebar}
    data-mode={isPhone ? 'collapsed' : 'shown'}
    style={{ visibility: isPhone ? 'hidden' : 'visible' }}
  >
    <div className={sidebarStyles.head}>
      <Mark />
    </div>
    <button type="button" className={sidebarStyles.add}>
      <Icon of={Plus} />
      Add New Task
    </button>
    <button type="button" className={sidebarStyles.row}>
      <Icon of={Search} size={18} />
      Find
    </button>
    <a href={paths.day} className={sidebarStyles.link}>
      <Icon of={Sunrise} size={18} />
      My day
    </a>
    <div className={sidebarStyles.groups}>
      {Object.entries(groups).map(([title, links]) => (
        <div key={title}>
          <h2 className={sidebarStyles.title}>{title}</h2>
          <ul>
            {links.map(({ name, path, icon, view: its }) => (
              <li key={path}>
                <a
                  href={path}
                  className={sidebarStyles.link}
                  aria-current={its === view ? 'page' : undefined}
                >
                  <Icon of={icon} size={18} />
                  {name}
                  {its && (
                    <span className={sidebarStyles.count} aria-hidden>
                      {areCountsKnown && countIn(its) > 0 && countIn(its).toLocaleString()}
                    </span>
                  )}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
    <div className={sidebarStyles.foot}>
      <button type="button" className={sidebarStyles.row}>
        <kbd className={sidebarStyles.key} aria-hidden>
          ?
        </kbd>
        Keyboard shortcuts
      </button>
      <a href={paths.account} className={sidebarStyles.email} title={email}>
        {email || 'Account'}
      </a>
      <button type="button" className={sidebarStyles.row}>
        <Icon of={LogOut} size={18} />
        Sign out
      </button>
    </div>
  </nav>
);

const List = ({ isPhone, ...list }: FirstList & { isPhone: boolean }) => (
  <section className={listStyles.view}>
    <header className={listStyles.head}>
      <h1 tabIndex={-1}>{viewTexts[list.view].heading}</h1>
      <p className={listStyles.about}>{aboutView(list.view, list.today, list.countIn(list.view))}</p>
    </header>
    {list.view === 'today' && list.countIn('previous') > 0 && (
      <p className={listStyles.earlier}>
        {list.countIn('previous').toLocaleString()} from earlier days
        <span>
          <button type="button" className={buttonStyles.text}>
            Move to today
          </button>
        </span>
        <button type="button" className={buttonStyles.text}>
          Show
        </button>
      </p>
    )}
    {!isPhone && (
      <div className={quickAddStyles.line} data-typing>
        <Icon of={Plus} />
        <span className={quickAddStyles.field}>
          <textarea
            className={quickAddStyles.words}
            rows={1}
            dir="auto"
            autoComplete="off"
            enterKeyHint="done"
            aria-label="Quick add"
            placeholder="Add a task…"
            data-quick-add
          />
        </span>
      </div>
    )}
    <FirstRows {...list} />
  </section>
);
