import type { ComponentType, MouseEventHandler, ReactNode } from 'react';
import { paths } from '../routes';
import { dateWithYear, dayPlus, weekdayOf, type Day } from '../lib/days/days';
import styles from './DayPage.module.css';

// Components of My day as functions without hooks, so that the first frame can call them without React.

/** The maximum number of rows in each section; a link leads to the others. All of it fits on one printed sheet. */
const ROWS = { earlier: 5, today: 12, tomorrow: 5 };

type Link = ComponentType<{ to: string; className: string | undefined; children: ReactNode }>;

export type DaySectionProps = {
  name: string;
  taskIds: readonly number[];
  /** The number of rows to draw, and the page that lists the others. */
  rowLimit: number;
  rest: string;
  /** The day of the section's rows, named in its heading. A row can be dropped on the heading. */
  day?: Day;
  /** The button beside the heading that acts on all of the section's tasks. */
  action?: ReactNode;
  /** The text shown when there are no rows. */
  children?: ReactNode;
};

type Rows = {
  Link: Link;
  rowOf(taskId: number): ReactNode;
  onClick?: MouseEventHandler;
};

/** A heading, its first tasks, and a link to the others. */
export function drawnSection(
  { name, taskIds, rowLimit, rest, day, action, children }: DaySectionProps,
  { Link, rowOf, onClick }: Rows,
) {
  const more = taskIds.length - rowLimit;
  return (
    <section className={styles.section} data-section={rest}>
      <header className={styles.title}>
        <h2 data-day={day}>{name}</h2>
        {taskIds.length > 0 && <span className={styles.count}>{taskIds.length.toLocaleString()}</span>}
        {action}
      </header>
      {taskIds.length === 0 ? (
        children && <p className={styles.empty}>{children}</p>
      ) : (
        <ul className={styles.rows} onClick={onClick}>
          {taskIds.slice(0, rowLimit).map(taskId => (
            <li key={taskId}>{rowOf(taskId)}</li>
          ))}
        </ul>
      )}
      {more > 0 && (
        <Link to={rest} className={styles.more}>
          and {more.toLocaleString()} more
        </Link>
      )}
    </section>
  );
}

type Tasks = {
  today: Day;
  earlier: readonly number[];
  ids: readonly number[];
  tomorrow: readonly number[];
  undated: number;
  section(props: DaySectionProps): ReactNode;
  Link: Link;
  moveEarlier: ReactNode;
};

/** The task sections of My day. */
export const drawnTasks = ({ today, earlier, ids, tomorrow, undated, section, Link, moveEarlier }: Tasks) => (
  <>
    {earlier.length > 0 &&
      section({
        name: 'From earlier days',
        taskIds: earlier,
        rowLimit: ROWS.earlier,
        rest: paths.previous,
        action: moveEarlier,
      })}
    {section({
      day: today,
      name: 'Today',
      taskIds: ids,
      rowLimit: ROWS.today,
      rest: paths.today,
      children: 'Nothing is planned for today.',
    })}
    {section({
      day: dayPlus(today, 1),
      name: 'Tomorrow',
      taskIds: tomorrow,
      rowLimit: ROWS.tomorrow,
      rest: paths.upcoming,
      children: 'Tomorrow is still free.',
    })}
    {undated > 0 && (
      <Link to={paths.noDate} className={styles.more}>
        {undated === 1 ? '1 task has' : `${undated.toLocaleString()} tasks have`} no date
      </Link>
    )}
  </>
);

type Page = {
  today: Day;
  heading(date: string, className: string | undefined): ReactNode;
  offer: ReactNode;
  tasks: ReactNode;
  notes: ReactNode;
};

/** The frame of My day around its sections. */
export const drawnDay = ({ today, heading, offer, tasks, notes }: Page) => (
  <section className={styles.page} data-day-page>
    <header className={styles.head}>
      <p className={styles.weekday}>{weekdayOf(today)}</p>
      {heading(dateWithYear(today), styles.date)}
    </header>
    {offer}
    <div className={styles.sections}>
      <div className={styles.tasks}>{tasks}</div>
      {notes}
    </div>
  </section>
);

/** The notes section. */
export const drawnNotes = (content?: ReactNode) => (
  <section className={styles.section}>
    <header className={styles.title}>
      <h2>Notes</h2>
    </header>
    {content}
  </section>
);

type Offer = {
  Notice: ComponentType<{ kind: 'status'; children: ReactNode }>;
  TextButton: ComponentType<{ onClick?: () => void; children: string }>;
  choose?: (page: 'day' | 'today') => () => void;
};

/** The offer to make My day the first page. */
export const drawnOffer = ({ Notice, TextButton, choose }: Offer) => (
  <div className={styles.offer}>
    <Notice kind="status">
      <span>Begin here each time?</span>
      <TextButton onClick={choose?.('day')}>Open Daywall with My day</TextButton>
      <TextButton onClick={choose?.('today')}>Keep Today</TextButton>
    </Notice>
  </div>
);
