import { use, useEffect, useMemo, useRef, type KeyboardEvent, type MouseEvent } from 'react';
import { shallowEqual } from 'react-redux';
import { useMediaQuery } from '../components/hooks/useMediaQuery';
import type { Columns } from '../components/rows/Rows';
import { DayStrip, dayWithCount, marksOf, useCount } from '../tasks/views/DayStrip';
import { useAppSelector } from '../hooks';
import { dateOfMonth, dayInFull, shortWeekdayOf, type Day } from '../lib/days/days';
import { trimmed } from '../lib/text/visible';
import { editPath } from '../routes';
import { selectRoundsOn } from '../tasks/laterRounds';
import { Filter } from '../tasks/filter';
import { Clock } from '../tasks/views/row/Clock';
import { AddOn } from '../tasks/views/SectionHeading';
import { selectToday } from '../ui/uiSlice';
import { useQuickAddFor } from '../ui/useQuickAddFor';
import { DayRows } from './DayRows';
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
  useEffect(() => {
    const column = page.current!.querySelector(`[data-column="${day}"]`);
    column?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [day, isNarrow]);
  const columns: Columns = {
    label: (each, count) => dayWithCount(each, today, count),
    foot: each => <Foot day={each} week={days} title={title} />,
  };
  return (
    <div ref={page} className={styles.page} onKeyDown={isNarrow ? undefined : moveSideways}>
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
          {rounds.map(({ taskId, taskName, time }) => (
            <li key={taskId} className={styles.round}>
              <a href={editPath(title, taskId)} title="Repeats on this day" dir="auto">
                {time !== undefined && (
                  <span>
                    <Clock time={time} />{' '}
                  </span>
                )}
                <span>{trimmed(taskName) || '(no name)'}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Left and right lead to the nearest row of the day beside, Home and End to those of the first and the last day. */
function moveSideways(event: KeyboardEvent) {
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
  if (to === undefined) return;
  event.preventDefault();
  const { top } = from.getBoundingClientRect();
  const distance = (item: Element) => Math.abs(item.getBoundingClientRect().top - top);
  const [nearest] = [...(columns[to]?.querySelectorAll<HTMLElement>('[data-item]') ?? [])].sort(
    (a, b) => distance(a) - distance(b),
  );
  (nearest ?? columns[to]?.querySelector<HTMLElement>('button'))?.focus();
}
