import { use, useEffect, useMemo, useRef, type KeyboardEvent, type MouseEvent } from 'react';
import { shallowEqual } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { useMediaQuery } from '../components/hooks/useMediaQuery';
import type { Columns } from '../components/rows/Rows';
import { DayStrip, dayWithCount, marksOf, useCount } from '../tasks/views/DayStrip';
import { useAppSelector } from '../hooks';
import { dateOfMonth, dayInFull, dayPlus, shortWeekdayOf, type Day } from '../lib/days/days';
import { calendarPath, editPath } from '../routes';
import { selectRoundsOn } from '../tasks/laterRounds';
import { Filter } from '../tasks/filter';
import { AddOn } from '../tasks/views/SectionHeading';
import { selectToday } from '../ui/uiSlice';
import { useQuickAddFor } from '../ui/useQuickAddFor';
import { DayRows } from './DayRows';
import { CellWords } from './MonthCell';
import styles from './WeekPage.module.css';

type Props = {
  /** The seven days. */
  days: readonly Day[];
  /** The day of the address: the one that a narrow screen shows. */
  day: Day;
  title: string;
  openId: number | null;
};

/** A week: a column for each day, with all its tasks. On a narrow screen one day, below links to the others. */
export function WeekPage({ days, day, title, openId }: Props) {
  const isNarrow = useMediaQuery('(max-width: 699.98px)');
  const shown = useMemo(() => (isNarrow ? [day] : days), [isNarrow, day, days]);
  const today = useAppSelector(selectToday);
  const page = useRef<HTMLDivElement>(null);
  /** A key led to this week, whose day takes the focus. */
  const isByKey = useRef(false);
  useEffect(() => {
    const column = page.current!.querySelector(`[data-column="${day}"]`);
    column?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
    if (isByKey.current) focusIn(column, 0);
    isByKey.current = false;
  }, [day, isNarrow]);
  const navigate = useNavigate();
  const { tag } = use(Filter);
  const open = (to: Day) => {
    isByKey.current = true;
    void navigate(calendarPath('week', to, tag), { replace: true });
  };
  const columns: Columns = {
    label: (each, count) => dayWithCount(each, today, count),
    foot: each => <Foot day={each} week={days} title={title} />,
  };
  return (
    <div ref={page} className={styles.page} onKeyDown={event => isNarrow || move(event, open)}>
      {isNarrow && <DayStrip label="Days of the week" days={days} shown={day} />}
      <DayRows
        days={shown}
        title={title}
        openId={openId}
        columns={columns}
        heading={each => <Heading day={each} isAlone={isNarrow} />}
      />
    </div>
  );
}

/** Stays at the top of its column: the day, the number of its tasks, and a button to add one. */
function Heading({ day, isAlone }: { day: Day; isAlone: boolean }) {
  const today = useAppSelector(selectToday);
  const count = useCount(day);
  return (
    <div className={styles.heading} {...marksOf(day, today, count)}>
      <h2 aria-current={day === today ? 'date' : undefined}>
        {isAlone ? (
          <bdi>{dayInFull(day)}</bdi>
        ) : (
          <>
            <bdi>{shortWeekdayOf(day)}</bdi> <b>{dateOfMonth(day)}</b>
          </>
        )}
      </h2>
      <span className={styles.count}>{count > 0 && count.toLocaleString()}</span>
      <AddOn day={day} />
    </div>
  );
}

/** Below a day's rows: outlines of what repeats on it later, and the empty place, where a click adds a task. */
function Foot({ day, week, title }: { day: Day; week: readonly Day[]; title: string }) {
  const open = useQuickAddFor();
  const { tag } = use(Filter);
  const rounds = useAppSelector(state => selectRoundsOn(state, day, tag, [week[0]!, week[6]!]), shallowEqual);
  const add = ({ target }: MouseEvent) => {
    if ((target as Element).closest('a')) return;
    open(day);
  };
  return (
    <div className={styles.foot} data-day={day} onClick={add}>
      {rounds.length > 0 && (
        <ul aria-label="Repeats on this day">
          {rounds.map(task => (
            <li key={task.taskId} className={styles.round}>
              <a href={editPath(title, task.taskId)} title="Repeats on this day" dir="auto">
                <CellWords task={task} />
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Focuses the row of a column that is nearest to a height of the window, or the button of an empty one. */
function focusIn(column: Element | null | undefined, height: number) {
  const distance = (item: Element) => Math.abs(item.getBoundingClientRect().top - height);
  const items = [...(column?.querySelectorAll<HTMLElement>('[data-item]') ?? [])];
  const [nearest] = items.sort((a, b) => distance(a) - distance(b));
  (nearest ?? column?.querySelector<HTMLElement>('button'))?.focus();
}

/**
 * Left and right lead to the nearest row of the day beside, Home and End to those of the first and the last day, Page Up
 * and Page Down to that day in the week before and after.
 */
function move(event: KeyboardEvent, open: (day: Day) => void) {
  const from = event.target as HTMLElement;
  const column = from.closest<HTMLElement>('[data-column]');
  const isOther = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
  if (!column || isOther || from.matches('input:not([type="checkbox"])')) return;
  const columns = [...column.parentElement!.children];
  const at = columns.indexOf(column);
  const ahead = getComputedStyle(column).direction === 'rtl' ? -1 : 1;
  const moves: Record<string, number> = {
    ArrowRight: at + ahead,
    ArrowLeft: at - ahead,
    Home: 0,
    End: columns.length - 1,
    ...(from.closest('[data-row]') === null && { ArrowDown: at }),
  };
  const to = moves[event.key];
  const weeks = { PageUp: -1, PageDown: 1 }[event.key];
  if (to === undefined && !weeks) return;
  event.preventDefault();
  if (weeks) open(dayPlus(column.dataset.column!, 7 * weeks));
  else focusIn(columns[to!], from.getBoundingClientRect().top);
}
