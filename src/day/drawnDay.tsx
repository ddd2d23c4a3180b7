import type { ComponentType, MouseEventHandler, ReactNode } from 'react';
import { paths } from '../routes';
import { dateWithYear, dayPlus, weekdayOf, type Day } from '../lib/days/days';
import styles from './DayPage.module.css';

// Components of My day as functions without hooks, so that the first frame can call them without React.

/** The maximum number of rows in each part; a link leads to the others. All of it fits on one printed sheet. */
const ROWS = { earlier: 5, today: 12, tomorrow: 5 };

type Link = ComponentType<{ to: string; className: string | undefined; children: ReactNode }>;

export type DayPartProps = {
  name: string;
  taskIds: readonly number[];
  /** The number of rows to draw, and the page that lists the others. */
  rowLimit: number;
  rest: string;
  /** The day of the part's rows, named in its heading. A row can be dropped on the heading. */
  day?: Day;
  /** The button beside the heading that acts on all of the part's tasks. */
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
export function drawnPart(
  { name, taskIds, rowLimit, rest, day, action, children }: DayPartProps,
  { Link, rowOf, onClick }: Rows,
) {
  const more = taskIds.length - rowLimit;
  return (
    <section className={styles.part} data-part={rest}>
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
  part(props: DayPartProps): ReactNode;
  Link: Link;
  moveEarlier: ReactNode;
};

/** The task parts of My day. */
export const drawnTasks = ({ today, earlier, ids, tomorrow, undated, part, Link, moveEarlier }: Tasks) => (
  <>
    {earlier.length > 0 &&
      part({
        name: 'From earlier days',
        taskIds: earlier,
        rowLimit: ROWS.earlier,
        rest: paths.previous,
        action: moveEarlier,
      })}
    {part({
      day: today,
      name: 'Today',
      taskIds: ids,
      rowLimit: ROWS.today,
      rest: paths.today,
      children: 'Nothing is planned for today.',
    })}
    {part({
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

/** The frame of My day around its parts. */
export const drawnDay = ({ today, heading, offer, tasks, notes }: Page) => (
  <section className={styles.page} data-day-page>
    <header className={styles.head}>
      <p className={styles.weekday}>{weekdayOf(today)}</p>
      {heading(dateWithYear(today), styles.date)}
    </header>
    {offer}
    <div className={styles.parts}>
      <div className={styles.tasks}>{tasks}</div>
      {notes}
    </div>
  </section>
);

/** The notes part. */
export const drawnNotes = (content?: ReactNode) => (
  <section className={styles.part}>
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
