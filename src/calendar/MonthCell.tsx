import { memo, use, useEffect, useLayoutEffect, useRef } from 'react';
import { shallowEqual } from 'react-redux';
import { dayWithCount, marksOf } from '../tasks/views/DayStrip';
import { useAppSelector } from '../hooks';
import { idsOn } from '../lib/days/calendar';
import { dateOfMonth, dayInFull, type Day } from '../lib/days/days';
import { withoutTags } from '../../shared/tags';
import { trimmed } from '../lib/text/visible';
import { calendarPath, editPath } from '../routes';
import { selectRoundsOn } from '../tasks/laterRounds';
import { Filter } from '../tasks/filter';
import { SELECTED_ID, selectRenaming, selectSelected } from '../tasks/selecting/selected';
import { looksDone, type Task } from '../tasks/task';
import { selectTask } from '../tasks/tasksSelectors';
import { Clock } from '../tasks/views/row/Clock';
import { RenameField } from '../tasks/views/row/RenameField';
import { TickBox } from '../tasks/views/row/TickBox';
import { selectPointedOut, selectToday } from '../ui/uiSlice';
import styles from './Month.module.css';

/** The maximum number of tasks of a cell. */
const SHOWN = 3;
const LONGEST_NAME_CHARACTERS = 100;

export type Props = {
  day: Day;
  /** The first and the last day on the page, for which coming repeats are computed. */
  first: Day;
  last: Day;
  /** `YYYY-MM`. */
  month: string;
  title: string;
  openId: number | null;
  /** Tab reaches this cell and what is in it. */
  isStop: boolean;
  /** On a narrow screen: dots instead of tasks. */
  isCompact: boolean;
  /** On a narrow screen: its tasks are below the grid. */
  isChosen: boolean;
};

/** A day of the month: its first tasks, then outlines of the repeats that will come. */
export const MonthCell = memo(function MonthCell(props: Props) {
  const { day, first, last, month, title, openId, isStop, isCompact, isChosen } = props;
  const today = useAppSelector(selectToday);
  const { tag, selectOpenDays } = use(Filter);
  const ids = useAppSelector(state => idsOn(selectOpenDays(state), day), shallowEqual);
  const later = useAppSelector(state => selectRoundsOn(state, day, tag, [first, last]), shallowEqual);
  const outlines = later.slice(0, Math.max(0, SHOWN - ids.length));
  const more = ids.length + later.length - Math.min(ids.length, SHOWN) - outlines.length;
  const tabIndex = isStop ? 0 : -1;
  return (
    <div
      role="gridcell"
      aria-current={day === today ? 'date' : undefined}
      aria-selected={isCompact ? isChosen : undefined}
      className={styles.cell}
      {...marksOf(day, today, ids.length)}
      data-other={!day.startsWith(month) || undefined}
    >
      {/* The focus is on a part of the cell, as the ARIA grid pattern allows: tasks are no part of its name. */}
      <button
        type="button"
        tabIndex={tabIndex}
        className={styles.date}
        aria-label={dayWithCount(day, today, ids.length, later.length)}
        data-date
      >
        {dateOfMonth(day)}
      </button>
      {isCompact ? (
        <span className={styles.dots} data-late={day < today || undefined} aria-hidden>
          {ids.slice(0, SHOWN).map(taskId => (
            <i key={taskId} />
          ))}
          {outlines.map(({ taskId }) => (
            <i key={taskId} data-later />
          ))}
        </span>
      ) : (
        ids.length + outlines.length > 0 && (
          <ul className={styles.tasks}>
            {ids.slice(0, SHOWN).map(taskId => (
              <CellTask
                key={taskId}
                taskId={taskId}
                title={title}
                tabIndex={tabIndex}
                isLate={day < today}
                isOpen={taskId === openId}
              />
            ))}
            {outlines.map(task => (
              <li key={task.taskId} className={styles.task} data-later>
                <a
                  href={editPath(title, task.taskId)}
                  tabIndex={tabIndex}
                  title="Repeats on this day"
                  dir="auto"
                >
                  <CellWords task={task} />
                </a>
              </li>
            ))}
          </ul>
        )
      )}
      {!isCompact && more > 0 && (
        <a
          href={calendarPath('week', day, tag)}
          tabIndex={tabIndex}
          className={styles.more}
          aria-label={`${more.toLocaleString()} more on ${dayInFull(day)}`}
        >
          {`${more.toLocaleString()} more`}
        </a>
      )}
    </div>
  );
});

const nameOf = (name: string) => trimmed(withoutTags(name)).slice(0, LONGEST_NAME_CHARACTERS) || '(no name)';

/** `14:30 Call Ana`, without its tags. */
export const CellWords = ({ task }: { task: Task }) => (
  <>
    {task.time !== undefined && (
      <span className={styles.time}>
        <Clock time={task.time} />{' '}
      </span>
    )}
    <span>{nameOf(task.taskName)}</span>
  </>
);

type TaskProps = { taskId: number; title: string; tabIndex: number; isLate: boolean; isOpen: boolean };

/** A task in its cell. The gestures and keys of rows find it by its link (selection/rows.ts). */
const CellTask = memo(function CellTask({ taskId, title, tabIndex, isLate, isOpen }: TaskProps) {
  const task = useAppSelector(state => selectTask(state, taskId));
  const isSelected = useAppSelector(state => selectSelected(state)[taskId] ?? false);
  const isRenaming = useAppSelector(state => selectRenaming(state) === taskId);
  const isPointedOut = useAppSelector(state => selectPointedOut(state).taskId === taskId);
  const item = useRef<HTMLLIElement>(null);
  // The day takes the focus of a task that leaves it.
  useLayoutEffect(() => {
    const own = item.current;
    const date = own?.closest('[role="gridcell"]')?.querySelector<HTMLElement>('[data-date]');
    return () => void (own?.contains(document.activeElement) && date?.focus());
  }, []);
  // After its form closes, the task takes the focus if no other element has it.
  useEffect(() => {
    const link = item.current?.querySelector('a');
    if (isOpen) return () => void (document.activeElement === document.body && link?.focus());
  }, [isOpen]);
  if (!task) return null;
  const isDone = looksDone(task);
  return (
    <li
      ref={item}
      className={styles.task}
      data-done={isDone || undefined}
      data-late={(isLate && !isDone) || undefined}
      data-selected={isSelected || undefined}
      data-pointed-out={isPointedOut || undefined}
      data-list={task.taskList}
    >
      <TickBox task={task} tabIndex={tabIndex} />
      {isRenaming ? (
        <RenameField task={task} />
      ) : (
        <a
          href={editPath(title, taskId)}
          tabIndex={tabIndex}
          dir="auto"
          aria-current={isOpen || undefined}
          aria-describedby={isSelected ? SELECTED_ID : undefined}
          data-item
          data-task={taskId}
        >
          <CellWords task={task} />
        </a>
      )}
    </li>
  );
});
