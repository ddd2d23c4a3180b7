import type { ComponentProps, ReactNode } from 'react';
import { Menu, Plus } from 'lucide-react';
import buttonStyles from '../../components/Button.module.css';
import { DrawnIcon } from '../../components/drawnIcon';
import { noticeClass } from '../../components/messages/noticeClass';
import { drawnDay, drawnNotes, drawnOffer, drawnPart, drawnTasks } from '../../day/drawnDay';
import { dayPlus } from '../../lib/days/days';
import { fieldProps } from '../../quickAdd/quickAddField';
import quickAddStyles from '../../quickAdd/QuickAddLine.module.css';
import type { View } from '../../tasks/taskSections';
import { aboutView, isView, viewTexts } from '../../tasks/views/viewTexts';
import listStyles from '../../tasks/views/TaskListView.module.css';
import lineStyles from '../../ui/StatusLine.module.css';
import { addTask, drawnCount, drawnSidebar, SIDEBAR_ID } from '../shell/sidebar/drawnSidebar';
import sidebarStyles from '../shell/sidebar/Sidebar.module.css';
import shellStyles from '../shell/Shell.module.css';
import titleStyles from '../shell/TitlePage.module.css';
import type { FirstTasks } from './firstTasks';
import { FirstRow, FirstRows } from './FirstRows';

type Frame = FirstTasks & {
  email: string;
  /** Whether the offer to make My day the first page is shown. */
  isDayOffered: boolean;
  /** The page of the wall, if that is shown. */
  wall: ReactNode;
};

/** A page without hooks, equal to the app's first rendering (`shell/Shell.tsx`, `shell/TitlePage.tsx`). */
export function FirstFrame({ email, isDayOffered, wall, ...tasks }: Frame) {
  const { page, isPhone, countIn, areCountsKnown } = tasks;
  const mode = isPhone ? 'collapsed' : 'shown';
  return (
    <div className={shellStyles.shell} data-sidebar={mode}>
      <a href="#main" className={shellStyles.skip}>
        Skip to content
      </a>
      {isPhone && (
        <button
          type="button"
          className={shellStyles.toggle}
          aria-label="Open navigation"
          aria-expanded={false}
          aria-controls={SIDEBAR_ID}
        >
          <DrawnIcon of={Menu} />
        </button>
      )}
      <nav
        id={SIDEBAR_ID}
        className={sidebarStyles.sidebar}
        data-mode={mode}
        style={{ visibility: isPhone ? 'hidden' : 'visible' }}
      >
        {drawnSidebar({
          email,
          Link,
          add: <button {...addTask} />,
          Count: ({ view }) => drawnCount(countIn(view), areCountsKnown),
        })}
      </nav>
      <div className={shellStyles.page}>
        <main id="main" className={shellStyles.main}>
          <div className={titleStyles.page} data-beside={isView(page) ? '' : undefined}>
            <div className={titleStyles.list}>
              {isView(page) ? (
                <List {...tasks} view={page} />
              ) : (
                (wall ?? <MyDay {...tasks} isOffered={isDayOffered} />)
              )}
            </div>
          </div>
        </main>
        <div id="foot" className={shellStyles.foot}>
          <div role="status" />
          <div role="status" className={lineStyles.line}>
            {!navigator.onLine && <p>You are offline.</p>}
          </div>
        </div>
      </div>
    </div>
  );
}

/** Shown when the app's scripts could not be loaded. */
export const NotLoaded = () => (
  <div role="alert" className={lineStyles.line}>
    <p>
      This part of Daywall could not be loaded. <TextButton>Retry</TextButton>
    </p>
  </div>
);

const Link = ({ to, ...rest }: ComponentProps<'a'> & { to: string }) => (
  <a {...rest} href={to} aria-current={to === location.pathname ? 'page' : undefined} />
);
const TextButton = ({ children }: { children: string }) => (
  <button type="button" className={buttonStyles.text}>
    {children}
  </button>
);
const Notice = ({ children }: { children: ReactNode }) => (
  <div role="status" className={noticeClass('status')}>
    {children}
  </div>
);
const moveEarlier = (
  <span>
    <TextButton>Move to today</TextButton>
  </span>
);

function List({ view, ...tasks }: FirstTasks & { view: View }) {
  const earlier = tasks.countIn('previous');
  return (
    <section className={listStyles.view}>
      <header className={listStyles.head}>
        <h1 tabIndex={-1}>{viewTexts[view].heading}</h1>
        <p className={listStyles.about}>{aboutView(view, tasks.today, tasks.countIn(view))}</p>
      </header>
      {view === 'today' && earlier > 0 && (
        <p className={listStyles.earlier}>
          {earlier.toLocaleString()} from earlier days
          {moveEarlier}
          <TextButton>Show</TextButton>
        </p>
      )}
      {!tasks.isPhone && (
        <div className={quickAddStyles.line} data-typing>
          <DrawnIcon of={Plus} />
          <span className={quickAddStyles.field}>
            <textarea className={quickAddStyles.words} {...fieldProps} />
          </span>
        </div>
      )}
      <FirstRows view={view} {...tasks} />
    </section>
  );
}

function MyDay({ isOffered, ...tasks }: FirstTasks & { isOffered: boolean }) {
  const { today, idsIn, taskOf } = tasks;
  return drawnDay({
    today,
    heading: (date, className) => (
      <h1 tabIndex={-1} className={className}>
        {date}
      </h1>
    ),
    offer: isOffered && drawnOffer({ Notice, TextButton }),
    tasks: drawnTasks({
      today,
      Link,
      moveEarlier,
      earlier: idsIn('previous'),
      ids: idsIn('today'),
      undated: idsIn('no-date').length,
      tomorrow: idsIn('upcoming').filter(id => taskOf(id).day === dayPlus(today, 1)),
      part: part =>
        drawnPart(part, {
          Link,
          rowOf: id => (
            <FirstRow task={taskOf(id)} list="day" today={today} isDaySaid={part.day !== undefined} />
          ),
        }),
    }),
    notes: drawnNotes(),
  });
}
